import CFaust
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// All states of a program behind one pointer: a lane for each voice and some more, in which stolen voices
/// fade, and the effect after them. Everything is allocated here, and nothing later.
struct FaustVoicePlayer: ~Copyable {
  /// A voice number of the keyboard's.
  struct VoiceSlot {
    /// -1 for none.
    var lane = -1
    var serial: UInt32 = 0
    var isOwned = false
  }

  var end: AudioEnd
  /// Keeps what the lanes play in.
  private let states: DSPInstancePool
  private let program: FaustProgram
  let name: UnsafeMutablePointer<CChar>
  let process: UnsafeMutablePointer<FaustFunctions>
  let lanes: UnsafeMutablePointer<VoiceLane>
  let laneCount: Int
  let voiceSlots: UnsafeMutablePointer<VoiceSlot>
  let voiceSlotCount: Int
  let controls: UnsafeMutablePointer<LiveControl>
  let controlCount: Int
  let targets: UnsafeMutablePointer<ParameterTarget>
  let targetCount: Int
  /// What a voice begins as; nil where one state sounds always.
  var template: VoiceTemplate?
  /// What it hears.
  let input: ChannelBuffers
  let output: ChannelBuffers
  let bus: ChannelBuffers
  var effect: EffectLane?
  /// Whether a key has come up, or waits to go down again.
  var keysHaveMoved = false
  /// Of the last block.
  var timeline: Timeline?
  /// How long a stolen voice takes to be silent.
  let fadeFrames: Int
  /// How long a released voice has to be silent to be at its end.
  let restFrames: Int
  let settleFrames: Int
  /// 1 ms, of which a block computes at most twice `mostApproaches` after a rest.
  let spanFrames: Int
  /// How long a stream has to stand still to have rested.
  let shortestRest: Int
  var peak: Float = 0

  /// Below this nobody hears anything: -90 dB.
  static var threshold: Float { @_noLocks get { 3.2e-5 } }

  static var mostApproaches: Int { @_noLocks get { 4 } }

  var isPolyphonic: Bool { @_noLocks get { template != nil } }

  /// [control-thread]
  init(
    _ program: FaustProgram, voices: Int, states: DSPInstancePool, stream: StreamFormat,
    end: consuming AudioEnd
  ) {
    let meters = end.meters
    self.end = end
    self.states = states
    self.program = program
    name = Self.copy(program.name)
    process = Self.copy([program.process.functions])
    lanes = Self.copy(states.lanes.map { VoiceLane(memory: $0.memory, zones: $0.zones) })
    laneCount = states.lanes.count
    voiceSlots = Self.copy(Array(repeating: VoiceSlot(), count: voices))
    voiceSlotCount = voices
    controls = Self.copy(program.process.controls.map { LiveControl($0) })
    controlCount = program.process.controls.count
    targets = Self.copy(program.targets)
    targetCount = program.targets.count
    input = ChannelBuffers(count: program.process.inputCount, capacity: stream.largestBlock)
    output = ChannelBuffers(count: program.process.outputCount, capacity: stream.largestBlock)
    bus = ChannelBuffers(count: program.process.outputCount, capacity: stream.largestBlock)
    if let part = program.effect, let state = states.effect {
      effect = EffectLane(part, state, after: bus, stream: stream, meters: meters)
    }
    fadeFrames = stream.frames(seconds: 0.005)
    restFrames = stream.frames(seconds: 0.5)
    settleFrames = stream.frames(seconds: 0.5)
    spanFrames = stream.frames(seconds: 0.001)
    shortestRest = stream.frames(seconds: 0.01)
    begin(states)
  }

  /// Makes what voices begin as, or begins what sounds always.
  private mutating func begin(_ states: DSPInstancePool) {
    if let runner = states.runner, let fresh = states.fresh {
      let lane = VoiceLane(memory: runner.memory, zones: runner.zones)
      Denormals.flushed { makeTemplate(lane, fresh: fresh.memory) }
    } else {
      for index in 0..<controlCount where !controls[index].isBargraph { tell(lanes[0], index) }
      lanes[0].use = .sounding
    }
  }

  /// What follows the widgets has arrived before the first note.
  private mutating func makeTemplate(_ lane: VoiceLane, fresh: UnsafeMutableRawPointer) {
    // Its first frames are computed here.
    faust_enter(name)
    defer { faust_leave() }
    for index in 0..<controlCount where controls[index].isShared {
      lane.zones[index].pointee = controls[index].elsewhere
    }
    template = VoiceTemplate(lane, fresh: fresh, functions: process.pointee, settleFrames: settleFrames) {
      run(lane, $0)
    }
    for index in 0..<controlCount where controls[index].isShared { tell(lane, index) }
    run(lane, settleFrames)
  }

  /// Plays a lane that nobody hears.
  @_noLocks func run(_ lane: VoiceLane, _ frames: Int) {
    var rest = frames
    while rest > 0 {
      let count = min(rest, output.capacity)
      faust_compute(process, lane.memory, Int32(count), input.addresses, output.addresses)
      rest -= count
    }
  }

  deinit {
    for index in 0..<laneCount { lanes[index].deallocate() }
    for index in 0..<controlCount { controls[index].deallocate() }
    template?.deallocate()
    effect?.deallocate()
    for planes in [input, output, bus] { planes.deallocate() }
    name.deallocate()
    process.deallocate()
    lanes.deallocate()
    voiceSlots.deallocate()
    controls.deallocate()
    targets.deallocate()
  }

  static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    return memory
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
    copy(Array(text.utf8CString))
  }
}
