import SpinetKeyboard
import SpinetMIDI
import SpinetText
import SpinetWidgets

/// `spinet keyboard show`: every key of every keyboard, with its note and frequency.
package struct KeyboardTable: Sendable {
  private let configuration: KeyboardConfiguration

  package init(_ configuration: KeyboardConfiguration) { self.configuration = configuration }

  /// In columns, with a heading for each keyboard.
  package var lines: [String] {
    configuration.rows.enumerated().flatMap { index, row in
      [heading(row, index)] + (0..<row.keyCount).map { line(row, key: $0) }
    }
  }

  /// One JSON object per key: `{"keyboard":0,"key":0,"note":48,"name":"C3","hertz":130.8128}`, with `label`, `black`,
  /// `piano` and `static` for programs that draw it.
  package var jsonLines: [String] {
    configuration.rows.enumerated().flatMap { index, row in
      (0..<row.keyCount).map { json(row, index, key: $0) }
    }
  }

  private func heading(_ row: KeyboardRow, _ index: Int) -> String {
    var text = "keyboard \(index): \(row.keyCount) keys from \(row.lowestKey)"
    if row.isReversed { text += ", right to left" }
    if !row.sendsFreq || configuration.polyphony.number <= 0 { text += ", without voices of its own" }
    return text
  }

  private func line(_ row: KeyboardRow, key: Int) -> String {
    let pitch = row.pitch(ofKey: key)
    let face = row.face(ofKey: key)
    let columns = [
      String(key).padded(to: 5, .right), " ", JSONLine.number(pitch).padded(to: 7, .right), " ",
      (noteName(pitch) ?? "-").padded(to: 5, .right), " ",
      configuration.tuning.sounds(Int(pitch))
        ? hertz(pitch).padded(to: 11, .right) + " Hz" : "silent".padded(to: 14, .right),
      face.isBlack ? "  black" : "  white", face.label.map { "  \($0)" } ?? "",
    ]
    return columns.joined()
  }

  private func json(_ row: KeyboardRow, _ index: Int, key: Int) -> String {
    let pitch = row.pitch(ofKey: key)
    let face = row.face(ofKey: key)
    var line = JSONLine()
    line.add("keyboard", index)
    line.add("key", key)
    line.add("note", pitch)
    if let name = noteName(pitch) { line.add("name", name) }
    if configuration.tuning.sounds(Int(pitch)) { line.add("hertz", configuration.tuning.hertz(pitch)) }
    if let label = face.label { line.add("label", label) }
    line.add("black", face.isBlack)
    line.add("piano", row.isPiano)
    line.add("static", row.isStatic)
    return line.description
  }

  /// Nil for pitches between or beyond the MIDI keys.
  private func noteName(_ pitch: Double) -> String? {
    Int(exactly: pitch).flatMap { NoteName(key: $0)?.description }
  }

  /// With four decimals, or as many more as make six significant digits.
  private func hertz(_ pitch: Double) -> String {
    let hertz = configuration.tuning.hertz(pitch)
    let (decimals, scale) = hertz < 1 ? (6, 1_000_000) : hertz < 10 ? (5, 100_000) : (4, 10_000)
    let scaled = Int(bounded: hertz * Double(scale), in: 0...1 << 53)
    return "\(scaled / scale)." + String(scaled % scale).padded(to: decimals, .right, with: "0")
  }
}
