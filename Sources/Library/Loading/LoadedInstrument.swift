import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetOSC
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

/// Everything that plays together, and all widgets that can be moved.
package struct LoadedInstrument {
  package let stage: Stage
  package private(set) var parts: [LoadedPart]
  /// The engine that the sound card plays: the mixer, or a single engine whose sound is never exchanged.
  package let engine: any SoundEngine
  package private(set) var sessionWidgets: SessionWidgets
  /// Chooses the scene; nil for a stage without scenes.
  package let scene: Widget?
  package private(set) var widgets: WidgetSet
  /// The widgets that show the tempo, as indices: those of the parts, and last that of the whole instrument.
  package private(set) var tempos: [Int]
  /// For each widget, the index of its part; nil for those of the whole instrument.
  private var owners: [Int?]

  /// An engine that plays alone, without a mixer.
  package init(
    name: String, file: FilePath? = nil, engine: any SoundEngine, keyboard: KeyboardConfiguration? = nil,
    mapping: Mapping? = nil, patchFile: PatchFile? = nil
  ) {
    let sound = LoadedSound(
      name: name, file: file, engine: engine, keyboard: keyboard, mapping: mapping, patchFile: patchFile)
    self.init(LoadedStage(sound), engine: engine, sessionWidgets: SessionWidgets())
  }

  /// A stage whose parts play in a mixer of their own.
  package init(
    _ loaded: LoadedStage, sessionWidgets: SessionWidgets = SessionWidgets()
  ) throws(SpinetError) {
    let mixer = Mixer()
    self.init(try loaded.added(to: mixer), playedBy: mixer, sessionWidgets)
  }

  /// A stage whose parts are in the mixer already.
  package init(_ loaded: LoadedStage, playedBy mixer: Mixer, _ sessionWidgets: SessionWidgets) {
    self.init(loaded, engine: mixer, sessionWidgets: sessionWidgets)
  }

  private init(_ loaded: LoadedStage, engine: any SoundEngine, sessionWidgets: SessionWidgets) {
    stage = loaded.stage
    parts = loaded.parts
    self.engine = engine
    self.sessionWidgets = sessionWidgets
    let scenes = loaded.stage.scenes.map(\.name)
    scene =
      scenes.isEmpty ? nil : Widget("scene", kind: .choice(scenes), about: "Which scene of the stage plays.")
    let list = Self.list(loaded, sessionWidgets, scene)
    (widgets, owners) = (list.set, list.owners)
    tempos = Self.tempos(in: list.set)
    // A patch may set session widgets, too. The sound's own have their values, which may differ from the patch's.
    if !Self.isStage(stage), let patch = parts[0].sound.patch {
      _ = patch.apply(to: WidgetSet(sessionWidgets.all + list.set.all))
      WidgetSet(parts[0].sound.widgets).restore(parts[0].loaded)
    }
    if let first = stage.scenes.first { apply(first) }
  }

  private static func list(
    _ loaded: LoadedStage, _ sessionWidgets: SessionWidgets, _ scene: Widget?
  ) -> InstrumentWidgets {
    // A sound that plays alone may have the instrument's tempo itself.
    let isOwn =
      loaded.parts.count == 1
      && loaded.parts[0].engine.widgets.contains { $0.name == sessionWidgets.tempo.name }
    let tempo = isOwn ? nil : sessionWidgets.tempo
    var list = InstrumentWidgets(sessionWidgets.all + [scene, tempo].compactMap(\.self))
    for (index, part) in loaded.parts.enumerated() {
      list.add(part, at: index, isAlone: loaded.parts.count == 1, showsStrip: isStage(loaded.stage))
    }
    return list
  }

  private static func tempos(in set: WidgetSet) -> [Int] {
    let name = SessionWidgets().tempo.name
    return set.all.indices.filter { set.all[$0].name.hasSuffix("/\(name)") } + set.indices(of: name)
  }

  /// The same instrument with other widgets of sources. Every other widget keeps its value.
  package func withSources(_ sources: [Widget]) -> LoadedInstrument {
    var instrument = self
    instrument.sessionWidgets.sources = sources
    let list = Self.list(LoadedStage(of: self), instrument.sessionWidgets, scene)
    (instrument.widgets, instrument.owners) = (list.set, list.owners)
    instrument.tempos = Self.tempos(in: list.set)
    return instrument
  }

  /// Sets the widgets that a scene sets when it begins.
  package func apply(_ scene: Stage.Scene) {
    for (name, value) in values(setBy: scene) { widgets[name]?.set(value) }
  }

  /// Begins the scene of a name, if there is one.
  package func choose(scene name: String) {
    guard let index = stage.scenes.firstIndex(where: { $0.name == name }) else { return }
    scene?.set(Double(index))
    apply(stage.scenes[index])
  }

  /// The values that a scene sets when it begins, by the names of their widgets.
  package func values(setBy scene: Stage.Scene) -> [String: Double] {
    let values = scene.settings.compactMap { setting in
      widgets[setting.widget]?.parse(setting.text).map { (setting.widget, $0) }
    }
    return Dictionary(values) { $1 }
  }

  /// Whether it is a stage, and not one sound alone.
  package var isStage: Bool { Self.isStage(stage) }

  fileprivate static func isStage(_ stage: Stage) -> Bool { stage.parts.count != 1 || stage.file != nil }

  /// The user's stage file; nil if there is none.
  package var stageFile: FilePath? { stage.path.flatMap { FileStamp(of: $0) == nil ? nil : $0 } }

  /// The prefix of the names of a part's widgets.
  package func prefix(ofPart index: Int) -> String { parts.count == 1 ? "" : "\(parts[index].part.name)/" }

  package var mixer: Mixer? { engine as? Mixer }

  package var name: String { isStage ? stage.name : parts[0].sound.name }

  /// The name by which it is listed: a stage may call itself something else.
  package var listedName: String {
    guard isStage else { return parts[0].sound.name }
    return stage.file.flatMap { FilePath($0).stem } ?? stage.name
  }

  /// The file that it was loaded from; nil for a shipped one and for an engine that a program brings.
  package var file: FilePath? { isStage ? stage.path : parts[0].sound.file }

  /// The keyboard that its only program declares.
  package var keyboard: KeyboardConfiguration? { parts.count == 1 ? parts[0].sound.keyboard : nil }

  /// The values with which its sounds were loaded, by the names of their widgets.
  package var loadedValues: [String: Double] {
    let octave = SessionWidgets().octave
    if !isStage { _ = parts[0].sound.patch?.apply(to: WidgetSet([octave])) }
    var values = [octave.name: octave.value]
    for (index, part) in parts.enumerated() {
      for (name, value) in part.loaded { values[prefix(ofPart: index) + name] = value }
    }
    return values
  }

  /// The patch of a part was edited. Nothing moves yet.
  ///
  /// - Parameter edits: new values, by the widgets' own names.
  /// - Returns: the values with which the sound is loaded from now on, by full names, without those that the stage
  ///   sets itself.
  package mutating func follow(patch edits: [String: Double], ofPart index: Int) -> [String: Double] {
    let (prefix, whole) = (prefix(ofPart: index), Set(sessionWidgets.all.map(\.name)))
    let followed = parts[index].follow(patch: edits)
    return Dictionary(followed.map { (whole.contains($0) ? $0 : prefix + $0, $1) }) { $1 }
  }

  /// The mappings that its programs declare.
  package var mappings: [Mapping] {
    parts.indices.compactMap { parts[$0].mapping(prefix: prefix(ofPart: $0)) }
  }

  /// The OSC addresses that its programs declare, each with the prefix of the part's names.
  package var addresses: [(prefix: String, address: OSCAddress)] {
    parts.indices.flatMap { index in
      parts[index].sound.addresses.map { (prefix: prefix(ofPart: index), address: $0) }
    }
  }

  /// The part with this widget, as an index in `parts`; nil for a widget of the whole.
  package func part(ofWidget index: Int) -> Int? { owners.indices.contains(index) ? owners[index] : nil }
}

