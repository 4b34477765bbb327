/// 128 bits that tell texts apart, for the names of cached files: two FNV-1a sums of 64 bits from different
/// starts. Against accidents, not against malice.
struct Fingerprint: Hashable {
  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x9e37_79b9_7f4a_7c15

  init(_ texts: String...) {
    for text in texts { add(text.utf8) }
  }

  init(bytes: [UInt8]) { add(bytes) }

  /// Adds a part; the same bytes parted elsewhere are something else.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var count: UInt64 = 0
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x100_0000_01b3
      count &+= 1
    }
    first = (first ^ count) &* 0x100_0000_01b3
    second = (second ^ ~count) &* 0x100_0000_01b3
  }

  /// 32 hexadecimal digits.
  var text: String { [first, second].map { Self.hexadecimal($0) }.joined() }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
