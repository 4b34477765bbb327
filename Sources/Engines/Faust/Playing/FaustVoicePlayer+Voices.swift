import CFaust
import SpinetEngine
import SpinetRealtime

extension FaustVoicePlayer: VoicePlayer {
  // The compiler specialises generic code for this type only in the file with the conformance.
  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  @_noLocks mutating func start(_ number: Int, serial: UInt32) {
    guard isVoiceNumber(number) else { return }
    steal(number)
    voiceSlots[number].serial = serial
    voiceSlots[number].isOwned = true
    guard isPolyphonic else { return }
    let lane = nextLane()
    voiceSlots[number].lane = lane
    template?.copy(into: lanes[lane].memory, process.address)
    lanes[lane].use = .sounding
    lanes[lane].voice = number
    lanes[lane].isReleased = false
    lanes[lane].quietFrames = 0
    lanes[lane].hasFallen = false
    lanes[lane].opensAfterOneFrame = false
    for index in 0..<controls.count where controls[index].cell != nil && !controls[index].isBargraph {
      tell(lanes[lane], index)
    }
    write(lane, VoiceParameter.bend.code, 1)
    write(lane, VoiceParameter.gate.code, 0)
    enterGroup(lane)
  }

  /// Fades the lane out. The voice number is free at once.
  @_noLocks mutating func steal(_ number: Int) {
    guard isVoiceNumber(number) else { return }
    voiceSlots[number].isOwned = false
    let lane = voiceSlots[number].lane
    guard lane >= 0 else { return }
    voiceSlots[number].lane = -1
    fade(lane)
  }

  @_noLocks mutating func fade(_ lane: Int) {
    lanes[lane].use = .fading
    lanes[lane].voice = -1
    lanes[lane].fadeFrames = fadeFrames
  }

  @_noLocks mutating func release(_ number: Int) {
    guard isVoiceNumber(number), voiceSlots[number].isOwned else { return }
    let lane = voiceSlots[number].lane
    guard lane >= 0 else { return end(number) }
    setGate(lane, 0)
    lanes[lane].isReleased = true
    lanes[lane].quietFrames = 0
  }

  @_noLocks mutating func silence() {
    guard isPolyphonic else { return restart() }
    effect?.fallSilent()
    for lane in 0..<lanes.count {
      guard case .sounding = lanes[lane].use else { continue }
      fade(lane)
    }
    for number in 0..<voiceSlots.count where voiceSlots[number].isOwned { end(number) }
  }

  /// Fades an instrument without voices out, clears it and fades it in, unless that is already under way.
  @_noLocks private mutating func restart() {
    guard case .sounding = lanes[0].use else { return }
    fade(0)
    effect?.fallSilent()
  }

