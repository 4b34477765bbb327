import CRealtime
import Engine
import Keyboard
import Voices

extension Instrument {
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
    groups[lane >> 3].fade(lane: lane & 7, voicing: voicing.pointee)
  }

  @_noLocks private mutating func release(_ number: Int) {
    guard isVoice(number), voices[number].isOwned, !voices[number].isReleased else { return }
    voices[number].isReleased = true
    setGate(number, false)
    if voices[number].lane == nil { end(number) }
  }

  @_noLocks private mutating func silence() {
    effects.silence()
    for lane in 0..<8 * groupCount where isSounding(lane) {
      groups[lane >> 3].fade(lane: lane & 7, voicing: voicing.pointee)
    }
    for number in 0..<voiceCount where voices[number].isOwned {
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
    for voice in 0..<voiceCount { setOne(voice, parameter, value) }
  }

  @_noLocks private mutating func setOne(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter {
      if voices[number].isOwned { setGate(number, value >= 0.5) }
      return
    }
    let key = voices[number].touch.key
    Self.change(&voices[number].touch, parameter, value)
    guard let lane = voices[number].lane else { return }
    aim(lane, voices[number].touch)
    if case .freq = parameter { begun = number }
    // Without legato a voice that goes to another key begins its envelopes anew.
    guard voices[number].touch.key != key, voices[number].isHeld, key >= 0 else { return }
    if controls[.glideLegato] < 0.5 { groups[lane >> 3].trigger(lane: lane & 7, voicing: voicing.pointee) }
  }

  @_noLocks private static func change(
    _ touch: inout VoiceState.Touch, _ parameter: VoiceParameter, _ value: Double
  ) {
    switch parameter {
    case .freq: touch.pitch = octaves(value)
    case .bend: touch.bend = octaves(value)
    case .gain: touch.gain = unit(value)
    case .pressure: touch.pressure = unit(value)
    case .timbre: touch.timbre = unit(value)
    case .key: touch.key = Int32(min(max(value, -1), 1024))
    default: break
    }
  }

  /// log₂, within what makes sense as hertz or as a ratio.
  @_noLocks private static func octaves(_ value: Double) -> Float {
    Float(rt_log2(min(max(value, 1e-3), 1e5)))
  }

  @_noLocks private static func unit(_ value: Double) -> Float { Float(min(max(value, 0), 1)) }

  /// A key that was up sounds again in the lane it has, or in a new one.
  @_noLocks private mutating func setGate(_ number: Int, _ isHeld: Bool) {
    guard voices[number].isHeld != isHeld else { return }
    voices[number].isHeld = isHeld
    guard let lane = voices[number].lane else {
      if isHeld { begin(number) }
      return
    }
    if isHeld {
      voices[number].isReleased = false
      groups[lane >> 3].trigger(lane: lane & 7, voicing: voicing.pointee)
    } else {
      groups[lane >> 3].release(lane: lane & 7, voicing: voicing.pointee)
    }
  }

  @_noLocks private mutating func begin(_ number: Int) {
    wake()
    let lane = takeLane()
    voices[number].lane = lane
    owners[lane] = number
    startCount &+= 1
    // Steps of the golden section spread any number of voices evenly.
    let place = Float(startCount &* 2_654_435_769) * (2 / 4_294_967_296) - 1
    groups[lane >> 3].begin(lane: lane & 7, position: place, voicing: voicing.pointee)
    aim(lane, voices[number].touch)
    begun = number
  }

  /// Hands a voice's touch to its lane.
  @_noLocks private mutating func aim(_ lane: Int, _ touch: VoiceState.Touch) {
    let group = groups + (lane >> 3)
    group.pointee.pitch.goal[lane & 7] = touch.pitch
    group.pointee.bend.goal[lane & 7] = touch.bend
    group.pointee.gain.goal[lane & 7] = touch.gain
    group.pointee.pressure.goal[lane & 7] = touch.pressure
    group.pointee.timbre.goal[lane & 7] = touch.timbre
  }

  /// The first free lane, so that sounding ones lie close together; when all sound, the quietest of
  /// those that fade anyway.
  @_noLocks private mutating func takeLane() -> Int {
    for group in 0..<groupCount where groups[group].occupied != .max {
      return 8 * group + (~groups[group].occupied).trailingZeroBitCount
    }
    var quietest = 0
    var level = Float.infinity
    for lane in 0..<8 * groupCount where owners[lane] == nil {
      let lanesLevel = groups[lane >> 3].loudness(ofLane: lane & 7)
      if lanesLevel < level {
        quietest = lane
        level = lanesLevel
      }
    }
    return quietest
  }

  @_noLocks private func isVoice(_ number: Int) -> Bool { number >= 0 && number < voiceCount }

  @_noLocks func isSounding(_ lane: Int) -> Bool {
    groups[lane >> 3].occupied & (1 << UInt8(lane & 7)) != 0
  }

  /// Tells control that a voice is over.
  @_noLocks func end(_ number: Int) {
    voices[number].isOwned = false
    end.report(.voiceEnded(VoiceNumber(rawValue: Int16(number)), serial: voices[number].serial))
  }
}
