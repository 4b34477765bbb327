import CFaust
import Glibc
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// A Faust program, compiled and loaded: its declarations and its machine code.
package final class FaustProgram: Sendable {
  package let path: FilePath
  /// The file's name without its folder.
  package let name: String
  /// The program's own name, if it differs from its file's name.
  package let title: String?
  package let widgets: [Widget]
  /// The keyboard of `declare interface "SmartKeyboard{…}"`; nil for none.
  package let keyboard: KeyboardConfiguration?
  /// The mapping of its `[midi:…]` metadata; nil for none.
  package let mapping: Mapping?
  /// The bargraphs whose values are sent as MIDI, by their `[midi:…]` metadata.
  package let sent: [SentValue]
  /// The widgets that motion sensors move: `[acc:…]`, `[gyr:…]`.
  package let motions: [MotionInput]
  /// A line for each part of the program that has no effect in Spinet.
  package let notes: [String]
  /// Whether each voice has its own instance. Otherwise one instance sounds all the time.
  package let isPolyphonic: Bool
  package let voiceCapacity: Int
  package var inputCount: Int { process.inputCount }
  package var outputCount: Int { (effect ?? process).outputCount }

  let code: ProgramCode
  /// Nil for a program whose voices are computed one by one.
  let groups: GroupCode?
  let process: ProgramPart
  let effect: ProgramPart?
  let targets: [ParameterTarget]
  let sounds: SoundFiles
  /// Whether voices start with smoothed values that have arrived. The state must consist of floats and integers.
  let settles: Bool

  /// Compiles and loads a program. Takes as long as the compilers, or a few milliseconds if it is in the cache.
  /// - Parameters:
  ///   - widgets: existing widgets. Those with the right names are used instead of new ones.
  /// - Throws: for a program with a mistake, Faust's message and line.
  package convenience init(
    path: FilePath, settings: FaustSettings = FaustSettings(), adopting widgets: [Widget] = []
  ) throws(SpinetError) {
    let source = try FaustSourceFile(path: path, includeFolders: settings.includeFolders)
    let compiler = try ProgramCompiler(settings)
    try self.init(source, compiler.code(of: source), settings, adopting: WidgetSet(widgets))
  }

  init(
    _ source: FaustSourceFile, _ code: ProgramCode, _ settings: FaustSettings, adopting widgets: WidgetSet
  ) throws(SpinetError) {
    let memory = try ProgramMemory(environment: settings.environment)
    let once = code.staticBytes &+ code.process.state_size &+ (code.effect?.state_size ?? 0)
    try memory.check(once, for: source.path)
    let (first, second, metadata) = ProgramCode.running(source.name) {
      (
        ProgramPart(code.process), code.effect.flatMap(ProgramPart.init),
        InterfaceReader.metadata(of: code.process)
      )
    }
    guard var process = first else { throw source.failure("there is not enough memory for it") }
    var effect = second
    let declared = DeclaredOptions(source, metadata)
    let notes = NoteUse(process, declared)
    isPolyphonic = notes == .voices
    let voices = isPolyphonic ? declared.voices ?? Self.usualVoices : 1
    voiceCapacity = voices
    let copies = DSPInstancePool.count(voices: isPolyphonic ? voices : nil)
    let single = once &+ code.process.state_size &* (copies - 1)
    try memory.check(single, for: source.path)
    groups = Self.groups(
      of: code, voices: isPolyphonic ? voices : 1, settings, leaving: memory.limit - single)
    let bytes = single &+ (groups.map { DSPInstancePool.groupBytes(code, $0, voices: voices) } ?? 0)
    let style = ControlStyle(isStrict: settings.isStrict, takenNames: settings.takenNames)
    Self.name(&process, &effect, isPolyphonic: isPolyphonic, style, adopting: widgets)
    let voiceTargets =
      notes == .none
      ? [] : Self.targets(process, hasKeyboard: declared.keyboard != nil, isPolyphonic: isPolyphonic)
    targets = settings.isStrict ? voiceTargets.map { $0.unbounded() } : voiceTargets
    let controls = process.controls + (effect?.controls ?? [])
    let midi = MIDIMetadata(controls, isStrict: settings.isStrict)
    mapping = midi.mapping(file: source.path.string)
    sent = midi.sent
    motions = controls.compactMap { MotionInput($0) }
    self.widgets = controls.compactMap(\.widget)
    keyboard = declared.keyboard?.configuration
    let warnings = declared.keyboard?.warnings.map(\.description) ?? []
    settles = !source.options.isDouble && !settings.isStrict
    sounds = SoundFiles(
      process.soundURLs + (effect?.soundURLs ?? []), in: [source.folder] + source.includeFolders,
      isDouble: source.options.isDouble, read: settings.readSound)
    self.notes =
      memory.notes(bytes, of: source.name) + warnings + sounds.notes
      + midi.notes
    title = Self.title(source, metadata)
    path = source.path
    name = source.name
    self.code = code
    self.process = process
    self.effect = effect
  }

  /// Nil where voices are computed one by one, or groups have no room.
  private static func groups(
    of code: ProgramCode, voices: Int, _ settings: FaustSettings, leaving bytes: Int
  ) -> GroupCode? {
    guard let groups = code.groups, settings.usesGroups, !settings.isStrict,
      voices >= VoiceGroups.fewestVoices,
      DSPInstancePool.groupBytes(code, groups, voices: voices) <= bytes
    else { return nil }
    return groups
  }

  /// For a program without `[nvoices:N]`.
  private static let usualVoices = 16

  /// Controls that each voice has for itself. The keyboard sets them; they have no widget.
  private static let voiceLabels: Set<String> = ["freq", "gain", "gate", "bend", "key", "vel", "velocity"]

  private static func name(
    _ process: inout ProgramPart, _ effect: inout ProgramPart?, isPolyphonic: Bool,
    _ style: ControlStyle, adopting widgets: WidgetSet
  ) {
    func path(_ control: ControlDeclaration) -> [String] { control.groups + [control.label] }
    let shared = process.declarations.filter { !isPolyphonic || !voiceLabels.contains($0.label) }
    let others = (effect?.declarations ?? []).map { ["effect"] + path($0) }
    var names = ControlNames.shortest(of: shared.map(path) + others, besides: style.takenNames)[...]
    process.controls = process.declarations.map { declaration in
      let isOwn = isPolyphonic && voiceLabels.contains(declaration.label)
      return ProgramControl(declaration, named: isOwn ? nil : names.removeFirst(), style, adopting: widgets)
    }
    let effectControls = effect?.declarations.map {
      ProgramControl($0, named: names.removeFirst(), style, adopting: widgets)
    }
    effect?.controls = effectControls ?? []
  }

  private static func targets(_ process: ProgramPart, hasKeyboard: Bool, isPolyphonic: Bool)
    -> [ParameterTarget]
  {
    process.controls.enumerated().compactMap { index, control in
      guard !control.isBargraph else { return nil }
      // The gain of an instrument without voices is a widget, not a velocity.
      if !isPolyphonic, !hasKeyboard, control.label == "gain" { return nil }
      return ParameterTarget(control, at: index, countsKeys: hasKeyboard)
    }
  }

  /// The program's own name and its author.
  private static func title(_ source: FaustSourceFile, _ metadata: [String: String]) -> String? {
    guard let title = metadata["name"], !title.isEmpty, title != FilePath(source.plainName).stem else {
      return nil
    }
    let author = metadata["author"].flatMap { $0.isEmpty ? nil : ", by \($0)" }
    return title + (author ?? "")
  }
}

