/// Two 7-bit halves on their way to one 14-bit value.
///
/// Senders differ: most send the MSB first, some the LSB, and 7-bit ones no LSB at all. The pair gives a value
/// as early as it can be known, and learns the order so that no value between two halves overshoots:
/// sweeps are monotonic.
struct FourteenBitPair: BitwiseCopyable, Sendable {
  private enum Order: UInt8 { case unknown, msbFirst, lsbFirst }

  private var msb: UInt8?
  private var lsb: UInt8 = 0
  private var order = Order.unknown
  private var lastWasLSB = false

  /// Forgets the value but keeps the sender's order, which goes with the sender.
  mutating func forgetValue() {
    msb = nil
    lsb = 0
    lastWasLSB = false
  }

  /// The value now that the MSB is `new`.
  ///
  /// An LSB is 0 until it comes (MIDI 1.0: an MSB resets its LSB), but on the way down it is taken as 127:
  /// from 65/0 to 64/100 the value passes 64/127 and not 64/0, which would be beyond the target.
  mutating func takeMSB(_ new: UInt8) -> UInt16 {
    if order != .lsbFirst, let old = msb, new != old {
      let comesDown = order == .msbFirst && new < old && new > 0
      lsb = comesDown ? 127 : 0
    }
    return set(msb: new)
  }

  /// The value now that the MSB of something that is no sweep is `new`: the LSB is 0 unless it came just before.
  mutating func takeMSBAlone(_ new: UInt8) -> UInt16 {
    if order != .lsbFirst || !lastWasLSB { lsb = 0 }
    return set(msb: new)
  }

  private mutating func set(msb new: UInt8) -> UInt16 {
    msb = new
    lastWasLSB = false
    return UInt16(new) << 7 | UInt16(lsb)
  }

  /// The value now that the LSB is `new`; nil while an MSB is to follow.
  mutating func takeLSB(_ new: UInt8) -> UInt16? {
    if order == .unknown { order = msb == nil ? .lsbFirst : .msbFirst }
    // An LSB-first sender never sends two in a row; one that sends the MSB only when it changes does.
    if lastWasLSB, msb != nil { order = .msbFirst }
    lastWasLSB = true
    lsb = new
    guard order == .msbFirst, let msb else { return nil }
    return UInt16(msb) << 7 | UInt16(new)
  }
}