extension LoadedStage {
  /// The stage that an instrument plays.
  package init(of instrument: LoadedInstrument) {
    self.init(instrument.stage, parts: instrument.parts)
  }

  /// Plays another part instead of the one at `index`.
  package mutating func replace(partAt index: Int, by part: LoadedPart) {
    parts[index] = part
    stage.parts[index] = part.part
    if !LoadedInstrument.isStage(stage) { stage.name = part.sound.name }
  }

  /// Adds the parts that do not play yet to a mixer: all of them, or none if it throws.
  package func added(to mixer: Mixer) throws(SpinetError) -> LoadedStage {
    var added = self
    let fresh = parts.indices.filter { parts[$0].number == 0 }
    let mixed = fresh.filter { parts[$0].part.outside == nil }
    let numbers = try mixer.add(mixed.map { parts[$0].mixed })
    for (index, number) in zip(mixed, numbers) { added.parts[index].number = number }
    for index in fresh where parts[index].part.outside != nil {
      added.parts[index].number = OutsideEngine.nextNumber()
    }
    return added
  }
}

/// Collects the widgets of a stage under their names.
private struct InstrumentWidgets {
  private var widgets: [Widget]
  private(set) var owners: [Int?]
  private var aliases: [String: [Int]] = [:]

  init(_ sessionWidgets: [Widget]) {
    widgets = sessionWidgets
    owners = sessionWidgets.map { _ in nil }
  }

  /// The widgets of the only part have their plain names, those of several begin with the part's. Both are found by
  /// the other name too.
  mutating func add(_ part: LoadedPart, at index: Int, isAlone: Bool, showsStrip: Bool) {
    var taken = Set(widgets.map(\.name))
    for widget in (showsStrip ? part.stripWidgets : []) + part.sound.widgets {
      let whole = "\(part.part.name)/\(widget.name)"
      let name = isAlone ? widget.name : whole
      guard taken.insert(name).inserted else { continue }
      aliases[isAlone ? whole : widget.name, default: []].append(widgets.count)
      widgets.append(isAlone ? widget : Widget(whole, of: widget))
      owners.append(index)
    }
  }

  var set: WidgetSet { WidgetSet(widgets, aliases: aliases) }
}

extension Stage {
  /// Where its file is; nil if it was written on the command line.
  package var path: FilePath? { file.map { FilePath($0) } }
}
