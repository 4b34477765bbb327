/// A message of the MIDI Tuning Standard (CA-020, CA-021 and RP-020 of the MIDI Association).
///
/// Device numbers are not looked at, nor are the numbers of tuning programs and banks: there is one tuning, the
/// one that sounds, and whatever program a message is for is taken to be that one.
public struct TuningMessage: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    /// Keys by their pitches, as MIDI note numbers with a fraction: 69 is 440 Hz.
    case keys([UInt8: Double])
    /// How far each of the twelve notes of an octave, from C, lies beside equal temperament, on the channels of
    /// which bit 0 is channel 1.
    case octave(cents: [Double], channels: UInt16)
  }

  public let change: Change
  /// Whether notes that sound follow at once; otherwise only those to come.
  public let isRealTime: Bool

  /// - Parameter payload: the bytes between F0 and F7. Nil for what is no tuning message, is incomplete, or has
  ///   a wrong checksum.
  public init?(payload: [UInt8]) {
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

  // MARK: Keys

  /// 16 bytes of a name, three bytes for each of 128 keys, and the exclusive or of all before.
  private static func dump(_ payload: [UInt8]) -> Change? {
    let first = 21
    let last = first + 3 * 128
    guard payload.count == last + 1, payload[..<last].reduce(0, ^) == payload[last] else { return nil }
    var keys: [UInt8: Double] = [:]
    for key in 0..<128 { keys[UInt8(key)] = pitch(payload[(first + 3 * key)...]) }
    return .keys(keys)
  }

  /// So many times a key and three bytes; of a key that comes twice the later counts.
  private static func notes(_ payload: [UInt8], countAt place: Int) -> Change? {
    guard payload.count > place, payload.count == place + 1 + 4 * Int(payload[place]) else { return nil }
    var keys: [UInt8: Double] = [:]
    for start in stride(from: place + 1, to: payload.count, by: 4) {
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

  /// Three bytes of channels, from 16 down to 1, then twelve notes: −64…63 cents in one byte, −100…100 in two.
  private static func octave(_ payload: [UInt8], bytesANote: Int) -> Change? {
    guard payload.count == 7 + 12 * bytesANote else { return nil }
    let channels = UInt16(payload[4] & 3) << 14 | UInt16(payload[5]) << 7 | UInt16(payload[6])
    let cents = (0..<12).map { note in
      let place = 7 + note * bytesANote
      if bytesANote == 1 { return Double(payload[place]) - 64 }
      return (Double(payload[place]) * 128 + Double(payload[place + 1]) - 8192) * 100 / 8192
    }
    return .octave(cents: cents, channels: channels)
  }
}
