/// A key of the MIDI keyboard by the name people give it: `C4` is 60, `F#3`, `Bb2`, `c#-1`.
public struct NoteName: Hashable, Sendable, BitwiseCopyable, LosslessStringConvertible {
  /// 0–127.
  public let key: UInt8

  public init?(key: Int) {
    guard (0...127).contains(key) else { return nil }
    self.key = UInt8(key)
  }

  /// Letter, `#` or `b` (also ♯ and ♭), octave from -1 to 9; nil for what is no name or beyond G9.
  public init?(_ text: String) {
    var rest = text[...]
    guard let letter = rest.popFirst(), let step = Self.steps[letter.lowercased()] else { return nil }
    var accidental = 0
    if let sign = rest.first, let shift = Self.accidentals[sign] {
      accidental = shift
      rest.removeFirst()
    }
    guard rest.first != "+", let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    self.init(key: (octave + 1) * 12 + step + accidental)
  }

  /// With sharps: `C#4`.
  public var description: String { Self.names[Int(key) % 12] + String(Int(key) / 12 - 1) }

  private static let steps = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
  private static let accidentals: [Character: Int] = ["#": 1, "♯": 1, "b": -1, "♭": -1]
  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
}
