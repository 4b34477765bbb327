import CFaust

/// A program's `process` or its `effect`: its channels and its controls.
struct ProgramPart: @unchecked Sendable {
  // Sendable because the addresses in the declarations are never used again: each state of the program
  // tells its own.
  let functions: FaustFunctions
  let inputCount: Int
  let outputCount: Int
  let declarations: [ControlDeclaration]
  /// As many, in the same order.
  var controls: [ProgramControl] = []

  /// Nil without memory for one state.
  init?(_ functions: FaustFunctions) {
    guard let state = DSPInstance(functions) else { return nil }
    self.functions = functions
    declarations = state.interface.controls
    inputCount = state.inputCount
    outputCount = state.outputCount
  }
}
