import Glibc
import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

extension LiveSession {
  /// Answers `spinet patch`; nil if the client has to wait for a file.
  ///
  /// - Parameter name: the part; nil for the only one.
  func answer(_ verb: PatchVerb, ofPart name: String?, for client: Int32) throws(SpinetError) -> [String]? {
    let index = try index(ofPart: name)
    let part = instrument.parts[index]
    switch verb {
    case .save(let name, let replace):
      try save(part, as: name, replace: replace, for: client)
      return nil
    case .diff(let json): return PatchChanges(of: part, since: before(ofPart: index)).lines(json: json)
    case .revert:
      let before = before(ofPart: index)
      let changes = PatchChanges(of: part, since: before)
      WidgetSet(part.engine.widgets).restore(before)
      return changes.revertedLines
    }
  }

  /// The values that the current scene sets, by the names of the widgets.
  var sceneValues: [String: Double] { performer.scene.map(instrument.values) ?? [:] }

  /// The values of a part's own widgets before anybody moved them: those of the patch, or of the scene where it sets
  /// them.
  private func before(ofPart index: Int) -> [String: Double] {
    let (prefix, part) = (instrument.prefix(ofPart: index), instrument.parts[index])
    let scene = sceneValues
    return part.loaded.reduce(into: part.loaded) { $0[$1.key] = scene[prefix + $1.key] ?? $1.value }
  }

  func index(ofPart name: String?) throws(SpinetError) -> Int {
    let names = instrument.parts.map(\.part.name)
    guard let name else {
      if names.count == 1 { return 0 }
      throw SpinetError(
        .partNeeded, what: instrument.name, why: "it has several parts",
        remedy: Remedy(.choosePart, names.joinedByOr))
    }
    if let index = names.firstIndex(of: name) { return index }
    throw SpinetError(
      .unknownName, what: "part '\(name)'", why: "\(instrument.name) has no such part",
      remedy: Remedy(.chooseAmong, names.joinedByOr))
  }

  /// Writes the sound into the user's folder. Another thread does it, because control never waits for a disk.
  private func save(
    _ part: LoadedPart, as name: String, replace: Bool, for client: Int32
  ) throws(SpinetError) {
    guard let patch = part.sound.patch else {
      throw SpinetError(
        .notApplicable, what: part.sound.name, why: "only patches of the synth can be saved",
        remedy: "leave it as it is: its widgets are kept between runs")
    }
    guard PatchName.isUsable(name) else { throw PatchName.refusal(of: name) }
    guard let folder = loader.library.ownFolder(of: .patch) else {
      throw SpinetError(
        .folderUnusable, what: name, why: "there is no home folder for it", remedy: "set XDG_CONFIG_HOME")
    }
    let path = folder.appending("\(name).yaml")
    guard replace || !path.exists else {
      throw SpinetError(
        .fileExists, what: path.string, why: "the file exists", remedy: Remedy(.chooseOtherName))
    }
    let text = patch.text(of: part.engine.widgets, named: name)
    let write = { @Sendable () throws(SpinetError) in
      try AtomicFile.write(text, to: path, permissions: 0o644)
      return ["saved \(path)"]
    }
    try answer(
      client, byThread: "spinet-patch", write,
      ended: { [unowned self] in reserve.forgetPrograms(isReading: soundLoader.isBusy) })
  }
}

/// Names under which a patch can be saved, so that `spinet load` finds it by that name.
enum PatchName {
  /// In bytes. A file name may have 255, with its ending.
  private static let longest = 200

  /// Whether nothing in the name has another meaning: `/` and `@`, a single `+`, a file's ending.
  static func isUsable(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && name.first != "." && name.printable == name
      && name.trimmed == name && !name.contains(where: { "/@".contains($0) }) && name != "+"
      && !isFile(name)
  }

  /// Whether the name ends as a file name does: in a dot and up to four letters or digits.
  private static func isFile(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...]
    return (1...4).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }

  static func refusal(of name: String) -> SpinetError {
    SpinetError(
      .unusableName, what: "'\(name.shortened)'", why: "a patch cannot have that name",
      remedy:
        "give at most \(longest) characters, without '/', '@', a dot in front, or an ending such as .yaml")
  }
}

/// What a person has changed in a sound.
struct PatchChanges {
  private let changes: [(widget: Widget, before: Double)]

  /// - Parameter values: by the names of the part's own widgets.
  init(of part: LoadedPart, since values: [String: Double]) {
    changes = part.engine.widgets.compactMap { widget in
      values[widget.name].flatMap { $0 == widget.value ? nil : (widget, $0) }
    }
  }

  func lines(json: Bool) -> [String] {
    guard json else {
      return changes.isEmpty
        ? ["nothing was changed"]
        : changes.map { [$0.widget.name, $0.widget.text(for: $0.before), "→", $0.widget.text] }.inColumns
    }
    return changes.map { widget, before in
      var line = JSONLine()
      line.add("widget", widget.name)
      line.add("loaded", before)
      line.add("value", widget.value)
      line.add("text", widget.text)
      return line.description
    }
  }

  var revertedLines: [String] {
    changes.isEmpty
      ? ["nothing was changed"]
      : changes.map { [$0.widget.name, $0.widget.text(for: $0.before)] }.inColumns
  }
}
