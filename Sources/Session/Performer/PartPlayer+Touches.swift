import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime

/// Fingers of inbox clients on a part's keyboard.
extension PartPlayer {
  /// Puts a finger on the keyboard's surface, moves it or lifts it. A finger that moves plays the keys on its way.
  func take(_ finger: FingerInput, of client: ClientID, at time: HostTime) {
    let x = finger.x.inUnit * keyboard.size.width
    let y = finger.y.inUnit * keyboard.size.height
    let milliseconds = time.milliseconds
    switch finger.phase {
    case .down:
      let number = fingers.down(finger.id, of: client)
      keyboard.fingerDown(number, x: x, y: y, gain: finger.velocity?.inUnit, at: milliseconds, into: &events)
    case .move:
      guard let number = fingers.number(of: finger.id, client) else { return }
      keyboard.fingerSwept(number, x: x, y: y, at: milliseconds, into: &events)
    case .up:
      guard let number = fingers.up(finger.id, of: client) else { return }
      keyboard.fingerLifted(number, x: x, y: y, at: milliseconds, into: &events)
    }
    if let pressure = finger.pressure, let number = fingers.number(of: finger.id, client) {
      keyboard.fingerPressed(number, pressure.inUnit, into: &events)
    }
  }

  /// Whether a client's finger is down on this part.
  func holds(_ finger: Int, of client: ClientID) -> Bool { fingers.number(of: finger, client) != nil }

  /// Lifts all fingers of a client that is gone.
  func lift(_ client: ClientID, at time: HostTime) {
    for number in fingers.remove(client) { keyboard.fingerGone(number, at: time.milliseconds, into: &events) }
  }
}

extension Double {
  /// Limited to 0–1; 0 for "not a number".
  fileprivate var inUnit: Double { isNaN ? 0 : min(max(self, 0), 1) }
}
