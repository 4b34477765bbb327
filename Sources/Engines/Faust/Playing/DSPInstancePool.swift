import CFaust

/// All the memory that a program plays in, for as long as somebody holds it. [control-thread]
final class DSPInstancePool {
  struct State {
    let memory: UnsafeMutableRawPointer
    let zones: [UnsafeMutablePointer<Float>]
  }

  let lanes: [State]
  /// For the template: one that runs, and one to which nothing ever happens.
  let runner: State?
  let fresh: State?
  let effect: State?
  private let owners: [DSPInstance]

  /// Lanes beyond the voices, in which stolen voices fade.
  private static let spareLanes = 4

  /// Nil if there is not enough memory.
  init?(_ program: FaustProgram, voices: Int, framesPerSecond: Double) {
    var owners: [DSPInstance] = []
    func state(of part: ProgramPart) -> State? {
      guard let owner = DSPInstance(part.functions, framesPerSecond: framesPerSecond) else { return nil }
      owners.append(owner)
      return State(memory: owner.memory, zones: owner.interface.controls.map(\.zone))
    }
    for part in [program.process, program.effect].compactMap(\.self) {
      withUnsafePointer(to: part.functions) { faust_init_shared($0, Int32(framesPerSecond)) }
    }
    let laneCount = program.isPolyphonic ? voices + Self.spareLanes : 1
    lanes = (0..<laneCount).compactMap { _ in state(of: program.process) }
    runner = program.isPolyphonic ? state(of: program.process) : nil
    fresh = program.isPolyphonic ? state(of: program.process) : nil
    effect = program.effect.flatMap { state(of: $0) }
    self.owners = owners
    guard lanes.count == laneCount else { return nil }
  }
}
