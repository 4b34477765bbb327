import SpinetSurface
import SpinetText

/// A part of a wave that a page draws.
package struct WaveQuestion: Hashable, Sendable {
  /// The name of the pad, the row or the recording.
  package let name: String
  /// 0–1 of the whole.
  package let from: Double
  package let to: Double
  package let columns: Int

  /// `[name, from, to, columns]`; nil for anything else.
  init?(_ value: JSONValue) {
    guard let parts = value.list, parts.count == 4, let name = parts[0].text, let from = parts[1].number,
      let to = parts[2].number, let columns = parts[3].integer, from < to, from >= 0, to <= 1,
      (1...WavePyramid.mostColumns).contains(columns)
    else { return nil }
    (self.name, self.from, self.to, self.columns) = (name, from, to, columns)
  }
}
