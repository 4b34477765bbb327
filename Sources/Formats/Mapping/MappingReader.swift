import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

extension Mapping {
  /// - Throws: all errors of the text, each with its position.
  package init(text: String, file: String) throws(SpinetError) {
    try self.init(YAMLDocument(text: text, file: file))
  }

  /// - Throws: all errors of the file, each with its position.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    try self.init(YAMLDocument(bytes: bytes, file: file))
  }

  /// - Parameter isUnknown: the widgets that are not checked.
  /// - Throws: all errors of the file, and everything in it that does not fit the instrument's widgets.
  package init(
    bytes: [UInt8], file: String, for widgets: WidgetSet, except isUnknown: (String) -> Bool = { _ in false }
  ) throws(SpinetError) {
    let document = YAMLDocument(bytes: bytes, file: file)
    var reader = MappingReader(diagnostics: document.diagnostics)
    let mapping = reader.mapping(document.root)
    let problems = reader.diagnostics.all + mapping.check(against: widgets, except: isUnknown)
    guard !problems.contains(where: { $0.severity == .error }) else { throw SpinetError(problems) }
    self = mapping
  }

  private init(_ document: YAMLDocument) throws(SpinetError) {
    var reader = MappingReader(diagnostics: document.diagnostics)
    let mapping = reader.mapping(document.root)
    try reader.diagnostics.throwErrors()
    self = mapping
  }
}

/// Reads the nodes of a mapping file and collects all errors.
struct MappingReader {
  var diagnostics: Diagnostics
  /// The value for targets that do not mention feedback.
  private var answersByDefault = false

  init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  static let keys = ["controller", "ports", "feedback", "map"]

  mutating func mapping(_ root: DocumentNode?) -> Mapping {
    var mapping = Mapping(file: diagnostics.file, entries: [])
    guard let root else {
      if !diagnostics.hasErrors { reportMissingMap(at: .start) }
      return mapping
    }
    guard let fields = root.fields(Self.keys, calling: "key", &diagnostics) else { return mapping }
    mapping.controller = fields["controller"]?.string(&diagnostics, as: "the controller's name")
    mapping.ports = fields["ports"].map { ports($0) } ?? []
    answersByDefault = fields["feedback"]?.bool(&diagnostics) ?? false
    mapping.answersByDefault = answersByDefault
    if let map = fields["map"] {
      mapping.entries = entries(map)
    } else {
      reportMissingMap(at: root.location)
    }
    return mapping
  }

  private mutating func reportMissingMap(at location: TextLocation) {
    diagnostics.error(at: location, "nothing is mapped, expected \"map:\" and a control under it")
  }

  private mutating func ports(_ node: DocumentNode) -> [PortPattern] {
    guard let names = node.strings(&diagnostics, as: "a port's name or a list of names") else { return [] }
    if names.isEmpty {
      diagnostics.error(at: node.location, "no port, expected a name; leave out \"ports:\" for every port")
    }
    return names.map(PortPattern.init)
  }

  private mutating func entries(_ map: DocumentNode) -> [Mapping.Entry] {
    if map.content == .nothing || map.content == .map([]) {
      if !map.isRefused { reportMissingMap(at: map.location) }
      return []
    }
    guard let lines = map.entries(&diagnostics, as: "controls and their widgets") else { return [] }
    var places: [Control: TextLocation] = [:]
    return lines.compactMap { line in
      let control = control(line.key, at: line.location)
      let targets = targets(line.value, of: control)
      guard let control else { return nil }
      if let first = places.updateValue(line.location, forKey: control) {
        diagnostics.error(
          at: line.location, "\"\(control)\" appears twice, expected once (first in line \(first.line))")
      }
      return .init(control, location: line.location, targets: targets)
    }
  }

  mutating func control(_ text: String, at location: TextLocation) -> Control? {
    do throws(ReadingProblem) {
      return try Control(reading: text)
    } catch {
      diagnostics.error(at: location, error.why, suggestion: error.suggestion)
      return nil
    }
  }

  private mutating func targets(_ node: DocumentNode, of control: Control?) -> [MappingTarget] {
    guard case .list(let items) = node.content else { return [target(node, of: control)].compactMap(\.self) }
    if items.isEmpty { diagnostics.error(at: node.location, "an empty list, expected a widget") }
    return items.compactMap { target($0, of: control) }
  }

  private mutating func target(_ node: DocumentNode, of control: Control?) -> MappingTarget? {
    switch node.content {
    case .text(""):
      diagnostics.error(at: node.location, "an empty text, expected a widget's name")
      return nil
    case .text(let widget):
      return MappingTarget(
        widget: widget, location: node.location, feedback: answersByDefault ? control : nil)
    case .map:
      var reader = TargetReader(control: control, answersByDefault: answersByDefault)
      return reader.target(node, &diagnostics)
    case .list, .nothing:
      if !node.isRefused {
        diagnostics.error(
          at: node.location, "\(node.described) found, expected a widget or {widget: …} with options")
      }
      return nil
    }
  }
}
