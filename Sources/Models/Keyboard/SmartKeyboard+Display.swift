import SpinetMIDI

/// The keys that a screen shows as pressed.
extension SmartKeyboard {
  /// By row: the keys that a sounding finger or a held note is on, from the left.
  public var litKeys: [[Int]] {
    var lit = surface.rows.map { row in row.lit.indices.filter { row.lit[$0] } }
    for note in notes where !note.isOver && surface.rows.indices.contains(note.row) {
      let row = surface.rows[note.row]
      guard row.distance(to: Double(note.pitch)) < 0.5 else { continue }
      let key = row.row.key(nearest: Double(note.pitch))
      if !lit[note.row].contains(key) { lit[note.row].append(key) }
    }
    return lit.map { $0.sorted() }
  }

  /// The MIDI keys that notes and fingers hold, by their pitch.
  public var soundingKeys: Set<UInt8> {
    let pitches = notes.filter { !$0.isOver }.map(\.pitch)
    let touched = surface.fingers.filter { $0.isOnSurface && $0.isActive && $0.voice != nil }
      .map { Int($0.reference.rounded()) }
    return Set((pitches + touched).compactMap { NoteName(key: $0)?.key })
  }
}
