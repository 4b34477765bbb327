import CFaust
import Engine
import Realtime
import Widgets

/// All states of a program behind one pointer: a lane for each voice and some more, in which stolen voices
/// fade, and the effect after them. Everything is allocated here, and nothing later.
struct Ensemble {
  /// A voice number of the keyboard's.
  struct Seat {
    /// -1 for none.
    var lane = -1
    var serial: UInt32 = 0
    var isOwned = false
  }

  let end: AudioEnd
  let name: UnsafeMutablePointer<CChar>
  let process: UnsafeMutablePointer<FaustFunctions>
  let lanes: UnsafeMutablePointer<Lane>
  let laneCount: Int
  let seats: UnsafeMutablePointer<Seat>
  let seatCount: Int
  let controls: UnsafeMutablePointer<LiveControl>
  let controlCount: Int
  let targets: UnsafeMutablePointer<ParameterTarget>
  let targetCount: Int
  /// A state that no note ever plays, moved by the widgets as all are: what smooths them has come to rest
  /// there, and a voice begins as its copy. Nil where one state sounds always.
  let template: Lane?
  /// Frames that the template still needs after the last move of a widget.
  var templateFrames = 0
  let silence: Planes
  let output: Planes
  let bus: Planes
  var effect: EffectLane?
  /// How long a stolen voice takes to be silent.
  let fadeFrames: Int
  /// How long a released voice has to be silent to be at its end.
  let restFrames: Int
  let settleFrames: Int
  var peak: Float = 0

  /// Below this nobody hears anything: -90 dB.
  static var threshold: Float { @_noLocks get { 3.2e-5 } }

  var isPolyphonic: Bool { @_noLocks get { template != nil } }

  /// [control-thread]
  init(_ program: FaustProgram, states: ProgramStates, stream: StreamShape, end: AudioEnd) {
    self.end = end
    name = Self.copy(program.name)
    process = Self.copy([program.process.functions])
    lanes = Self.copy(states.lanes.map { Lane(memory: $0.memory, zones: $0.zones) })
    laneCount = states.lanes.count
    seats = Self.copy(Array(repeating: Seat(), count: program.voiceCapacity))
    seatCount = program.voiceCapacity
    controls = Self.copy(program.process.controls.map { LiveControl($0) })
    controlCount = program.process.controls.count
    targets = Self.copy(program.targets)
    targetCount = program.targets.count
    template = states.template.map { Lane(memory: $0.memory, zones: $0.zones) }
    silence = Planes(count: program.process.inputCount, capacity: stream.largestBlock)
    output = Planes(count: program.process.outputCount, capacity: stream.largestBlock)
    bus = Planes(count: program.process.outputCount, capacity: stream.largestBlock)
    if let part = program.effect, let state = states.effect {
      effect = EffectLane(part, state, after: bus, stream: stream)
    }
    fadeFrames = stream.frames(seconds: 0.005)
    restFrames = stream.frames(seconds: 0.5)
    settleFrames = stream.frames(seconds: 0.5)
    settle()
  }

  /// Nothing has been heard yet: every widget is where it is, and what follows it has arrived.
  private mutating func settle() {
    if let template {
      for index in 0..<controlCount where !controls[index].isSwitch { tell(template, index) }
      templateFrames = settleFrames
      while templateFrames > 0 { advanceTemplate(min(output.capacity, templateFrames)) }
    } else {
      for index in 0..<controlCount where !controls[index].isBargraph { tell(lanes[0], index) }
      lanes[0].use = .sounding
    }
  }

  func deallocate() {
    for index in 0..<laneCount { lanes[index].deallocate() }
    for index in 0..<controlCount { controls[index].deallocate() }
    template?.deallocate()
    effect?.deallocate()
    for planes in [silence, output, bus] { planes.deallocate() }
    name.deallocate()
    process.deallocate()
    lanes.deallocate()
    seats.deallocate()
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
