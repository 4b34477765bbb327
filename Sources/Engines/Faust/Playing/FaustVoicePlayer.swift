import CFaust
import CRealtime
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of a Faust program: a lane for each voice, more lanes in which stolen voices fade out, and the
/// effect after them. It allocates everything in `init`.
struct FaustVoicePlayer: ~Copyable {
  /// What one of the keyboard's voice numbers plays.
  struct VoiceSlot: BitwiseCopyable {
    /// -1 for none.
    var lane = -1
    var serial: UInt32 = 0
    var isOwned = false
  }

  var end: AudioEnd
  // The owners of the lanes' memory and of the code.
  private let states: DSPInstancePool
  private let program: FaustProgram

  /// The program's name for the crash handler, a C string.
  let name: FixedBuffer<CChar>
  let process: FixedValue<FaustFunctions>
  let lanes: VoiceLanes
  let voiceSlots: FixedBuffer<VoiceSlot>
  let controls: LiveControls
  let targets: FixedBuffer<ParameterTarget>

  let groups: VoiceGroups
  let isPolyphonic: Bool
  /// The template: a silent instance of the program that follows the widgets. Each voice starts as a copy of its state,
  /// see `VoiceTemplate`. Nil for an instrument without voices.
  var template: VoiceTemplate?
  /// The lane that computes the template.
  private(set) var templateLane: VoiceLane?
  /// Frames that the template still has to compute until its smoothed values have arrived.
  var settlingFrames = 0
  let input: ChannelBuffers
  /// The output of one lane.
  let output: ChannelBuffers
  /// The sum of all lanes.
  let bus: ChannelBuffers
  var effect: EffectLane?
  /// Whether a key has been released, or waits to be pressed again.
  var keysHaveMoved = false
  /// The timeline of the last block.
  var timeline: Timeline?
  var peak: Float = 0

  /// Frames of a fade-out or fade-in.
  let fadeFrames: Int
  /// Frames that a released voice has to be silent before it ends.
  let restFrames: Int
  /// Frames that the template computes after a widget has moved.
  let settleFrames: Int
  /// Whether a voice fades while it is held, see `HeldTrial`.
  private(set) var fades = false
  /// The distance, in frames, of the values from which the target of a smoother is calculated.
  let spanFrames: Int
  /// A gap between two blocks of at least this many frames means that the card has rested.
  let shortestRest: Int

  /// Sound below this is too quiet to hear: −90 dB.
  static var threshold: Float { @_noLocks get { 3.2e-5 } }
  /// A released voice below this is at its end: `VOICE_STOP_LEVEL` of Faust's poly-dsp.h. Some physical models never
  /// become quieter.
  static var voiceThreshold: Float { @_noLocks get { 5e-4 } }

  /// - Parameter states: those of `program`. [control-thread]
  init(
    _ program: FaustProgram, voices: Int, states: DSPInstancePool, stream: StreamFormat,
    end: consuming AudioEnd
  ) {
    let meters = end.meters
    self.end = end
    self.states = states
    self.program = program
    let text = Array(program.name.utf8CString)
    name = FixedBuffer(count: text.count) { text[$0] }
    process = FixedValue(program.process.functions)
    lanes = VoiceLanes(states.lanes)
    voiceSlots = FixedBuffer(repeating: VoiceSlot(), count: voices)
    controls = LiveControls(program.process.controls)
    targets = FixedBuffer(count: program.targets.count) { program.targets[$0] }
    input = ChannelBuffers(count: program.process.inputCount, capacity: stream.largestBlock)
    // An effect gets all outputs of the voices; without one, only two are heard.
    let heard = program.effect == nil ? 2 : program.process.outputCount
    output = ChannelBuffers(
      count: program.process.outputCount, capacity: stream.largestBlock, heard: heard)
    bus = ChannelBuffers(count: program.process.outputCount, capacity: stream.largestBlock, heard: heard)
    if let part = program.effect, let state = states.effect {
      effect = EffectLane(part, state, after: bus, stream: stream, meters: meters)
    }
    groups = VoiceGroups(
      program.groups?.functions, states, outputs: program.process.outputCount,
      largestBlock: stream.largestBlock)
    fadeFrames = stream.frames(seconds: 0.005)
    restFrames = stream.frames(seconds: 0.5)
    settleFrames = stream.frames(seconds: 0.5)
    spanFrames = stream.frames(seconds: 0.001)
    shortestRest = stream.frames(seconds: 0.01)
    isPolyphonic = states.template != nil
    begin(states)
  }

  /// Makes the template, or starts the only lane of an instrument without voices.
  private mutating func begin(_ states: DSPInstancePool) {
    if let (running, fresh) = states.template {
      Denormals.flushed { makeTemplate(running, fresh: fresh) }
    } else {
      for index in 0..<controls.count where !controls[index].isBargraph { tell(lanes[0], index) }
      lanes[0].use = .sounding
    }
  }

  /// Makes the template and runs it until all widget values have arrived.
  private mutating func makeTemplate(_ running: DSPInstancePool.State, fresh: DSPInstancePool.State) {
    // The first frames of the program are computed here, so here it may crash.
    rt_enter_program(name.start)
    defer { rt_leave_program() }
    let lanes = VoiceLanes([running])
    let lane = lanes.first
    for index in 0..<controls.count where controls[index].isShared {
      lane.set(control: index, to: controls[index].elsewhere)
    }
    template = VoiceTemplate(
      lanes, fresh: fresh.memory, functions: process.value, settles: program.settles,
      settleFrames: settleFrames
    ) { run(lane, $0) }
    templateLane = lane
    for index in 0..<controls.count where controls[index].isShared { tell(lane, index) }
    run(lane, settleFrames)
    fades = heldVoiceFades()
  }

  /// Computes frames of a lane without playing them.
  @_noLocks func run(_ lane: VoiceLane, _ frames: Int) {
    var rest = frames
    while rest > 0 {
      let count = min(rest, output.capacity)
      faust_compute(process.address, lane.memory, Int32(count), input.addresses, output.addresses)
      rest -= count
    }
  }

  /// Gives a lane the value of a control.
  @_noLocks func tell(_ lane: VoiceLane, _ control: Int) {
    lane.set(control: control, to: controls[control].value)
  }
}
