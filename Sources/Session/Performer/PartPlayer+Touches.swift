import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime

/// Fingers of inbox clients on a part's keyboard.
extension PartPlayer {
  /// Puts a finger on the keyboard's surface, moves it or lifts it. A finger that moves plays the keys on its way.
  func take(_ finger: FingerInput, of client: ClientID, at time: HostTime, _ held: inout HeldInput) {
    let x = finger.x.inUnit * keyboard.size.width
    let y = finger.y.inUnit * keyboard.size.height
    let milliseconds = time.milliseconds
    switch finger.phase {
    case .down:
      guard isAudible else { return }
      let number = held.touch(finger.id, of: client, on: number).number
      keyboard.fingerDown(
        number, x: x, y: y, gain: finger.velocity?.inUnit, at: milliseconds, into: &output.events)
    case .move:
      guard let number = held.finger(finger.id, of: client)?.number else { return }
      keyboard.fingerSwept(number, x: x, y: y, at: milliseconds, into: &output.events)
    case .up:
      guard let number = held.lift(finger: finger.id, of: client)?.number else { return }
      keyboard.fingerLifted(number, x: x, y: y, at: milliseconds, into: &output.events)
    }
    if let pressure = finger.pressure, let number = held.finger(finger.id, of: client)?.number {
      keyboard.fingerPressed(number, pressure.inUnit, into: &output.events)
    }
  }

  /// Lifts a finger whose client is gone.
  func lift(_ finger: HeldFinger, at time: HostTime) {
    keyboard.fingerGone(finger.number, at: time.milliseconds, into: &output.events)
  }
}

extension Double {
  /// Limited to 0–1; 0 for "not a number".
  fileprivate var inUnit: Double { isNaN ? 0 : min(max(self, 0), 1) }
}
