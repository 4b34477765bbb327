import CFaust
import SpinetRealtime

/// The memory of one voice, one effect or one instrument. [control-thread]
final class DSPInstance {
  private let functions: FaustFunctions
  let memory: UnsafeMutableRawPointer

  /// Nil if there is not enough memory.
  /// - Parameter framesPerSecond: nil for an instance that is only asked for its interface and never computes.
  init?(_ functions: FaustFunctions, framesPerSecond: Double? = nil) {
    self.functions = functions
    guard let memory = withUnsafePointer(to: functions, { faust_create($0) }) else { return nil }
    self.memory = memory
    guard let framesPerSecond else { return }
    withUnsafePointer(to: functions) { faust_init($0, memory, Int32(framesPerSecond)) }
  }

  deinit { withUnsafePointer(to: functions) { faust_destroy($0, memory) } }

  var inputCount: Int { Int(withUnsafePointer(to: functions) { faust_input_count($0, memory) }) }
  var outputCount: Int { Int(withUnsafePointer(to: functions) { faust_output_count($0, memory) }) }

  /// The declared controls, with the addresses of their values in this instance. Gives the instance its sound files.
  func interface(sounds: SoundFiles? = nil) -> InterfaceReader {
    InterfaceReader.controls(of: functions, state: memory, sounds: sounds)
  }
}

/// All instances that play a program. They are freed with the pool. [control-thread]
final class DSPInstancePool {
  /// An instance as the audio thread uses it.
  struct State {
    let memory: UnsafeMutableRawPointer
    /// The addresses of the values of its controls.
    let zones: [UnsafeMutablePointer<Float>]
  }

  /// The states of groups of voices.
  struct GroupStates: BitwiseCopyable {
    let start: UnsafeMutableRawPointer
    /// The distance from one group to the next, in bytes.
    let stride: Int
    let count: Int
    /// Stands in for the lanes that the last group lacks.
    let unused: UnsafeMutableRawPointer
  }

  let lanes: [State]
  /// What `VoiceTemplate` needs; nil for a program without voices.
  let template: (running: State, fresh: State)?
  let effect: State?
  /// Nil for a program whose voices are computed one by one.
  let groups: GroupStates?
  private let groupMemory: VectorMemory
  private let owners: [DSPInstance]

  /// Additional lanes, in which stolen voices fade out.
  private static let spareLanes = 4

  /// The number of instances of `process` for a number of voices; nil for a program without voices.
  static func count(voices: Int?) -> Int { voices.map { $0 + spareLanes + 2 } ?? 1 }

  /// The additional memory for computing voices in groups, in bytes.
  static func groupBytes(_ code: ProgramCode, _ groups: GroupCode, voices: Int) -> Int {
    groups.staticBytes &+ code.process.state_size
      &+ GroupCode.count(voices: voices + spareLanes) &* groups.functions.state_size
  }

  /// Nil if there is not enough memory.
  init?(_ program: FaustProgram, voices: Int, framesPerSecond: Double) {
    var owners: [DSPInstance] = []
    func state(of part: ProgramPart) -> State? {
      guard let owner = DSPInstance(part.functions, framesPerSecond: framesPerSecond) else { return nil }
      owners.append(owner)
      return State(memory: owner.memory, zones: owner.interface(sounds: program.sounds).controls.map(\.zone))
    }
    for part in [program.process, program.effect].compactMap(\.self) {
      withUnsafePointer(to: part.functions) { faust_init_shared($0, Int32(framesPerSecond)) }
    }
    let laneCount = program.isPolyphonic ? voices + Self.spareLanes : 1
    lanes = (0..<laneCount).compactMap { _ in state(of: program.process) }
    let pair = program.isPolyphonic ? (0..<2).compactMap { _ in state(of: program.process) } : []
    template = pair.count == 2 ? (pair[0], pair[1]) : nil
    effect = program.effect.flatMap { state(of: $0) }
    let unused = program.groups.flatMap { _ in state(of: program.process) }
    self.owners = owners
    let vectors = program.groups.map { VectorMemory.count(bytes: $0.functions.state_size) } ?? 0
    let count = program.groups == nil ? 0 : GroupCode.count(voices: laneCount)
    let memory = VectorMemory(count: count * vectors)
    let start = UnsafeMutableRawPointer(memory.start)
    groups = unused.map {
      GroupStates(
        start: start, stride: vectors * MemoryLayout<VectorMemory.Vector>.stride, count: count,
        unused: $0.memory)
    }
    groupMemory = memory
    let wanted = Self.count(voices: program.isPolyphonic ? voices : nil) + (program.effect == nil ? 0 : 1)
    guard owners.count == wanted + (program.groups == nil ? 0 : 1) else { return nil }
    if let functions = program.groups?.functions { begin(functions, framesPerSecond) }
  }

  private func begin(_ functions: FaustGroupFunctions, _ framesPerSecond: Double) {
    guard let groups, let first = lanes.first else { return }
    withUnsafePointer(to: functions) {
      faust_init_groups($0, Int32(framesPerSecond))
      for group in 0..<groups.count {
        faust_init_group($0, groups.start + group * groups.stride, first.memory)
      }
    }
  }
}
