import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetText

extension Stage {
  /// - Throws: all errors of the file, each with its position.
  package init(text: String, file: String) throws(SpinetError) {
    let document = YAMLDocument(text: text, file: file)
    var reader = StageReader(diagnostics: document.diagnostics)
    let stage = reader.stage(document.root)
    try reader.diagnostics.throwErrors()
    self = stage
  }

  /// Whether a text is a stage and not a patch: its first level has `parts:`.
  package static func isStage(_ text: String, file: String) -> Bool {
    YAMLDocument(text: text, file: file).root?["parts"] != nil
  }
}

/// Reads the nodes of a stage file and collects all errors.
struct StageReader {
  var diagnostics: Diagnostics

  static let keys = ["name", "author", "about", "parts", "scenes"]
  static let sceneKeys = ["parts", "program", "set", "send"]

  mutating func stage(_ root: DocumentNode?) -> Stage {
    var stage = Stage(file: diagnostics.file, name: "", parts: [])
    guard let root else {
      if !diagnostics.hasErrors { reportMissingParts(at: .start) }
      return stage
    }
    guard let fields = root.fields(Self.keys, calling: "key", &diagnostics) else { return stage }
    stage.name = fields["name"]?.string(&diagnostics) ?? ""
    if let parts = fields["parts"] {
      stage.parts = read(parts)
    } else {
      reportMissingParts(at: root.location)
    }
    stage.scenes = fields["scenes"].map { scenes($0, of: stage) } ?? []
    return stage
  }

  private mutating func reportMissingParts(at location: TextLocation) {
    diagnostics.error(at: location, "there is no part, expected \"parts:\" and a sound under it")
  }

  // MARK: Parts

  private mutating func read(_ node: DocumentNode) -> [Part] {
    if node.content == .nothing || node.content == .map([]) {
      if !node.isRefused { reportMissingParts(at: node.location) }
      return []
    }
    guard let entries = node.entries(&diagnostics, as: "parts and their sounds") else { return [] }
    if entries.count > Stage.mostParts {
      diagnostics.error(
        at: node.location, "\(entries.count) parts, expected \(Stage.mostParts) at most")
    }
    return entries.compactMap { part($0) }
  }

  private mutating func part(_ entry: DocumentNode.Entry) -> Part? {
    if entry.key.isEmpty || entry.key.contains("/") {
      diagnostics.error(
        at: entry.location, "\"\(entry.key.shortened)\" as a part's name, expected one without /")
    }
    var part = Part(entry.key, sound: "")
    if case .text(let sound) = entry.value.content {
      part.sound = sound
      part.location = entry.value.location
      return part
    }
    guard let fields = entry.value.fields(PartFields.keys, calling: "key", &diagnostics) else { return nil }
    guard let sound = fields["sound"] else {
      diagnostics.error(at: entry.location, "\(entry.key.shortened) has no sound, expected \"sound: NAME\"")
      return nil
    }
    part.location = sound.location
    if case .map = sound.content {
      part.outside = OutsideFields.instrument(sound, fields, &diagnostics)
      part.sound = part.outside?.port.description ?? ""
    } else {
      part.sound =
        sound.string(&diagnostics, as: "the name or file of a sound, or a map with \"midi:\"") ?? ""
      OutsideFields.refuse(in: fields, &diagnostics)
    }
    PartFields(fields).apply(to: &part, &diagnostics)
    return part
  }

  // MARK: Scenes

  private mutating func scenes(_ node: DocumentNode, of stage: Stage) -> [Stage.Scene] {
    let entries = node.entries(&diagnostics, as: "scenes and their parts") ?? []
    let scenes = entries.map { scene($0, stage.parts) }
    var programs: [Int: String] = [:]
    for (entry, scene) in zip(entries, scenes) {
      guard let program = scene.program, let first = programs.updateValue(scene.name, forKey: program) else {
        continue
      }
      diagnostics.error(
        at: entry.value["program"]?.location ?? entry.location,
        "program \(program) chooses \(first.shortened) already, expected another")
    }
    return scenes
  }

  private mutating func scene(_ entry: DocumentNode.Entry, _ all: [Part]) -> Stage.Scene {
    let names = all.map(\.name)
    var scene = Stage.Scene(entry.key)
    guard case .map = entry.value.content else {
      scene.parts = parts(entry.value, names)
      return scene
    }
    let fields = entry.value.fields(Self.sceneKeys, calling: "key", &diagnostics) ?? [:]
    scene.parts = fields["parts"].flatMap { parts($0, names) }
    scene.program = fields["program"]?.int(in: 1...128, &diagnostics)
    scene.settings = fields["set"].map { PartFields.settings($0, &diagnostics) } ?? []
    var sent = SceneMessageReader(parts: all)
    if let node = fields["send"] { sent.read(node, &diagnostics) }
    (scene.messages, scene.datagrams) = (sent.messages, sent.datagrams)
    return scene
  }

  private mutating func parts(_ node: DocumentNode, _ names: [String]) -> [String]? {
    if case .nothing = node.content { return nil }
    let items: [DocumentNode]
    if case .list(let list) = node.content { items = list } else { items = [node] }
    return items.compactMap { item in
      guard let name = item.string(&diagnostics, as: "a part or a list of parts") else { return nil }
      if names.contains(name) { return name }
      diagnostics.error(
        at: item.location, "unknown part \"\(name.shortened)\", expected \(names.joinedByOr)",
        suggestion: nearestName(to: name, among: names))
      return nil
    }
  }
}
