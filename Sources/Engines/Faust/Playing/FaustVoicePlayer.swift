import CFaust
import CRealtime
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of a Faust program: a lane for each voice, more lanes in which stolen voices fade out, and the
/// effect after them. It allocates everything in `init`.
struct FaustVoicePlayer: ~Copyable {
  /// A voice number of the keyboard.
  struct VoiceSlot: BitwiseCopyable {
    /// -1 for none.
    var lane = -1
    var serial: UInt32 = 0
    var isOwned = false
  }

  var end: AudioEnd
  // What the pointers below point to.
  private let states: DSPInstancePool
  private let program: FaustProgram
  private let nameMemory: FixedBuffer<CChar>
  private let functionMemory: FixedBuffer<FaustFunctions>
  private let laneMemory: VoiceLanes
  private let slotMemory: FixedBuffer<VoiceSlot>
  private let controlMemory: LiveControls
  private let targetMemory: FixedBuffer<ParameterTarget>

  let name: UnsafePointer<CChar>
  let process: UnsafeMutablePointer<FaustFunctions>
  let lanes: UnsafeMutablePointer<VoiceLane>
  let laneCount: Int
  let voiceSlots: UnsafeMutablePointer<VoiceSlot>
  let voiceSlotCount: Int
  let controls: UnsafeMutablePointer<LiveControl>
  let controlCount: Int
  let targets: UnsafeMutablePointer<ParameterTarget>
  let targetCount: Int

  let groups: VoiceGroups
  let isPolyphonic: Bool
  /// The state in which voices start; nil for an instrument without voices.
  var template: VoiceTemplate?
  /// The lane of the template.
  private(set) var templateLane: VoiceLane?
  /// Frames that the template still runs to follow the widgets.
  var settlingFrames = 0
  let input: ChannelBuffers
  /// The output of one lane.
  let output: ChannelBuffers
  /// The sum of all lanes.
  let bus: ChannelBuffers
  var effect: EffectLane?
  /// Whether a key has come up, or waits to go down again.
  var keysHaveMoved = false
  /// The timeline of the last block.
  var timeline: Timeline?
  var peak: Float = 0

  /// The length of a fade-out or fade-in.
  let fadeFrames: Int
  /// How long a released voice is silent before it ends.
  let restFrames: Int
  /// How long the template runs after a move of a widget.
  let settleFrames: Int
  /// The frames between two values from which the goal of a smoother is worked out.
  let spanFrames: Int
  /// The shortest gap between two blocks that is a rest.
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
    nameMemory = FixedBuffer(count: text.count) { text[$0] }
    name = UnsafePointer(nameMemory.start)
    functionMemory = FixedBuffer(repeating: program.process.functions, count: 1)
    process = functionMemory.start
    laneMemory = VoiceLanes(states.lanes)
    lanes = laneMemory.start
    laneCount = laneMemory.count
    slotMemory = FixedBuffer(repeating: VoiceSlot(), count: voices)
    voiceSlots = slotMemory.start
    voiceSlotCount = voices
    controlMemory = LiveControls(program.process.controls)
    controls = controlMemory.start
    controlCount = controlMemory.count
    targetMemory = FixedBuffer(count: program.targets.count) { program.targets[$0] }
    targets = targetMemory.start
    targetCount = program.targets.count
    input = ChannelBuffers(count: program.process.inputCount, capacity: stream.largestBlock)
    // An effect hears all outputs of the voices.
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

  /// Makes the template of the voices, or starts an instrument without voices.
  private mutating func begin(_ states: DSPInstancePool) {
    if let (running, fresh) = states.template {
      Denormals.flushed { makeTemplate(running, fresh: fresh) }
    } else {
      for index in 0..<controlCount where !controls[index].isBargraph { tell(lanes[0], index) }
      lanes[0].use = .sounding
    }
  }

  /// Makes the template, in which all widget values have arrived.
  private mutating func makeTemplate(_ running: DSPInstancePool.State, fresh: DSPInstancePool.State) {
    // The first frames of the program are computed here, so here it may crash.
    rt_enter_program(name)
    defer { rt_leave_program() }
    let lanes = VoiceLanes([running])
    let lane = lanes.start.pointee
    for index in 0..<controlCount where controls[index].isShared {
      lane.zones[index].pointee = controls[index].elsewhere
    }
    template = VoiceTemplate(
      lanes, fresh: fresh.memory, functions: process.pointee, settles: program.settles,
      settleFrames: settleFrames
    ) { run(lane, $0) }
    templateLane = lane
    for index in 0..<controlCount where controls[index].isShared { tell(lane, index) }
    run(lane, settleFrames)
  }

  /// Computes frames of a lane that are not heard.
  @_noLocks func run(_ lane: VoiceLane, _ frames: Int) {
    var rest = frames
    while rest > 0 {
      let count = min(rest, output.capacity)
      faust_compute(process, lane.memory, Int32(count), input.addresses, output.addresses)
      rest -= count
    }
  }

  /// Gives a lane the value of a control.
  @_noLocks func tell(_ lane: VoiceLane, _ control: Int) {
    lane.zones[control].pointee = controls[control].value
  }
}