/// The effect of notes in a program.
private enum NoteUse {
  /// None: it is an effect, or it sounds by itself. A control that happens to be called `gate` or `freq` is a widget.
  case none
  /// They set the controls of the one instance.
  case one
  /// Each note has its own instance.
  case voices

  /// A program is an instrument if it has a button `gate`, or any `gate` with a `freq` or a `key`; if it asks for
  /// voices; or if it has a SmartKeyboard or controls for its keys. A slider `gate` alone is a noise gate's threshold.
  init(_ process: ProgramPart, _ declared: DeclaredOptions) {
    let labels = Set(process.declarations.filter { $0.kind != .bargraph }.map(\.label))
    let hasGate = labels.contains("gate")
    let hasButton = process.declarations.contains { $0.label == "gate" && $0.isPressed }
    let hasKeys = labels.contains { VoiceParameter(label: $0)?.isOfKeyboard == true }
    let isInstrument =
      declared.keyboard != nil || declared.voices ?? 0 > 0 || hasButton || hasKeys
      || hasGate && !labels.isDisjoint(with: ["freq", "key"])
    self = !isInstrument ? .none : hasGate && declared.voices != 0 ? .voices : .one
  }
}

/// The keyboard and the number of voices that a program declares.
private struct DeclaredOptions {
  let keyboard: KeyboardFile?
  /// `declare options "[nvoices:N]"`, or `declare nvoices "N"` in older programs; 0 for a program that plays one voice.
  let voices: Int?

  init(_ source: FaustSourceFile, _ metadata: [String: String]) {
    // Line and column are known only in the program's own text. A declaration in a library has lost its line breaks.
    keyboard =
      KeyboardFile.declaration(inProgram: source.text, file: source.path.string)
      ?? metadata["interface"].flatMap { text in
        text.contains("SmartKeyboard") ? KeyboardFile(declaration: text, file: source.path.string) : nil
      }
    let written = Self.option("nvoices", in: metadata["options"] ?? "") ?? metadata["nvoices"]
    let number = written.flatMap { Int($0.filter { !$0.isWhitespace }) }
    voices = number.flatMap { $0 >= 0 ? min($0, 256) : nil }
  }

  /// `8` of `[midi:on][nvoices:8]`.
  private static func option(_ name: String, in text: String) -> String? {
    for part in text.split(whereSeparator: { $0 == "[" || $0 == "]" }) {
      let words = part.split(separator: ":", maxSplits: 1)
      if words.count == 2, words[0].filter({ !$0.isWhitespace }) == name { return String(words[1]) }
    }
    return nil
  }
}
