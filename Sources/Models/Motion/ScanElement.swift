/// The format of one channel in the buffer of an IIO device, as sysfs gives it: `le:s16/32>>0`
/// (Documentation/iio/iio_devbuf.rst).
package struct ScanElement: Hashable, Sendable {
  let isBigEndian: Bool
  let isSigned: Bool
  let usedBits: Int
  let storedBits: Int
  let shift: Int

  package var byteCount: Int { storedBits / 8 }

  /// Nil for any other text, and for impossible numbers.
  package init?(_ text: String) {
    let parts = text.split { $0 == ":" || $0.isWhitespace }
    guard parts.count == 2, ["le", "be"].contains(parts[0]), let sign = parts[1].first, "su".contains(sign)
    else {
      return nil
    }
    let numbers = parts[1].dropFirst().split { "/>".contains($0) }.map { Int($0) }
    guard numbers.count == 3, let used = numbers[0], let stored = numbers[1], let shift = numbers[2],
      [8, 16, 32, 64].contains(stored), (1...stored).contains(used), (0...stored - used).contains(shift)
    else { return nil }
    (isBigEndian, isSigned) = (parts[0] == "be", sign == "s")
    (usedBits, storedBits, self.shift) = (used, stored, shift)
  }

  /// The number in `bytes`, which must be `byteCount` bytes. The unused bits are ignored.
  package func number(_ bytes: some Collection<UInt8>) -> Double {
    var bits: UInt64 = 0
    for byte in isBigEndian ? Array(bytes) : bytes.reversed() { bits = bits << 8 | UInt64(byte) }
    let unused = UInt64(64 - usedBits)
    bits = (bits >> UInt64(shift)) << unused
    return isSigned ? Double(Int64(bitPattern: bits) >> Int64(unused)) : Double(bits >> unused)
  }
}
