import SpinetEngine
import SpinetKeyboard

/// The keys of what sounds always, which tell whether they are down: struck twice at one frame, as notes of
/// a file are, one is up for that frame, without which no program would notice. [audio-thread]
extension FaustVoicePlayer {
  @_noLocks mutating func setKey(_ parameter: VoiceParameter, _ value: Double) {
    let code = parameter.code
    for index in 0..<targetCount where targets[index].code == code {
      let control = targets[index].control
      let zone = lanes[0].zones[control]
      keysHaveMoved = true
      if value > 0, controls[control].hasFallen {
        controls[control].rise = Float(value)
      } else {
        controls[control].hasFallen = value <= 0 && (zone.pointee > 0 || controls[control].hasFallen)
        controls[control].rise = 0
        zone.pointee = Float(value)
      }
    }
  }

  /// Whether a key goes down after one frame.
  var keysWait: Bool {
    @_noLocks get {
      guard keysHaveMoved else { return false }
      for index in 0..<controlCount where controls[index].rise > 0 { return true }
      return false
    }
  }

  @_noLocks func pressWaitingKeys() {
    for index in 0..<controlCount where controls[index].rise > 0 {
      lanes[0].zones[index].pointee = controls[index].rise
    }
  }

  /// A frame has been played.
  @_noLocks mutating func forgetFallenKeys() {
    guard keysHaveMoved else { return }
    keysHaveMoved = false
    for index in 0..<controlCount {
      controls[index].hasFallen = false
      controls[index].rise = 0
    }
  }
}
