import CRealtime
import Engine
import Keyboard

extension SamplePlayer {
  /// Does what a command says, at the frame that is next. [audio-thread]
  @_noLocks mutating func take(_ command: EngineCommand) {
    switch command.action {
    case .voice(.start(let number, let serial)): start(number.index, serial)
    case .voice(.set(let number, let parameter, let value)): set(number.index, parameter, value)
    case .voice(.release(let number)): release(number.index)
    case .voice(.steal(let number)): steal(number.index)
    case .silence: silence()
    // The keyboard plays this engine; nobody sends it bytes.
    case .midi: break
    }
  }

  @_noLocks private mutating func start(_ number: Int, _ serial: UInt32) {
    guard isVoice(number) else { return }
    steal(number)
    voices[number].serial = serial
    voices[number].isOwned = true
    voices[number].isHeld = true
    voices[number].isReleased = false
    voices[number].touch = touch
    begin(number)
  }

  /// The voice goes on, unheard of, to silence; its number is free.
  @_noLocks private mutating func steal(_ number: Int) {
    guard isVoice(number) else { return }
    voices[number].isOwned = false
    voices[number].isHeld = false
    guard let lane = voices[number].lane else { return }
    voices[number].lane = nil
    owners[lane] = nil
    groups[lane >> 3].fade(lane: lane & 7, voicing: voicing)
  }

  @_noLocks private mutating func release(_ number: Int) {
    guard isVoice(number), voices[number].isOwned, !voices[number].isReleased else { return }
    voices[number].isReleased = true
    setGate(number, false)
    if voices[number].lane == nil { end(number) }
  }

  @_noLocks private mutating func silence() {
    for lane in 0..<Self.laneCount where isSounding(lane) {
      groups[lane >> 3].fade(lane: lane & 7, voicing: voicing)
    }
    for number in 0..<Self.voiceCount where voices[number].isOwned {
      voices[number].isReleased = true
      voices[number].isHeld = false
      if voices[number].lane == nil { end(number) }
    }
  }

  @_noLocks private mutating func set(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    guard value == value else { return }
    if isVoice(number) { return setOne(number, parameter, value) }
    guard number == -1 else { return }
    Self.change(&touch, parameter, value)
    for voice in 0..<Self.voiceCount { setOne(voice, parameter, value) }
  }

  @_noLocks private mutating func setOne(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter {
      if voices[number].isOwned { setGate(number, value >= 0.5) }
      return
    }
    Self.change(&voices[number].touch, parameter, value)
    guard let lane = voices[number].lane else { return }
    groups[lane >> 3].aim(lane: lane & 7, voices[number].touch)
  }

  @_noLocks private static func change(
    _ touch: inout VoiceState.Touch, _ parameter: VoiceParameter, _ value: Double
  ) {
    switch parameter {
    case .freq: touch.pitch = octaves(value)
    case .bend: touch.bend = octaves(value)
    case .gain: touch.gain = Float(min(max(value, 0), 1))
    default: break
    }
  }

  /// log₂, within what makes sense as hertz or as a ratio.
  @_noLocks private static func octaves(_ value: Double) -> Float {
    Float(rt_log2(min(max(value, 1e-3), 1e5)))
  }

  /// A key that was up plays the sample from its start again, in the lane it has or in a new one.
  @_noLocks private mutating func setGate(_ number: Int, _ isHeld: Bool) {
    guard voices[number].isHeld != isHeld else { return }
    voices[number].isHeld = isHeld
    guard let lane = voices[number].lane else {
      if isHeld { begin(number) }
      return
    }
    if isHeld {
      voices[number].isReleased = false
      groups[lane >> 3].trigger(lane: lane & 7, voicing: voicing)
      heads[lane].restart(at: startFrame, path)
      newestLane = lane
    } else {
      groups[lane >> 3].release(lane: lane & 7, voicing: voicing)
    }
  }

  @_noLocks private mutating func begin(_ number: Int) {
    wake()
    let lane = takeLane()
    voices[number].lane = lane
    owners[lane] = number
    groups[lane >> 3].begin(lane: lane & 7, voicing: voicing)
    heads[lane].begin(at: startFrame)
    groups[lane >> 3].aim(lane: lane & 7, voices[number].touch)
    newestLane = lane
    framesToShow = 0
  }

  /// The first free lane, so that sounding ones lie close together; when all sound, the quietest of
  /// those that fade anyway.
  @_noLocks private mutating func takeLane() -> Int {
    var quietest = 0
    var level = Float.infinity
    for lane in 0..<Self.laneCount {
      guard isSounding(lane) else { return lane }
      let lanesLevel = groups[lane >> 3].amp[lane & 7]
      if owners[lane] == nil, lanesLevel < level {
        quietest = lane
        level = lanesLevel
      }
    }
    return quietest
  }

  @_noLocks private func isVoice(_ number: Int) -> Bool { number >= 0 && number < Self.voiceCount }

  @_noLocks private func isSounding(_ lane: Int) -> Bool {
    groups[lane >> 3].occupied & (1 << UInt8(lane & 7)) != 0
  }

  /// Tells control that a voice is over.
  @_noLocks func end(_ number: Int) {
    voices[number].isOwned = false
    end.report(.voiceEnded(VoiceNumber(rawValue: Int16(number)), serial: voices[number].serial))
  }
}
