import SpinetEngine
import SpinetRealtime

extension SoundFontPlayer: LanePlayer {
  // The compiler specializes the methods of `LanePlayer` only with what this file contains.
  var assignments: LaneAssignments { @_noLocks get { lanes } }

  @_noLocks mutating func report(_ report: EngineReport) { end.report(report) }

  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 { occupancy[group] }

  /// The age of the note stands for its loudness: the oldest one has faded longest.
  @_noLocks func loudness(ofLane lane: Int) -> Float { -Float(noteCount &- notes[lane].age) }

  /// Takes the preset now. Pitch and velocity are read when the next buffer begins.
  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    var note = SoundFontNote()
    note.preset = chosenPreset
    states.want(note.preset)
    note.isDrum = drums[note.preset]
    note.isToBegin = true
    leavePlace(lane)
    notes[lane] = note
    occupancy[lane >> 3] |= 1 << UInt8(lane & 7)
  }

  @_noLocks mutating func trigger(lane: Int) {
    notes[lane].isToBegin = true
    notes[lane].isToEnd = false
  }

  @_noLocks mutating func gateOff(lane: Int) { notes[lane].isToEnd = true }

  @_noLocks mutating func fade(lane: Int) {
    notes[lane].isToFade = true
    // A note that has not begun yet is dropped.
    notes[lane].isToBegin = false
    hasNewNotes = true
  }

  @_noLocks mutating func setTargets(lane: Int, _ expression: NoteExpression) {
    notes[lane].expression = expression
    notes[lane].isMoved = true
  }
}
