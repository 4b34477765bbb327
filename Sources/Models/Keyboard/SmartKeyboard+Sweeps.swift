import SpinetEngine

/// Fingers on a screen that reports their positions a hundred times a second.
extension SmartKeyboard {
  /// Moves a finger and plays the keys on its way, because a fast finger crosses several keys between two events.
  public mutating func fingerSwept(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    if let index = surface.fingers.firstIndex(where: { $0.owner == .surface(id) }) {
      let playsKeys = configuration.roundingMode == .quantized
      for point in surface.way(of: surface.fingers[index], toX: x, y: y, playsKeys: playsKeys) {
        fingerMoved(id, x: point.x, y: point.y, at: milliseconds, into: &events)
      }
    }
    fingerMoved(id, x: x, y: y, at: milliseconds, into: &events)
  }

  private var rowHeight: Double { size.height / Double(surface.rows.count) }

  /// Changes the pressure of a finger, 0–1.
  public mutating func fingerPressed(_ id: Int, _ pressure: Double, into events: inout [VoiceEvent]) {
    guard let slot = surface.fingers.firstIndex(where: { $0.owner == .surface(id) }) else { return }
    guard pressure.isFinite, surface.fingers[slot].pressure != pressure else { return }
    surface.fingers[slot].pressure = pressure
    guard surface.fingers[slot].isActive, let voice = pitchedVoice(of: slot) else { return }
    events.append(.set(voice, .pressure, pressure))
  }

  /// Lifts a finger at its last position, because its screen is gone.
  public mutating func fingerGone(_ id: Int, at milliseconds: Double, into events: inout [VoiceEvent]) {
    guard let finger = surface.fingers.first(where: { $0.owner == .surface(id) }) else { return }
    let y = (Double(finger.touch.row) + finger.touch.y) * rowHeight
    fingerLifted(id, x: finger.x, y: y, at: milliseconds, into: &events)
  }
}

extension FingerSurface {
  /// A point in each key that a finger crosses, without the key where it starts and the key where it ends.
  fileprivate func way(
    of finger: Finger, toX x: Double, y: Double, playsKeys: Bool
  ) -> [(x: Double, y: Double)] {
    let end = geometry.touch(x: x, y: y)
    let start = finger.touch
    guard start.row != end.row || abs(start.key - end.key) > 1 else { return [] }
    // A glide within a row keeps its voice, so no keys are played on the way.
    guard start.row != end.row || playsKeys else { return [] }
    let size = geometry.size
    let (keyWidth, rowHeight) = (
      size.width / Double(rows.map(\.lit.count).max() ?? 1), size.height / Double(rows.count)
    )
    let startY = (Double(start.row) + start.y) * rowHeight
    let (dx, dy) = (x.clamped(to: size.width) - finger.x, y.clamped(to: size.height) - startY)
    let steps = Int(max(abs(dx) / keyWidth, abs(dy) / rowHeight) * 4) + 1
    var last = start
    return (1..<max(2, steps)).compactMap { step in
      let part = Double(step) / Double(steps)
      let point = (x: finger.x + dx * part, y: startY + dy * part)
      let touch = geometry.touch(x: point.x, y: point.y)
      guard (touch.row, touch.key) != (last.row, last.key), (touch.row, touch.key) != (end.row, end.key)
      else {
        return nil
      }
      last = touch
      return point
    }
  }
}

extension Double {
  /// Limits it to 0…`limit`; 0 for "not a number".
  fileprivate func clamped(to limit: Double) -> Double { isNaN ? 0 : min(max(self, 0), limit) }
}
