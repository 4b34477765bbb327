import Engine
import Keyboard
import Voices

extension Instrument: LanePlayer {
  // The compiler makes generic code for this type out of what this file holds, and nowhere else.
  var book: VoiceBook { @_noLocks get { voices } }

  @_noLocks mutating func take(_ command: EngineCommand) { obey(command) }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 { groups[group].occupied }

  @_noLocks func loudness(ofLane lane: Int) -> Float { groups[lane >> 3].loudness(ofLane: lane & 7) }

  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    startCount &+= 1
    // Steps of the golden section spread any number of voices evenly.
    let place = Float(startCount &* 2_654_435_769) * (2 / 4_294_967_296) - 1
    groups[lane >> 3].begin(lane: lane & 7, position: place, voicing: voicing.pointee)
    begun = number
  }

  @_noLocks mutating func trigger(lane: Int) {
    groups[lane >> 3].trigger(lane: lane & 7, voicing: voicing.pointee)
  }

  @_noLocks mutating func letGo(lane: Int) {
    groups[lane >> 3].release(lane: lane & 7, voicing: voicing.pointee)
  }

  @_noLocks mutating func fade(lane: Int) {
    groups[lane >> 3].fade(lane: lane & 7, voicing: voicing.pointee)
  }

  @_noLocks mutating func aim(lane: Int, _ touch: VoiceTouch) {
    let group = groups + (lane >> 3)
    group.pointee.pitch.goal[lane & 7] = touch.pitch
    group.pointee.bend.goal[lane & 7] = touch.bend
    group.pointee.gain.goal[lane & 7] = touch.gain
    group.pointee.pressure.goal[lane & 7] = touch.pressure
    group.pointee.timbre.goal[lane & 7] = touch.timbre
  }

  /// Without legato a voice that goes to another key begins its envelopes anew.
  @_noLocks mutating func moved(_ number: Int, by parameter: VoiceParameter, before: VoiceTouch) {
    if case .freq = parameter { begun = number }
    let voice = voices[number]
    guard let lane = voice.lane, voice.isHeld, voice.touch.key >= 0, voice.touch.key != before.key else {
      return
    }
    if controls[.glideLegato] < 0.5 { trigger(lane: lane) }
  }

  /// What is not heard needs no fading, which would go on under the next note.
  @_noLocks mutating func silenceEffects() {
    if quietFrames > 0 { effects.forget() } else { effects.silence() }
  }
}
