/// Changes how many bits a value of MIDI has, as MIDI 2.0 defines it (M2-115, "Min-Center-Max Scaling"): the lowest
/// value, the middle and the highest value stay what they are.
package enum ValueScaling {
  /// - Parameters:
  ///   - value: has `bits` bits.
  ///   - wider: more than `bits`, 32 at most.
  package static func widen(_ value: UInt32, from bits: UInt32, to wider: UInt32) -> UInt32 {
    let shift = wider - bits
    let shifted = value << shift
    guard value > 1 << (bits - 1) else { return shifted }
    let repeatBits = bits - 1
    let rest = value & (1 << repeatBits - 1)
    var pattern = shift > repeatBits ? rest << (shift - repeatBits) : rest >> (repeatBits - shift)
    var result = shifted
    while pattern != 0 {
      result |= pattern
      pattern >>= repeatBits
    }
    return result
  }
}

extension UInt32 {
  /// A controller value of MIDI 2.0 in seven bits.
  package var sevenBits: UInt8 { UInt8(self >> 25) }
  /// A controller value of MIDI 2.0 in fourteen bits.
  package var fourteenBits: UInt16 { UInt16(self >> 18) }
  /// From 0 to 1, both ends exact.
  package var unitPosition: Double { Double(self) / Double(UInt32.max) }
  /// From -1 to almost 1: the middle value is exactly 0.
  package var fromMiddle: Double { (Double(self) - 0x1p31) / 0x1p31 }
}
