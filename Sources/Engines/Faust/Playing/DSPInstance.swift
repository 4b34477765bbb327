import CFaust

/// The memory of one voice, one effect or one whole instrument. [control-thread]
final class DSPInstance {
  private let functions: FaustFunctions
  let memory: UnsafeMutableRawPointer

  /// - Parameter framesPerSecond: nil to ask it what it declares, for which nothing has to be worked out.
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

  /// What it tells of its controls, the addresses of their values included.
  var interface: InterfaceReader { InterfaceReader.controls(of: functions, state: memory) }
}
