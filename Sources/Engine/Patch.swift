import Documents
import Widgets

/// A sound: what some of an engine's widgets are set to, and whose idea it was.
public struct Patch: Hashable, Sendable {
  /// One line of the file.
  public struct Setting: Hashable, Sendable {
    /// The widget's whole name.
    public var widget: String
    /// As written: a number, `on` or `off`, or the name of a choice.
    public var text: String
    public var place: Place
    public var valuePlace: Place
  }

  /// The file's name, for what is said about it.
  public var file: String
  public var name: String?
  public var author: String?
  public var family: String?
  public var settings: [Setting]

  /// - Throws: every error of the text, each with its place.
  public init(text: String, file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(text: text, file: file))
  }

  /// - Throws: every error of the file, each with its place.
  public init(bytes: [UInt8], file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(bytes: bytes, file: file))
  }

  private init(_ document: YAMLDocument) throws(DocumentErrors) {
    file = document.diagnostics.file
    settings = []
    var diagnostics = document.diagnostics
    for entry in document.root?.entries(&diagnostics, as: "sections of widgets") ?? [] {
      read(entry, &diagnostics)
    }
    try diagnostics.throwErrors()
  }

  private mutating func read(_ entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics) {
    switch entry.key {
    case "name": name = entry.value.string(&diagnostics)
    case "author": author = entry.value.string(&diagnostics)
    case "family": family = entry.value.string(&diagnostics)
    default: readSetting(entry, named: entry.key, &diagnostics)
    }
  }

  private mutating func readSetting(
    _ entry: DocumentNode.Entry, named name: String, _ diagnostics: inout Diagnostics
  ) {
    if case .map(let entries) = entry.value.content {
      for inner in entries { readSetting(inner, named: "\(name).\(inner.key)", &diagnostics) }
    } else if let text = entry.value.string(&diagnostics, as: "a value or a section of widgets") {
      settings.append(
        Setting(widget: name, text: text, place: entry.place, valuePlace: entry.value.place))
    }
  }

  /// Moves every widget the patch names, or none if it is wrong about any; widgets it does not name stay.
  /// Answers what is wrong. [control-thread]
  public func apply(to widgets: WidgetSet) -> [Diagnostic] {
    var diagnostics = Diagnostics(file: file)
    let moves = settings.compactMap { setting in
      widgets.move(for: setting, &diagnostics)
    }
    guard !diagnostics.hasErrors else { return DocumentErrors(diagnostics.all).diagnostics }
    for (widget, value) in moves { widget.set(value) }
    return []
  }
}

extension WidgetSet {
  fileprivate func move(for setting: Patch.Setting, _ diagnostics: inout Diagnostics) -> (Widget, Double)? {
    guard let widget = self[setting.widget] else {
      diagnostics.error(
        at: setting.place, "unknown widget \"\(setting.widget.shortened)\", expected one of the engine's",
        suggestion: nearestName(to: setting.widget, among: names))
      return nil
    }
    guard let value = widget.parse(setting.text), widget.range.contains(value) else {
      diagnostics.error(
        at: setting.valuePlace,
        "\"\(setting.text.shortened)\" is nothing for \(widget.name), expected \(widget.expectation)",
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

  /// What may stand for its value.
  fileprivate var expectation: String {
    switch kind {
    case .choice(let names): names.joinedByOr
    case .toggle, .button, .momentary: "on or off"
    case .slider, .knob, .label:
      "a number from \(text(for: range.lowerBound)) to \(text(for: range.upperBound))"
    }
  }
}
