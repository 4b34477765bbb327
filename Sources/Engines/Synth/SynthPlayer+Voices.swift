import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetVoices

extension SynthPlayer: LanePlayer {
  // The compiler specialises the methods of `LanePlayer` only with code in this file.
  var assignments: LaneAssignments { @_noLocks get { voices } }

  @_noLocks mutating func report(_ report: EngineReport) { end.report(report) }

  @_noLocks mutating func take(_ command: EngineCommand) {
    guard case .clock(let quarters, let perMinute) = command.action else { return handle(command) }
    music = MusicPosition(
      quarters, at: nextFrame, perFrame: perMinute / 60 * Double(controls.secondsPerFrame))
  }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 { groups[group].occupied }

  @_noLocks func loudness(ofLane lane: Int) -> Float { groups[lane >> 3].loudness(ofLane: lane & 7) }

  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    startCount &+= 1
    // Steps of the golden ratio spread any number of voices evenly.
    let position = Float(startCount &* 2_654_435_769) * (2 / 4_294_967_296) - 1
    groups[lane >> 3].begin(lane: lane & 7, position: position, parameters: parameters.value)
    usedGroups = max(usedGroups, lane >> 3 + 1)
    begun = number
  }

  @_noLocks mutating func trigger(lane: Int) {
    groups[lane >> 3].trigger(lane: lane & 7, parameters: parameters.value)
  }

  @_noLocks mutating func gateOff(lane: Int) {
    groups[lane >> 3].release(lane: lane & 7, parameters: parameters.value)
  }

  @_noLocks mutating func fade(lane: Int) {
    groups[lane >> 3].fade(lane: lane & 7, parameters: parameters.value)
  }

  @_noLocks mutating func setTargets(lane: Int, _ expression: NoteExpression) {
    let group = lane >> 3
    groups[group].pitch.target[lane & 7] = expression.pitch
    groups[group].bend.target[lane & 7] = expression.bend
    groups[group].gain.target[lane & 7] = expression.gain
    groups[group].pressure.target[lane & 7] = expression.pressure
    groups[group].timbre.target[lane & 7] = expression.timbre
  }

  /// Without legato, a voice that moves to another key restarts its envelopes.
  @_noLocks mutating func moved(_ number: Int, by parameter: VoiceParameter, before: NoteExpression) {
    if case .freq = parameter { begun = number }
    let voice = voices[number]
    guard let lane = voice.lane, voice.isHeld, voice.expression.key >= 0, voice.expression.key != before.key
    else {
      return
    }
    if controls[.glideLegato] < 0.5 { trigger(lane: lane) }
  }

  /// Effects that are silent are cleared at once, because a fade would continue under the next note.
  @_noLocks mutating func silenceEffects() {
    if quietFrames > 0 { effects.forget(controls) } else { effects.silence() }
  }
}
