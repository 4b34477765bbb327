import SpinetEngine
import SpinetRealtime

extension SamplePlayer: LanePlayer {
  // The compiler specializes the methods of `LanePlayer` only with what this file contains.
  var assignments: LaneAssignments { @_noLocks get { voices } }

  @_noLocks mutating func report(_ report: EngineReport) { end.report(report) }

  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 { groups[group].occupied }

  @_noLocks func loudness(ofLane lane: Int) -> Float { groups[lane >> 3].amp[lane & 7] }

  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    groups[lane >> 3].begin(lane: lane & 7, parameters: parameters)
    heads[lane].begin(at: startFrame)
    newestLane = lane
    framesToShow = 0
  }

  /// Plays the sample from its start again.
  @_noLocks mutating func trigger(lane: Int) {
    groups[lane >> 3].trigger(lane: lane & 7, parameters: parameters)
    heads[lane].restart(at: startFrame, SourcePointer(source.address))
    newestLane = lane
  }

  @_noLocks mutating func gateOff(lane: Int) {
    groups[lane >> 3].release(lane: lane & 7, parameters: parameters)
  }

  @_noLocks mutating func fade(lane: Int) {
    groups[lane >> 3].fade(lane: lane & 7, parameters: parameters)
  }

  @_noLocks mutating func setTargets(lane: Int, _ expression: NoteExpression) {
    groups[lane >> 3].aim(lane: lane & 7, expression)
  }
}
