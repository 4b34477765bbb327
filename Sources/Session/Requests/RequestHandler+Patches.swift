import Glibc
import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

extension RequestHandler {
  /// Carries out a request about the sound of a part.
  ///
  /// - Parameter name: the part; nil for the only one.
  func carryOut(_ verb: PatchVerb, ofPart name: String?, _ reply: consuming Reply) {
    switch verb {
    case .save(let file, let replace, let labels):
      save(part: name, as: NewPatch(name: file, replaces: replace, labels: labels), reply)
    case .diff: reply.answer(try .changes(changes(ofPart: name)))
    case .revert: reply.answer(try .reverted(revert(part: name)))
    }
  }

  private func changes(ofPart name: String?) throws(SpinetError) -> [WidgetChange] {
    let index = try index(ofPart: name)
    return instrument.parts[index].changes(since: before(ofPart: index))
  }

  private func revert(part name: String?) throws(SpinetError) -> [WidgetChange] {
    let index = try index(ofPart: name)
    let (part, before) = (instrument.parts[index], before(ofPart: index))
    defer { WidgetSet(part.sound.widgets).restore(before) }
    return part.changes(since: before)
  }

  /// The values of a part's own widgets before anybody moved them: those of the patch, or of the scene where it sets
  /// them.
  private func before(ofPart index: Int) -> [String: Double] {
    let (prefix, part) = (instrument.prefix(ofPart: index), instrument.parts[index])
    let scene = performer.sceneValues
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
  private func save(part name: String?, as new: NewPatch, _ reply: consuming Reply) {
    let ended = { [unowned self] in sounds.forgetPrograms() }
    jobs.answer(reply, byThread: "spinet-patch", ended: ended) { () throws(SpinetError) in
      let part = instrument.parts[try index(ofPart: name)]
      let (text, path) = try text(of: new, from: part)
      return { [disk = surroundings.disk] () throws(SpinetError) in
        try AtomicFile.write(text, to: path, permissions: 0o644, on: disk)
        return .saved(path)
      }
    }
  }

  /// The text of a patch file, and where it belongs.
  private func text(of new: NewPatch, from part: LoadedPart) throws(SpinetError) -> (
    text: String, path: FilePath
  ) {
    guard let patch = part.sound.patch else {
      throw SpinetError(
        .notApplicable, what: part.sound.name, why: "only patches of the synth can be saved",
        remedy: "leave it as it is: its widgets are kept between runs")
    }
    guard PatchName.isUsable(new.name) else { throw PatchName.refusal(of: new.name) }
    guard let folder = sounds.loader.library.ownFolder(of: .patch) else {
      throw SpinetError(
        .folderUnusable, what: new.name, why: "there is no home folder for it", remedy: "set XDG_CONFIG_HOME")
    }
    let path = folder.appending("\(new.name).yaml")
    if !new.replaces { try new.check(path, in: sounds.loader.library) }
    let labels = new.labels
    let text = patch.text(
      of: part.sound.widgets, named: labels.title ?? new.name, family: labels.family, tags: labels.tags)
    return (text, path)
  }
}

/// A patch that is to be saved.
private struct NewPatch {
  let name: String
  let replaces: Bool
  let labels: PatchLabels

  /// - Throws: if another sound has the name already. A shipped one, or a stage, would not be found any more.
  func check(_ path: FilePath, in library: Catalog) throws(SpinetError) {
    if path.exists {
      throw SpinetError(
        .fileExists, what: path.string, why: "the file exists", remedy: Remedy(.chooseOtherName))
    }
    if try library.own(.stage).contains(where: { $0.name == name }) {
      throw SpinetError(
        .fileExists, what: name, why: "one of your stages has that name, and would be hidden",
        remedy: Remedy(.chooseOtherName))
    }
    let shipped = Catalog.shipped(.patch) + Catalog.shipped(.stage)
    guard shipped.contains(where: { $0.name == name }) else { return }
    throw SpinetError(
      .nameShipped, what: name, why: "one of Spinet's own sounds has that name, and would be hidden",
      remedy: Remedy(.chooseOtherName))
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

extension LoadedPart {
  /// What a person has changed in it.
  ///
  /// - Parameter values: by the names of the part's own widgets.
  fileprivate func changes(since values: [String: Double]) -> [WidgetChange] {
    sound.widgets.compactMap { widget in
      let now = widget.value
      return values[widget.name].flatMap {
        $0 == now ? nil : WidgetChange(widget: widget, before: $0, now: now)
      }
    }
  }
}
