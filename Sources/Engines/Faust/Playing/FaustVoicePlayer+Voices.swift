import CFaust
import SpinetEngine
import SpinetKeyboard

extension FaustVoicePlayer: VoicePlayer {
  // Generic code is made for one type in the file that holds its conformance, and there only.
  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  @_noLocks mutating func start(_ number: Int, serial: UInt32) {
    guard isVoiceNumber(number) else { return }
    steal(number)
    voiceSlots[number].serial = serial
    voiceSlots[number].isOwned = true
    guard let template else { return }
    let lane = takeLane()
    voiceSlots[number].lane = lane
    template.copy(into: lanes[lane].memory, process)
    lanes[lane].use = .sounding
    lanes[lane].voice = number
    lanes[lane].isReleased = false
    lanes[lane].quietFrames = 0
    lanes[lane].hasFallen = false
    lanes[lane].opensAfterOneFrame = false
    for index in 0..<controlCount where controls[index].cell != nil && !controls[index].isBargraph {
      tell(lanes[lane], index)
    }
    write(lane, VoiceParameter.bend.code, 1)
    write(lane, VoiceParameter.gate.code, 0)
  }

  /// The lane goes on, unheard of, to silence; the number is free.
  @_noLocks mutating func steal(_ number: Int) {
    guard isVoiceNumber(number) else { return }
    voiceSlots[number].isOwned = false
    let lane = voiceSlots[number].lane
    guard lane >= 0 else { return }
    voiceSlots[number].lane = -1
    fade(lane)
  }

  @_noLocks private mutating func fade(_ lane: Int) {
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
    guard isPolyphonic else { return beginAnew() }
    effect?.fallSilent()
    for lane in 0..<laneCount {
      guard case .sounding = lanes[lane].use else { continue }
      fade(lane)
    }
    for number in 0..<voiceSlotCount where voiceSlots[number].isOwned { end(number) }
  }

  /// What sounds always goes down, forgets, and comes up again, unless it is just about to.
  @_noLocks private mutating func beginAnew() {
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
    for lane in 0..<laneCount {
      guard case .sounding = lanes[lane].use else { continue }
      setLane(lane, parameter, value)
    }
  }

  @_noLocks private mutating func setLane(_ lane: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter { setGate(lane, Float(value)) } else { write(lane, parameter.code, value) }
  }

  /// What all voices are told, those that start later are told as well.
  @_noLocks private mutating func keep(_ parameter: VoiceParameter, _ value: Double) {
    let code = parameter.code
    for index in 0..<targetCount where targets[index].code == code {
      let control = targets[index].control
      controls[control].value = targets[index].converted(value)
      tellTemplate(control)
    }
  }

  /// Voices that begin from now on have what it has become once it has arrived.
  @_noLocks mutating func tellTemplate(_ control: Int) {
    guard controls[control].isShared, let lane = template?.lane else { return }
    tell(lane, control)
    template?.frames = settleFrames
  }

  /// The values are raw: they know no slider's range.
  @_noLocks private func write(_ lane: Int, _ code: UInt32, _ value: Double) {
    for index in 0..<targetCount where targets[index].code == code {
      lanes[lane].zones[targets[index].control].pointee = targets[index].converted(value)
    }
  }

  /// A gate that falls and rises at one frame is low for one frame: the note begins anew.
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
    for index in 0..<targetCount where targets[index].code == VoiceParameter.gate.code {
      return lanes[lane].zones[targets[index].control].pointee > 0
    }
    return false
  }

  /// The first free lane; when all sound, the one that has faded furthest.
  @_noLocks private func takeLane() -> Int {
    var furthest = 0
    var least = Int.max
    for lane in 0..<laneCount {
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

  @_noLocks private func isVoiceNumber(_ number: Int) -> Bool { number >= 0 && number < voiceSlotCount }

  /// Tells control that a voice is over.
  @_noLocks mutating func end(_ number: Int) {
    voiceSlots[number].isOwned = false
    voiceSlots[number].lane = -1
    end.report(.voiceEnded(VoiceNumber(rawValue: Int16(number)), serial: voiceSlots[number].serial))
  }
}
