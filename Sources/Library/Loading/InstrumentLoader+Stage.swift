import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetSoundFont
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

extension InstrumentLoader {
  /// - Parameter name: a sound, parts such as `warm-pad + round-bass@..B3`, or the name or file of a stage; nil for
  ///   the default patch.
  package func load(_ name: String?) throws(SpinetError) -> LoadedInstrument {
    try LoadedInstrument(
      stage(named: name ?? "default"), sessionWidgets: SessionWidgets(sources: sourceWidgets))
  }

  /// Reads the stage or the sounds that a name means.
  package func stage(named name: String) throws(SpinetError) -> LoadedStage {
    if let stage = try findStage(name) { return try load(stage) }
    if let general = try generalMIDIStage(name) { return general }
    // A file's name may look like an expression.
    if FilePath(name).exists { return LoadedStage(try sound(name)) }
    let expression = try PartExpression(name)
    guard !expression.isPlain else { return LoadedStage(try sound(name)) }
    let parts = try expression.parts.map { part throws(SpinetError) in LoadedPart(part, try sound(part.sound))
    }
    let names = expression.parts.map(\.name).joined(separator: " + ")
    return LoadedStage(Stage(name: names, parts: expression.parts), parts: parts)
  }

  /// The stage of that name or in that file; nil if the name means something else. A patch's exact name comes first.
  private func findStage(_ name: String) throws(SpinetError) -> Stage? {
    let path = FilePath(name)
    let isFile = name.contains("/") || path.ending == "yaml"
    if isFile {
      // A pipe can be read only once.
      guard path.ending == "yaml", FileStamp(of: path) != nil else { return nil }
      return try stage(of: LibraryEntry(kind: .stage, origin: .own(path: path)))
    }
    let patches = try library.entries(.patch)
    if patches.contains(where: { $0.name == name }) { return nil }
    let stages = try library.entries(.stage)
    if !stages.contains(where: { $0.name == name }) {
      // A name of General MIDI comes before a part of a name.
      guard GeneralMIDI.sound(named: name) == nil, try library.find(.patch, name) == nil else { return nil }
    }
    guard let entry = try library.find(.stage, name) else { return nil }
    return try stage(of: entry)
  }

  /// Nil if the file is not a stage.
  private func stage(of entry: LibraryEntry) throws(SpinetError) -> Stage? {
    let text = try entry.text()
    guard Stage.isStage(text, file: entry.path.string) else { return nil }
    var stage = try Stage(text: text, file: entry.path.string)
    if stage.name.isEmpty { stage.name = entry.name }
    return stage
  }

  /// Loads the sounds of a stage.
  ///
  /// - Throws: all errors, each with its position.
  package func load(_ stage: Stage) throws(SpinetError) -> LoadedStage {
    var diagnostics = Diagnostics(file: stage.file ?? stage.name)
    let parts = stage.parts.compactMap { load($0, of: stage, &diagnostics) }
    if !diagnostics.hasErrors { check(stage, parts, &diagnostics) }
    try diagnostics.throwErrors()
    return LoadedStage(stage, parts: parts)
  }

  /// Loads one part again, from its current files.
  ///
  /// - Throws: all errors.
  package func load(_ part: Part, of stage: Stage) throws(SpinetError) -> LoadedPart {
    guard let file = stage.file else { return LoadedPart(part, try sound(part.sound)) }
    var diagnostics = Diagnostics(file: file)
    let loaded = load(part, of: stage, &diagnostics)
    try diagnostics.throwErrors()
    if let loaded { return loaded }
    return LoadedPart(part, try sound(part.sound))
  }

  private func load(_ part: Part, of stage: Stage, _ diagnostics: inout Diagnostics) -> LoadedPart? {
    guard let sound = sound(of: part, in: stage, &diagnostics) else { return nil }
    let widgets = WidgetSet(sound.widgets)
    for setting in part.settings { widgets.apply(setting, &diagnostics) }
    let keyboard = keyboard(of: part, in: stage, &diagnostics)
    return LoadedPart(part, sound, keyboard: keyboard)
  }

  private func sound(of part: Part, in stage: Stage, _ diagnostics: inout Diagnostics) -> LoadedSound? {
    if let outside = part.outside {
      return LoadedSound(name: outside.port.description, engine: OutsideEngine(outside))
    }
    do throws(SpinetError) {
      let name = beside(stage, part.sound)
      guard try findStage(name) == nil else {
        diagnostics.error(
          at: part.location, "\"\(part.sound.shortened)\" is a stage, expected one sound for each part")
        return nil
      }
      let sound = try sound(name)
      // Each of many sounds needs fewer voices than one that is played alone.
      if stage.parts.count > 4 { (sound.engine as? SoundFontEngine)?.isOneOfMany = true }
      return sound
    } catch {
      diagnostics.add(error, at: part.location)
      return nil
    }
  }

  private func keyboard(
    of part: Part, in stage: Stage, _ diagnostics: inout Diagnostics
  ) -> KeyboardConfiguration? {
    guard let name = part.keyboard else { return nil }
    do throws(SpinetError) {
      guard let file = try KeyboardLoader.file(beside(stage, name)) else { return .seed }
      for warning in file.warnings { log("\(warning)") }
      return file.configuration
    } catch {
      diagnostics.add(error, at: part.keyboardLocation)
      return nil
    }
  }

  /// A name in a stage as a path: beside the stage's own file if a file is there, otherwise the name itself.
  private func beside(_ stage: Stage, _ name: String) -> String {
    guard let path = stage.path?.beside(name), path.exists else { return name }
    return path.string
  }

  /// Checks the settings of the scenes against the widgets of the parts.
  private func check(_ stage: Stage, _ parts: [LoadedPart], _ diagnostics: inout Diagnostics) {
    guard stage.scenes.contains(where: { !$0.settings.isEmpty }),
      let whole = try? LoadedInstrument(LoadedStage(stage, parts: parts))
    else { return }
    for setting in stage.scenes.flatMap(\.settings) { _ = whole.widgets.value(of: setting, &diagnostics) }
  }
}

extension WidgetSet {
  /// Sets a widget to the value in a line of a stage. Reports the errors of the line.
  fileprivate func apply(_ setting: Part.Setting, _ diagnostics: inout Diagnostics) {
    guard let (widget, value) = value(of: setting, &diagnostics) else { return }
    widget.set(value)
  }

  fileprivate func value(
    of setting: Part.Setting, _ diagnostics: inout Diagnostics
  ) -> (widget: Widget, value: Double)? {
    guard let widget = self[setting.widget] else {
      diagnostics.error(
        at: setting.location, "unknown widget \"\(setting.widget.shortened)\", expected one of the part's",
        suggestion: nearestName(to: setting.widget, among: names))
      return nil
    }
    guard let value = widget.parse(setting.text), widget.allows(value) else {
      diagnostics.error(
        at: setting.valueLocation,
        "\"\(setting.text.shortened)\" is not a value for \(widget.name), expected \(widget.expectation)")
      return nil
    }
    return (widget, value)
  }
}
