import Engine
import Keyboard

extension SamplePlayer: LanePlayer {
  // The compiler makes generic code for this type out of what this file holds, and nowhere else.
  var book: VoiceBook { @_noLocks get { voices } }

  @_noLocks mutating func take(_ command: EngineCommand) { obey(command) }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 { groups[group].occupied }

  @_noLocks func loudness(ofLane lane: Int) -> Float { groups[lane >> 3].amp[lane & 7] }

  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    groups[lane >> 3].begin(lane: lane & 7, voicing: voicing)
    heads[lane].begin(at: startFrame)
    newestLane = lane
    framesToShow = 0
  }

  /// The sample plays from its start again.
  @_noLocks mutating func trigger(lane: Int) {
    groups[lane >> 3].trigger(lane: lane & 7, voicing: voicing)
    heads[lane].restart(at: startFrame, path)
    newestLane = lane
  }

  @_noLocks mutating func letGo(lane: Int) {
    groups[lane >> 3].release(lane: lane & 7, voicing: voicing)
  }

  @_noLocks mutating func fade(lane: Int) {
    groups[lane >> 3].fade(lane: lane & 7, voicing: voicing)
  }

  @_noLocks mutating func aim(lane: Int, _ touch: VoiceTouch) {
    groups[lane >> 3].aim(lane: lane & 7, touch)
  }
}
