/// How a place on a key becomes a pitch: `quantizationMode`, `Rounding Mode`.
public enum RoundingMode: Int, Hashable, Sendable, CaseIterable {
  /// The key's own pitch; a slide to another key is a new note.
  case quantized
  /// The pitch under the finger, everywhere.
  case continuous
  /// Rounded while the finger rests, continuous while it moves.
  case rounded
}
