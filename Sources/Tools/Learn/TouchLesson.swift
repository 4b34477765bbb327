import SpinetFormats
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// Learning by touch: a person chooses a widget on a screen and moves a control. The link is saved at once, in the user's
/// own mapping file for that controller, and each step can be taken back.
///
/// It asks nothing, except for the sustain pedal: a control that is moved gives up what it moved before, and a widget its
/// other controls. `replaced` tells what that was. Reading and writing files takes time.
package struct TouchLesson {
  package enum State: Equatable, Sendable {
    /// No widget is chosen.
    case idle
    /// The chosen widget waits for a control.
    case waiting
    case saved(TouchedLink)
    /// A control was moved that needs a person's word.
    case asks(String)
    /// The control that was moved cannot be taken, or the file not be written. The widget waits on.
    case refused(String)
  }

  private let widgets: WidgetSet
  private let catalog: Catalog
  /// By file; each continues where it was.
  private var mappings: [FilePath: LearnedMapping] = [:]
  /// The files of the controllers that have sent something.
  private var files: [LearnDialogue.Sender: FilePath] = [:]
  /// The file of the last control.
  private var current: FilePath?
  /// The files of the steps that can be taken back, the newest last.
  private var steps: [FilePath] = []
  package private(set) var widget: String?
  package private(set) var state = State.idle
  /// What gave way to the last link.
  package private(set) var replaced: [String] = []

  package init(_ widgets: WidgetSet, in catalog: Catalog = .current) {
    (self.widgets, self.catalog) = (widgets, catalog)
  }

  /// How many steps can be taken back.
  package var stepCount: Int { steps.count }

  /// The widget waits for its control.
  package mutating func choose(_ name: String) {
    (widget, state, replaced) = (name, .waiting, [])
    guard widgets[name]?.kind.isDisplay != false else { return }
    (widget, state) = (
      nil, .refused(widgets[name] == nil ? "there is no \(name)" : "\(name) only shows a value")
    )
  }

  /// A controller has sent something.
  package mutating func take(
    _ message: AnyMIDIMessage, from sender: LearnDialogue.Sender, at nanoseconds: UInt64
  ) {
    guard let widget, isWaiting, message.channel != nil else { return }
    do throws(SpinetError) {
      let file = try knownFile(for: sender)
      files[sender] = file
      var mapping = try mapping(at: file)
      if !mapping.dialogue.isMoving(widget) { _ = mapping.dialogue.startMoving(widget) }
      _ = mapping.take(.message(message, from: sender, at: nanoseconds))
      (mappings[file], current) = (mapping, file)
      look(at: file)
    } catch {
      state = .refused("\(error)")
    }
  }

  /// Time has passed: a control that rests is recognised.
  package mutating func rest(at nanoseconds: UInt64) {
    guard isWaiting, let current else { return }
    let said = mappings[current]?.take(.time(nanoseconds)) ?? []
    if !said.isEmpty { state = .refused(said.joined(separator: "; ")) }
    look(at: current)
  }

  /// Takes the control that was asked about.
  package mutating func accept() {
    guard case .asks = state, let current else { return }
    _ = mappings[current]?.take(.line("yes"))
    look(at: current)
  }

  private var isWaiting: Bool {
    switch state {
    case .waiting, .refused: true
    case .idle, .saved, .asks: false
    }
  }

  /// Answers the questions of the dialogue, and keeps the link when there is one.
  private mutating func look(at file: FilePath) {
    guard var mapping = mappings[file], let widget else { return }
    let before = mapping.dialogue.links
    for _ in 0..<3 {
      guard case .asking(let question) = mapping.dialogue.stage else { break }
      switch question {
      case .pedal: state = .asks("cc 64 is the sustain pedal, which then no longer holds notes")
      case .control, .widget: _ = mapping.take(.line("replace"))
      case .meant: break
      case .options(let control, _): save(control, widget, mapping, before, file)
      }
    }
    if case .naming = mapping.dialogue.stage, let link = mapping.dialogue.link(toWidget: widget, in: file) {
      state = .saved(link)
    }
    mappings[file] = mapping
  }

  private mutating func save(
    _ control: Control, _ widget: String, _ mapping: LearnedMapping, _ before: [String], _ file: FilePath
  ) {
    if let failure = mapping.file.failure {
      state = .refused("\(failure)")
    } else if let link = mapping.dialogue.link(toWidget: widget, in: file) {
      if state != .saved(link) { steps.append(file) }
      let now = mapping.dialogue.links
      replaced = before.filter { !now.contains($0) }
      state = .saved(link)
    }
  }

  // MARK: Changes

  /// Changes the link that was saved last.
  package mutating func change(_ change: LinkChange) {
    guard case .saved = state, let current, let widget, var mapping = mappings[current] else { return }
    let problem = mapping.dialogue.change(change, linkTo: widget)
    _ = mapping.take(.line("list"))
    mappings[current] = mapping
    if let problem {
      state = .refused(problem)
    } else if let link = mapping.dialogue.link(toWidget: widget, in: current) {
      steps.append(current)
      state = .saved(link)
    }
  }

  /// Takes the last step back. The widget waits for a control again.
  package mutating func undo() {
    guard let file = steps.popLast() else { return }
    _ = mappings[file]?.take(.line("undo"))
    (state, replaced) = (widget == nil ? .idle : .waiting, [])
  }

  /// Removes the links of a widget from the user's own files.
  package mutating func unlink(_ name: String) {
    do throws(SpinetError) {
      for entry in try catalog.own(.mapping) {
        var mapping = try mapping(at: entry.path)
        guard mapping.dialogue.unlink(name) else { continue }
        _ = mapping.take(.line("list"))
        mappings[entry.path] = mapping
        steps.append(entry.path)
      }
      (state, widget) = (.idle, nil)
    } catch {
      state = .refused("\(error)")
    }
  }

  // MARK: Files

  /// As it was left, or read from its file.
  private func mapping(at file: FilePath) throws(SpinetError) -> LearnedMapping {
    if let known = mappings[file] { return known }
    return try LearnedMapping(file: file, widgets: widgets)
  }

  private func knownFile(for sender: LearnDialogue.Sender) throws(SpinetError) -> FilePath {
    if let known = files[sender] { return known }
    return try file(for: sender)
  }

  /// The user's own file that is for this controller, or a new one with its name.
  private func file(for sender: LearnDialogue.Sender) throws(SpinetError) -> FilePath {
    for entry in try catalog.own(.mapping) {
      guard let mapping = try? Mapping(bytes: entry.bytes(), file: entry.path.string),
        mapping.match(toPortNamed: sender.names) != nil
      else { continue }
      return entry.path
    }
    guard let folder = catalog.ownFolder(of: .mapping) else {
      throw SpinetError(
        .folderUnusable, what: sender.name, why: "there is no home folder for its mapping",
        remedy: "set XDG_CONFIG_HOME")
    }
    do throws(Errno) { try folder.makeFolder() } catch {
      throw SpinetError(.notWritten, what: folder.string, why: "\(error)", remedy: Remedy(.choosePlace))
    }
    return folder.appending("\(Self.fileName(sender.name)).yaml")
  }

  /// `Launchkey Mini MK3` becomes `launchkey-mini-mk3`.
  private static func fileName(_ name: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "controller" : String(words.joined(separator: "-").prefix(60))
  }
}
