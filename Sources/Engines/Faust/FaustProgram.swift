import CFaust
import Foundation
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// A Faust program, compiled and loaded: what it declares, and the code that plays it.
public final class FaustProgram: Sendable {
  public let path: String
  /// The file's name without its folder.
  public let name: String
  public let widgets: [Widget]
  /// The keyboard of `declare interface "SmartKeyboard{…}"`; nil without one.
  public let keyboard: KeyboardConfiguration?
  /// What `[midi:…]` says; nil if nothing does.
  public let mapping: Mapping?
  /// The widgets that `[acc:…]` and `[gyr:…]` move.
  public let motions: [MotionInput]
  /// What of the program has no effect here, a line each.
  public let notes: [String]
  /// Whether each note has a state of its own, or one sounds always.
  public let isPolyphonic: Bool
  public let voiceCapacity: Int
  public var takesInput: Bool { process.inputCount > 0 }

  let code: ProgramCode
  let process: ProgramPart
  let effect: ProgramPart?
  let targets: [ParameterTarget]

  /// Compiles and loads: as long as the compilers take, or a few milliseconds if it was done before.
  /// - Parameters:
  ///   - environment: the process's; `PATH` leads to the compilers, `XDG_CACHE_HOME` to what they made.
  ///   - widgets: uses those of them that have the right name instead of making new ones.
  ///   - isUnwanted: ends the compilers, with an error, when it answers true.
  /// - Throws: with Faust's own words and line for a program that is wrong.
  public convenience init(
    path: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    adopting widgets: [Widget] = [], unless isUnwanted: @escaping () -> Bool = { false }
  ) throws(SpinetError) {
    let source = try FaustSourceFile(path: path)
    let compiler = try ProgramCompiler(environment: environment, unless: isUnwanted)
    try self.init(source, compiler.code(of: source), adopting: WidgetSet(widgets))
  }

  init(
    _ source: FaustSourceFile, _ code: ProgramCode, adopting widgets: WidgetSet
  ) throws(SpinetError) {
    faust_watch_crashes()
    guard var process = ProgramPart(code.process) else { throw source.failure("there is no memory for it") }
    var effect = code.effect.flatMap { ProgramPart($0) }
    let declared = DeclaredOptions(source, InterfaceReader.metadata(of: code.process))
    isPolyphonic = process.declarations.contains { $0.label == "gate" }
    voiceCapacity = isPolyphonic ? declared.voices ?? Self.usualVoices : 1
    Self.name(&process, &effect, isPolyphonic: isPolyphonic, adopting: widgets)
    targets = Self.targets(process, hasKeyboard: declared.keyboard != nil, isPolyphonic: isPolyphonic)
    let controls = process.controls + (effect?.controls ?? [])
    let midi = MIDIMetadata(controls)
    mapping = midi.mapping(file: source.path)
    motions = controls.compactMap { MotionInput($0) }
    self.widgets = controls.compactMap(\.widget)
    keyboard = declared.keyboard?.configuration
    let warnings = declared.keyboard?.warnings.map(\.description) ?? []
    notes = warnings + midi.notes + Self.channelNotes(source.name, process, effect)
    path = source.path
    name = source.name
    self.code = code
    self.process = process
    self.effect = effect
  }

  /// Where a program does not say `[nvoices:N]`.
  private static let usualVoices = 16

  /// What one voice has alone: the keyboard writes it, and no widget does.
  private static let voiceLabels: Set<String> = ["freq", "gain", "gate", "bend", "key", "vel", "velocity"]

  private static func name(
    _ process: inout ProgramPart, _ effect: inout ProgramPart?, isPolyphonic: Bool,
    adopting widgets: WidgetSet
  ) {
    func path(_ control: ControlDeclaration) -> [String] { control.groups + [control.label] }
    let shared = process.declarations.filter { !isPolyphonic || !voiceLabels.contains($0.label) }
    let others = (effect?.declarations ?? []).map { ["effect"] + path($0) }
    var names = ControlNames.shortest(of: shared.map(path) + others)[...]
    process.controls = process.declarations.map { declaration in
      let isOwn = isPolyphonic && voiceLabels.contains(declaration.label)
      return ProgramControl(declaration, named: isOwn ? nil : names.removeFirst(), adopting: widgets)
    }
    let effectControls = effect?.declarations.map {
      ProgramControl($0, named: names.removeFirst(), adopting: widgets)
    }
    effect?.controls = effectControls ?? []
  }

  private static func targets(_ process: ProgramPart, hasKeyboard: Bool, isPolyphonic: Bool)
    -> [ParameterTarget]
  {
    process.controls.enumerated().compactMap { index, control in
      guard !control.isBargraph else { return nil }
      // The loudness of what sounds always is nobody's velocity.
      if !isPolyphonic, !hasKeyboard, control.label == "gain" { return nil }
      return ParameterTarget(control, at: index, countsKeys: hasKeyboard)
    }
  }

  private static func channelNotes(_ name: String, _ process: ProgramPart, _ effect: ProgramPart?) -> [String]
  {
    var notes: [String] = []
    let last = effect ?? process
    if last.outputCount > 2 {
      notes.append("\(name): of its \(last.outputCount) outputs the first two are heard")
    }
    return notes
  }
}
