/// A message of the MIDI Tuning Standard (CA-020, CA-021 and RP-020 of the MIDI Association).
///
/// Device numbers and the numbers of tuning programs and banks are ignored. There is only the current tuning, and every
/// message changes it.
package struct TuningMessage: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// The pitches of keys, as MIDI note numbers with a fraction: 69 is 440 Hz.
    case keys([UInt8: Double])
    /// The offsets of the twelve notes of an octave from equal temperament, starting at C. They apply to the
    /// channels whose bit is set; bit 0 is channel 1.
    case octave(cents: [Double], channels: UInt16)
    /// Master Fine Tuning of the universal device control messages (CA-025): −100…100.
    case masterFine(cents: Double)
    /// Master Coarse Tuning: −64…63.
    case masterCoarse(semitones: Int)
  }

  package let change: Change
  /// Whether sounding notes change at once. Otherwise only later notes have the new tuning.
  package let isRealTime: Bool

  /// - Parameter payload: the bytes between F0 and F7. Nil for other messages, incomplete ones, and a wrong
  ///   checksum.
  package init?(payload: [UInt8]) {
    if let change = Self.master(payload) {
      (self.change, isRealTime) = (change, true)
      return
    }
    guard payload.count > 4, payload[0] == 0x7E || payload[0] == 0x7F, payload[2] == 0x08,
      payload.allSatisfy({ $0 < 0x80 })
    else { return nil }
    isRealTime = payload[0] == 0x7F
    let change: Change? =
      switch (payload[3], isRealTime) {
      case (0x01, false): Self.dump(payload)
      case (0x02, true): Self.notes(payload, countAt: 5)
      case (0x07, _): Self.notes(payload, countAt: 6)
      case (0x08, _): Self.octave(payload, bytesANote: 1)
      case (0x09, _): Self.octave(payload, bytesANote: 2)
      default: nil
      }
    guard let change else { return nil }
    self.change = change
  }

  // MARK: Master tuning

  /// `7F DEVICE 04 03 LSB MSB` is fine, `7F DEVICE 04 04 LSB MSB` coarse tuning.
  private static func master(_ payload: [UInt8]) -> Change? {
    guard payload.count == 6, payload[0] == 0x7F, payload[2] == 0x04, payload.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    let value = Int(payload[5]) << 7 | Int(payload[4])
    return switch payload[3] {
    case 0x03: .masterFine(cents: Double(value - 8192) * 100 / 8192)
    case 0x04: .masterCoarse(semitones: Int(payload[5]) - 64)
    default: nil
    }
  }

  // MARK: Keys

  /// A name of 16 bytes, three bytes for each of 128 keys, and a checksum: the exclusive or of all bytes before it.
  private static func dump(_ payload: [UInt8]) -> Change? {
    let first = 21
    let last = first + 3 * 128
    guard payload.count == last + 1, payload[..<last].reduce(0, ^) == payload[last] else { return nil }
    var keys: [UInt8: Double] = [:]
    for key in 0..<128 { keys[UInt8(key)] = pitch(payload[(first + 3 * key)...]) }
    return .keys(keys)
  }

  /// A count, then a key and three bytes for each. If a key occurs twice, the later one counts.
  private static func notes(_ payload: [UInt8], countAt offset: Int) -> Change? {
    guard payload.count > offset, payload.count == offset + 1 + 4 * Int(payload[offset]) else { return nil }
    var keys: [UInt8: Double] = [:]
    for start in stride(from: offset + 1, to: payload.count, by: 4) {
      if let pitch = pitch(payload[(start + 1)...]) { keys[payload[start]] = pitch }
    }
    return .keys(keys)
  }

  /// A semitone, and fourteen bits of its fraction; nil for 7F 7F 7F, which changes nothing.
  private static func pitch(_ bytes: ArraySlice<UInt8>) -> Double? {
    let bytes = bytes.prefix(3).map(Double.init)
    if bytes == [127, 127, 127] { return nil }
    return bytes[0] + (bytes[1] * 128 + bytes[2]) / 16_384
  }

  // MARK: Octaves

  /// Three bytes of channels, from 16 down to 1, then twelve notes: −64…63 cents in one byte, −100…100 in
  /// two.
  private static func octave(_ payload: [UInt8], bytesANote: Int) -> Change? {
    guard payload.count == 7 + 12 * bytesANote else { return nil }
    let channels = UInt16(payload[4] & 3) << 14 | UInt16(payload[5]) << 7 | UInt16(payload[6])
    let cents = (0..<12).map { note in
      let offset = 7 + note * bytesANote
      if bytesANote == 1 { return Double(payload[offset]) - 64 }
      return (Double(payload[offset]) * 128 + Double(payload[offset + 1]) - 8192) * 100 / 8192
    }
    return .octave(cents: cents, channels: channels)
  }
}
