import SpinetRealtime
import SpinetText
import SpinetWidgets

/// A sound: the values of some of an engine's widgets, and its author.
package struct Patch: Hashable, Sendable {
  /// One line of the file.
  package struct Setting: Hashable, Sendable {
    /// The full name of the widget.
    package var widget: String
    /// As written: a number, `on` or `off`, or the name of a choice.
    package var text: String
    package var location: TextLocation
    package var valuePosition: TextLocation
  }

  /// The keys that are not widgets.
  enum Key: String, CaseIterable {
    case name, author, family, tags, about, engine, program, bank
  }

  /// The engines that a patch can be for.
  package enum Engine: String, CaseIterable, Sendable { case synth, modal }

  /// The name of the file, for messages about it.
  package var file: String
  package var name: String?
  package var author: String?
  package var family: String?
  /// Words about its character, for those who look for a sound.
  package var tags: [String] = []
  /// A sentence about it.
  package var about: String?
  /// The engine that plays it.
  package var engine = Engine.synth
  /// The numbers by which MIDI program changes choose it, its own first: 1–128, as General MIDI counts.
  package var programs: [Int] = []
  /// 0–16383.
  package var bank = 0
  package var settings: [Setting]
  /// Hints for the widgets of a program, by name.
  package var hints: [String: WidgetHints] { located.mapValues(\.hints) }
  private var located: [String: PatchHints] = [:]

  /// - Throws: all errors of the text, each with its position.
  package init(text: String, file: String) throws(SpinetError) {
    try self.init(YAMLDocument(text: text, file: file))
  }

  /// - Throws: all errors of the file, each with its position.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    try self.init(YAMLDocument(bytes: bytes, file: file))
  }

  /// Reads the patch of a program, in which `widget: {value: 440, range: [100, 1000], unit: Hz, curve: log}`
  /// also says how a widget is displayed.
  ///
  /// - Throws: all errors of the file, each with its position.
  package init(ofProgram bytes: [UInt8], file: String) throws(SpinetError) {
    try self.init(YAMLDocument(bytes: bytes, file: file), hasHints: true)
  }

  private init(_ document: YAMLDocument, hasHints: Bool = false) throws(SpinetError) {
    file = document.diagnostics.file
    settings = []
    var diagnostics = document.diagnostics
    if document.root == nil, !diagnostics.hasErrors {
      diagnostics.error(at: .start, "the file is empty, expected widgets and values")
    }
    for entry in document.root?.entries(&diagnostics, as: "sections of widgets") ?? [] {
      read(entry, hasHints, &diagnostics)
    }
    try diagnostics.throwErrors()
  }

  private mutating func read(
    _ entry: DocumentNode.Entry, _ hasHints: Bool, _ diagnostics: inout Diagnostics
  ) {
    switch Key(rawValue: entry.key) {
    case .name: name = entry.value.string(&diagnostics)
    case .author: author = entry.value.string(&diagnostics)
    case .family: family = entry.value.string(&diagnostics)
    case .tags where !hasHints:
      tags = entry.value.strings(&diagnostics, as: "a word or a list of words") ?? []
    case .about where !hasHints: about = entry.value.string(&diagnostics, as: "a sentence")
    case .engine where !hasHints: engine = Self.engine(entry.value, &diagnostics)
    case .program where !hasHints: programs = Self.programs(entry.value, &diagnostics)
    case .bank where !hasHints: bank = entry.value.int(in: 0...16383, &diagnostics) ?? 0
    default: readSetting(entry, named: entry.key, hasHints, &diagnostics)
    }
  }

  private static func engine(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Engine {
    let names = Engine.allCases.map(\.rawValue)
    guard let name = node.string(&diagnostics, as: names.joinedByOr) else { return .synth }
    if let engine = Engine(rawValue: name) { return engine }
    diagnostics.error(
      at: node.location, "unknown engine \"\(name.shortened)\", expected \(names.joinedByOr)",
      suggestion: nearestName(to: name, among: names))
    return .synth
  }

  /// One number, or a list of them.
  private static func programs(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> [Int] {
    guard case .list(let items) = node.content else {
      return node.int(in: 1...128, &diagnostics).map { [$0] } ?? []
    }
    return items.compactMap { $0.int(in: 1...128, &diagnostics) }
  }

  private mutating func readSetting(
    _ entry: DocumentNode.Entry, named name: String, _ hasHints: Bool, _ diagnostics: inout Diagnostics
  ) {
    if case .map(let entries) = entry.value.content {
      guard hasHints, entries.contains(where: { PatchHints.keys.contains($0.key) }) else {
        for inner in entries { readSetting(inner, named: "\(name).\(inner.key)", hasHints, &diagnostics) }
        return
      }
      located[name] = PatchHints(entry, &diagnostics)
      for var value in entries where value.key == "value" {
        value.location = entry.location
        readSetting(value, named: name, false, &diagnostics)
      }
    } else if let text = entry.value.string(&diagnostics, as: "a value or a section of widgets") {
      settings.append(
        Setting(widget: name, text: text, location: entry.location, valuePosition: entry.value.location))
    }
  }

  /// Sets all widgets that the patch names. If there is any error, sets none. Other widgets keep their
  /// values. Returns the errors. [control-thread]
  package func apply(to widgets: WidgetSet) -> [Diagnostic] {
    do throws(SpinetError) {
      for (widget, value) in try values(of: widgets) { widget.set(value) }
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// The widgets that the patch names, each with its value. Nothing moves.
  ///
  /// - Throws: what is wrong with the patch for these widgets.
  package func values(of widgets: WidgetSet) throws(SpinetError) -> [(widget: Widget, value: Double)] {
    var diagnostics = Diagnostics(file: file)
    let values = settings.compactMap { widgets.value(of: $0, &diagnostics) }
    // An unknown widget with a value has been reported already.
    for (name, hints) in located
    where !settings.contains(where: { $0.widget == name }) || widgets[name] != nil {
      guard let widget = widgets.named(name, at: hints.location, &diagnostics) else { continue }
      hints.check(widget, &diagnostics)
    }
    try diagnostics.throwErrors()
    return values
  }
}

extension WidgetSet {
  fileprivate func named(_ name: String, at location: TextLocation, _ diagnostics: inout Diagnostics)
    -> Widget?
  {
    if let widget = self[name] { return widget }
    diagnostics.error(
      at: location, "unknown widget \"\(name.shortened)\", expected one of the engine's",
      suggestion: nearestName(to: name, among: names))
    return nil
  }

  fileprivate func value(
    of setting: Patch.Setting, _ diagnostics: inout Diagnostics
  ) -> (widget: Widget, value: Double)? {
    guard let widget = named(setting.widget, at: setting.location, &diagnostics) else { return nil }
    guard let value = widget.parse(setting.text), widget.allows(value) else {
      diagnostics.error(
        at: setting.valuePosition,
        "\"\(setting.text.shortened)\" is not a value for \(widget.name), expected \(widget.expectation)",
        suggestion: nearestName(to: setting.text, among: widget.choices))
      return nil
    }
    return (widget, value)
  }
}

extension Widget {
  fileprivate var choices: [String] {
    if case .choice(let names) = kind { names } else { [] }
  }
}
