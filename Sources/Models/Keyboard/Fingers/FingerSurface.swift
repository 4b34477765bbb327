/// The rows of keys and the fingers on them: which keys are lit, and how many fingers each row has.
struct FingerSurface {
  let geometry: KeyGeometry
  private(set) var rows: [RowState]
  var fingers: [Finger]

  init(_ configuration: KeyboardConfiguration, size: KeyboardSize) {
    geometry = KeyGeometry(size: size, rows: configuration.rows)
    rows = configuration.rows.indices.map { RowState($0, of: configuration) }
    let count = configuration.maximumFingers + configuration.noteFingers
    fingers = Array(repeating: Finger(), count: count)
  }

  /// Lifts every finger, without an event.
  mutating func clear() {
    for index in fingers.indices { fingers[index] = Finger() }
    for index in rows.indices { rows[index].clear() }
  }

  /// Adds a finger to its row's count.
  mutating func enterRow(_ slot: Int) { rows[fingers[slot].touch.row].fingerCount += 1 }

  /// Removes a finger from its row's count. A muted finger has been removed already.
  mutating func leaveRow(_ slot: Int) {
    if !fingers[slot].isMuted { rows[fingers[slot].touch.row].fingerCount -= 1 }
  }

  mutating func light(_ slot: Int) {
    fingers[slot].isActive = true
    rows[fingers[slot].touch.row].lit[fingers[slot].touch.key] = true
  }

  /// A key is lit until the last sounding finger on it has left it.
  mutating func darkenKey(of slot: Int) {
    let (row, key) = (fingers[slot].touch.row, fingers[slot].touch.key)
    for (index, finger) in fingers.enumerated() where index != slot && finger.isActive && finger.owner != nil
    {
      if finger.touch.row == row, finger.touch.key == key { return }
    }
    rows[row].lit[key] = false
  }

  func isLit(row: Int, key: Int) -> Bool {
    rows.indices.contains(row) && rows[row].lit.indices.contains(key) && rows[row].lit[key]
  }
}

extension KeyboardConfiguration {
  /// The number of fingers reserved for notes, in addition to those of the surface. Both use the lowest free
  /// number, because programs expect `x0` first. Numbers fit into a byte.
  fileprivate var noteFingers: Int { listensToTouches ? min(64, 256 - maximumFingers) : 0 }
}
