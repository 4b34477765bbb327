import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of the engine. It allocates everything in `init`.
///
/// Control steps are at frames of the stream that are multiples of 32. Nothing depends on where blocks begin, so any block
/// size gives the same samples.
struct ModalPlayer: ~Copyable {
  static var voiceCount: Int { @_noLocks get { 64 } }
  static var stepFrames: Int { @_noLocks get { 32 } }

  var end: AudioEnd
  private let smoother: ControlSmoother
  let controls: ModalControls
  private let lanes: LaneTable
  private let assigned: LaneAssignments
  /// A voice for each lane, and the rows of its modes.
  let voices: FixedBuffer<ModalVoice>
  let banks: FixedBuffer<ModeBank>
  /// The sums of the modes in the frames of a step.
  let sums: FixedBuffer<Lanes>
  private let table = BodyTable.shared
  /// The memory of the table, which is read without counting references.
  let bodies: UnsafeMutablePointer<ModalTraits>
  let rows: UnsafeMutablePointer<ModeRow>
  var output: ModalOutput
  let framesPerSecond: Float
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// The highest sample of the block before the master volume.
  var preVolumePeak: Float = 0
  /// Frames since anything was audible, regardless of the master volume.
  var quietFrames = 0
  let longestPause: Int
  /// Whether nothing is audible and nothing is computed.
  var isAsleep = true

  init(widgets: [Widget], framesPerSecond: Double, end: consuming AudioEnd) {
    self.end = end
    self.framesPerSecond = Float(framesPerSecond)
    smoother = ControlSmoother(
      widgets, octaves: ModalParameter.cutoff.index, framesPerSecond: framesPerSecond,
      stepFrames: Self.stepFrames)
    controls = ModalControls(smoother.values)
    lanes = LaneTable(voices: Self.voiceCount, spareLanes: 16)
    assigned = lanes.assignments
    voices = FixedBuffer(count: assigned.laneCount) { ModalVoice(seed: UInt32($0) &* 977 &+ 5) }
    banks = FixedBuffer(repeating: ModeBank(), count: assigned.laneCount * ModeRow.mostPerVoice)
    sums = FixedBuffer(repeating: .zero, count: Self.stepFrames)
    (bodies, rows) = (table.traits.start, table.rows.start)
    output = ModalOutput(framesPerSecond: framesPerSecond, controls: controls)
    // Between two echoes the output may be silent for this long.
    longestPause = Int(framesPerSecond * (StereoDelay.longestSeconds + 0.1))
    quietFrames = longestPause
  }

  /// The index of a lane's first row of modes. [audio-thread]
  @_noLocks func firstBank(_ lane: Int) -> Int { lane * ModeRow.mostPerVoice }

  /// The body that a voice strikes with the current model; nil where a kit has none. [audio-thread]
  @_noLocks func body(key: Int32) -> Int? {
    let model = Int(controls[.model])
    guard model < ModalModel.kitCount else { return ModalModel.firstBody(model) }
    guard key >= 27, key <= 87 else { return nil }
    return ModalModel.firstBody(model) + Int(key) - 27
  }
}

extension ModalPlayer: LanePlayer {
  // The compiler specialises the methods of `LanePlayer` only with code in this file.
  var assignments: LaneAssignments { @_noLocks get { assigned } }

  @_noLocks mutating func report(_ report: EngineReport) { end.report(report) }

  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  var soundingVoices: Int { @_noLocks get { countSoundingLanes() } }

  @_noLocks func occupied(inGroup group: Int) -> UInt8 {
    var bits: UInt8 = 0
    for lane in 0..<8 where !voices[8 * group + lane].isFree { bits |= 1 << UInt8(lane) }
    return bits
  }

  @_noLocks func loudness(ofLane lane: Int) -> Float {
    var power: Float = 0
    for row in 0..<voices[lane].traits.rowCount { power += banks[firstBank(lane) + row].power }
    return power * voices[lane].fadeLevel
  }

  @_noLocks mutating func begin(_ number: Int, inLane lane: Int) {
    wake()
    voices[lane].begin()
  }

  /// Strikes the same body again; what still rings rings on.
  @_noLocks mutating func trigger(lane: Int) {
    voices[lane].state = .fresh
    voices[lane].fading = 1
    voices[lane].fadeLevel = 1
  }

  @_noLocks mutating func gateOff(lane: Int) {
    // A stroke that is over before its first frame is a stroke still.
    if voices[lane].isFresh { strike(lane) }
    letGo(lane)
  }

  @_noLocks mutating func fade(lane: Int) {
    voices[lane].fade(seconds: 0.006, framesPerSecond: framesPerSecond)
  }

  @_noLocks mutating func setTargets(lane: Int, _ expression: NoteExpression) {
    voices[lane].aim(expression)
  }

  /// Effects that are silent are cleared at once, because a fade would continue under the next note.
  @_noLocks mutating func silenceEffects() {
    if quietFrames > 0 { output.forget(controls) } else { output.silence() }
  }

  /// After sleeping, everything starts at the widgets' values.
  @_noLocks mutating func wake() {
    quietFrames = 0
    guard isAsleep else { return }
    isAsleep = false
    controls.settle()
    output.settle(controls)
  }
}
