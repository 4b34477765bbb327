import SpinetEngine
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// A Faust program, compiled and loaded: its declarations, as they are written, and its machine code.
package final class FaustProgram: Sendable {
  package let path: FilePath
  /// The file's name without its folder.
  package let name: String
  /// The program's own name, if it differs from its file's name.
  package let title: String?
  package let widgets: [Widget]
  /// What it declares about its keyboard and its controls.
  package let declarations: FaustDeclarations
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
    try memory.check(code.bytes(instances: 1), for: source.path)
    var parts = try ProgramParts(source, code)
    let declared = DeclaredOptions(parts.metadata)
    let notes = NoteUse(parts.process, declared)
    isPolyphonic = notes == .voices
    let voices = isPolyphonic ? declared.voices ?? Self.usualVoices : 1
    voiceCapacity = voices
    let bytes = code.bytes(instances: DSPInstancePool.count(voices: isPolyphonic ? voices : nil))
    try memory.check(bytes, for: source.path)
    groups = Self.groups(of: code, voices: voices, settings, leaving: memory.limit - bytes)
    let groupBytes = groups.map { DSPInstancePool.groupBytes(code, $0, voices: voices) } ?? 0
    parts.makeControls(isPolyphonic: isPolyphonic, settings, adopting: widgets)
    targets = notes == .none ? [] : parts.targets(declared, isPolyphonic: isPolyphonic, settings)
    declarations = FaustDeclarations(
      source, keyboard: declared.keyboard, parts.controls, isStrict: settings.isStrict)
    motions = parts.controls.compactMap { MotionInput($0) }
    self.widgets = parts.controls.compactMap(\.widget)
    settles = !source.options.isDouble && !settings.isStrict
    sounds = SoundFiles(parts.soundURLs, of: source, read: settings.readSound)
    self.notes = memory.notes(bytes &+ groupBytes, of: source.name) + sounds.notes
    title = Self.title(source, parts.metadata)
    path = source.path
    name = source.name
    self.code = code
    process = parts.process
    effect = parts.effect
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

  /// The program's own name and its author.
  private static func title(_ source: FaustSourceFile, _ metadata: [String: String]) -> String? {
    guard let title = metadata["name"], !title.isEmpty, title != FilePath(source.plainName).stem else {
      return nil
    }
    let author = metadata["author"].flatMap { $0.isEmpty ? nil : ", by \($0)" }
    return title + (author ?? "")
  }
}