  @_noLocks mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double) {
    guard value == value else { return }
    if !isPolyphonic { return setInstrument(parameter, value) }
    if isVoiceNumber(number) {
      let lane = voiceSlots[number].lane
      if lane >= 0 { setLane(lane, parameter, value) }
    } else if number == -1 {
      setAll(parameter, value)
    }
  }

  @_noLocks private mutating func setInstrument(_ parameter: VoiceParameter, _ value: Double) {
    keep(parameter, value)
    if case .keyStatus = parameter { return setKey(parameter, value) }
    setLane(0, parameter, value)
  }

  @_noLocks private mutating func setAll(_ parameter: VoiceParameter, _ value: Double) {
    keep(parameter, value)
    for lane in 0..<lanes.count {
      guard case .sounding = lanes[lane].use else { continue }
      setLane(lane, parameter, value)
    }
  }

  @_noLocks private mutating func setLane(_ lane: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter { setGate(lane, Float(value)) } else { write(lane, parameter.code, value) }
  }

  /// Keeps a value that was set for all voices, for those that start later.
  @_noLocks private mutating func keep(_ parameter: VoiceParameter, _ value: Double) {
    let code = parameter.code
    for index in 0..<targets.count where targets[index].code == code {
      let control = targets[index].control
      controls[control].value = targets[index].converted(value)
      tellTemplate(control)
    }
  }

  /// Gives the template the value of a control, so that later voices start with it.
  @_noLocks mutating func tellTemplate(_ control: Int) {
    guard controls[control].isShared, let lane = templateLane else { return }
    tell(lane, control)
    settlingFrames = settleFrames
  }

  /// Writes a parameter to the controls that take it.
  @_noLocks func write(_ lane: Int, _ code: UInt32, _ value: Double) {
    for index in 0..<targets.count where targets[index].code == code {
      lanes[lane].set(control: targets[index].control, to: targets[index].converted(value))
    }
  }

  /// A gate that closes and opens at the same frame is closed for one frame, so that the note starts again.
  @_noLocks private mutating func setGate(_ lane: Int, _ value: Float) {
    if value > 0, lanes[lane].hasFallen {
      lanes[lane].opensAfterOneFrame = true
    } else {
      lanes[lane].hasFallen = value <= 0 && isOpen(lane)
      lanes[lane].opensAfterOneFrame = false
      write(lane, VoiceParameter.gate.code, Double(value))
    }
    if value > 0 { lanes[lane].isReleased = false }
  }

  @_noLocks func openGate(_ lane: Int) { write(lane, VoiceParameter.gate.code, 1) }

  @_noLocks private func isOpen(_ lane: Int) -> Bool {
    if lanes[lane].hasFallen { return true }
    for index in 0..<targets.count where targets[index].code == VoiceParameter.gate.code {
      return lanes[lane].value(ofControl: targets[index].control) > 0
    }
    return false
  }

  /// The first free lane. If there is none, the lane that has faded furthest.
  @_noLocks private func nextLane() -> Int {
    var furthest = 0
    var least = Int.max
    for lane in 0..<lanes.count {
      switch lanes[lane].use {
      case .free: return lane
      case .fading where lanes[lane].fadeFrames < least:
        furthest = lane
        least = lanes[lane].fadeFrames
      case .fading, .sounding, .rising: break
      }
    }
    return furthest
  }

  @_noLocks private func isVoiceNumber(_ number: Int) -> Bool { number >= 0 && number < voiceSlots.count }

  /// Reports the end of a voice to the control thread.
  @_noLocks mutating func end(_ number: Int) {
    voiceSlots[number].isOwned = false
    voiceSlots[number].lane = -1
    end.report(.voiceEnded(VoiceNumber(rawValue: Int16(number)), serial: voiceSlots[number].serial))
  }
}

// The keys of an instrument without voices, each with a control that is above 0 while it is down. A key that comes up
// and goes down at the same frame, as in a MIDI file, is up for one frame. Without it the program would not notice.
extension FaustVoicePlayer {
  /// [audio-thread]
  @_noLocks mutating func setKey(_ parameter: VoiceParameter, _ value: Double) {
    let code = parameter.code
    for index in 0..<targets.count where targets[index].code == code {
      let control = targets[index].control
      let isDown = lanes[0].value(ofControl: control) > 0
      keysHaveMoved = true
      if value > 0, controls[control].hasFallen {
        controls[control].rise = Float(value)
      } else {
        controls[control].hasFallen = value <= 0 && (isDown || controls[control].hasFallen)
        controls[control].rise = 0
        lanes[0].set(control: control, to: Float(value))
      }
    }
  }

  /// Whether a key goes down after one frame. [audio-thread]
  var keysWait: Bool {
    @_noLocks get {
      guard keysHaveMoved else { return false }
      for index in 0..<controls.count where controls[index].rise > 0 { return true }
      return false
    }
  }

  /// [audio-thread]
  @_noLocks func pressWaitingKeys() {
    for index in 0..<controls.count where controls[index].rise > 0 {
      lanes[0].set(control: index, to: controls[index].rise)
    }
  }

  /// Call it after the first frame. [audio-thread]
  @_noLocks mutating func forgetFallenKeys() {
    guard keysHaveMoved else { return }
    keysHaveMoved = false
    for index in 0..<controls.count {
      controls[index].hasFallen = false
      controls[index].rise = 0
    }
  }
}
