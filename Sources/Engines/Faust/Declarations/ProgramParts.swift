import CFaust
import SpinetRealtime
import SpinetWidgets

/// The channels and controls of a program's `process` or `effect`.
struct ProgramPart: @unchecked Sendable {
  // Sendable because the addresses in the declarations are not used: each instance of the program has its own.
  let functions: FaustFunctions
  let inputCount: Int
  let outputCount: Int
  let declarations: [ControlDeclaration]
  let soundURLs: [String]
  /// One for each declaration, in the same order.
  var controls: [ProgramControl] = []

  /// Nil if there is not enough memory for one instance.
  init?(_ functions: FaustFunctions) {
    guard let state = DSPInstance(functions) else { return nil }
    self.functions = functions
    let interface = state.interface()
    declarations = interface.controls
    soundURLs = interface.soundURLs
    inputCount = state.inputCount
    outputCount = state.outputCount
  }
}

/// A program's `process` and the effect after it, with what they declare.
struct ProgramParts {
  private(set) var process: ProgramPart
  private(set) var effect: ProgramPart?
  /// `declare name "…"` and the like.
  let metadata: [String: String]

  /// - Throws: if there is not enough memory for one instance of each.
  init(_ source: FaustSourceFile, _ code: ProgramCode) throws(SpinetError) {
    let (process, effect, metadata) = ProgramCode.running(source.name) {
      (
        ProgramPart(code.process), code.effect.flatMap(ProgramPart.init),
        InterfaceReader.metadata(of: code.process)
      )
    }
    guard let process else { throw source.failure("there is not enough memory for it") }
    (self.process, self.effect, self.metadata) = (process, effect, metadata)
  }

  var controls: [ProgramControl] { process.controls + (effect?.controls ?? []) }
  var soundURLs: [String] { process.soundURLs + (effect?.soundURLs ?? []) }

  /// Controls that each voice has for itself. The keyboard sets them; they have no widget.
  private static let voiceLabels: Set<String> = ["freq", "gain", "gate", "bend", "key", "vel", "velocity"]

  /// Gives the declarations names, and widgets where they have some.
  mutating func makeControls(isPolyphonic: Bool, _ settings: FaustSettings, adopting widgets: WidgetSet) {
    func path(_ control: ControlDeclaration) -> [String] { control.groups + [control.label] }
    func isOwn(_ control: ControlDeclaration) -> Bool {
      isPolyphonic && Self.voiceLabels.contains(control.label)
    }
    let shared = process.declarations.filter { !isOwn($0) }.map(path)
    let others = (effect?.declarations ?? []).map { ["effect"] + path($0) }
    var names = ControlNames.shortest(of: shared + others, besides: settings.takenNames)[...]
    process.controls = process.declarations.map {
      ProgramControl($0, named: isOwn($0) ? nil : names.removeFirst(), settings, adopting: widgets)
    }
    let effectControls = effect?.declarations.map {
      ProgramControl($0, named: names.removeFirst(), settings, adopting: widgets)
    }
    effect?.controls = effectControls ?? []
  }

  /// The controls that notes set.
  func targets(
    _ declared: DeclaredOptions, isPolyphonic: Bool, _ settings: FaustSettings
  ) -> [ParameterTarget] {
    let hasKeyboard = declared.keyboard != nil
    return process.controls.enumerated().compactMap { index, control in
      guard !control.isBargraph else { return nil }
      // The gain of an instrument without voices is a widget, not a velocity.
      if !isPolyphonic, !hasKeyboard, control.label == "gain" { return nil }
      let target = ParameterTarget(control, at: index, countsKeys: hasKeyboard)
      return settings.isStrict ? target?.unbounded() : target
    }
  }
}
