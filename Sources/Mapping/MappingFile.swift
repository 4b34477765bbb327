import Documents
import Widgets

/// A mapping: which control of which controller moves which widget, and how.
///
/// A value: a file that cannot be read throws, and whatever mapping is in use stays.
public struct MappingFile: Hashable, Sendable {
  /// One line of the map.
  public struct Entry: Hashable, Sendable {
    public var control: Control
    public var place: Place
    /// At least one.
    public var targets: [MappingTarget]

    public init(_ control: Control, place: Place = .start, targets: [MappingTarget]) {
      self.control = control
      self.place = place
      self.targets = targets
    }
  }

  /// The file's name, for what is said about it.
  public var file: String
  /// The controller's name as people know it; nil when the file does not say.
  public var controller: String?
  /// Wildcards of the ports it belongs to; empty: every port.
  public var ports: [PortPattern]
  public var entries: [Entry]
  /// Whether its controls are told where their widgets stand unless their lines say otherwise.
  public var answersByDefault: Bool

  public init(
    file: String, controller: String? = nil, ports: [PortPattern] = [], entries: [Entry],
    answersByDefault: Bool = false
  ) {
    self.file = file
    self.controller = controller
    self.ports = ports
    self.entries = entries
    self.answersByDefault = answersByDefault
  }

  /// - Throws: every error of the text, each with its place.
  public init(text: String, file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(text: text, file: file))
  }

  /// - Throws: every error of the file, each with its place.
  public init(bytes: [UInt8], file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(bytes: bytes, file: file))
  }

  /// - Throws: every error of the file, and everything in it that does not fit an instrument's widgets.
  public init(bytes: [UInt8], file: String, for widgets: WidgetSet) throws(DocumentErrors) {
    let document = YAMLDocument(bytes: bytes, file: file)
    var reader = MappingReader(diagnostics: document.diagnostics)
    let mapping = reader.mapping(document.root)
    let problems = reader.diagnostics.all + mapping.check(against: widgets)
    guard !problems.contains(where: { $0.severity == .error }) else { throw DocumentErrors(problems) }
    self = mapping
  }

  private init(_ document: YAMLDocument) throws(DocumentErrors) {
    var reader = MappingReader(diagnostics: document.diagnostics)
    let mapping = reader.mapping(document.root)
    try reader.diagnostics.throwErrors()
    self = mapping
  }

  /// This mapping, and of another what moves by controls of which this one says nothing.
  public func completed(by other: MappingFile?) -> MappingFile {
    var whole = self
    let own = Set(entries.map(\.control))
    whole.entries += (other?.entries ?? []).filter { !own.contains($0.control) }
    return whole
  }

  /// Whether this mapping is for a port of any of these names.
  public func applies(toPortNamed names: [String]) -> Bool {
    ports.isEmpty || match(toPortNamed: names) != nil
  }

  /// The first pattern of `ports:` that fits one of a port's names, and that name.
  public func match(toPortNamed names: [String]) -> (pattern: PortPattern, name: String)? {
    for pattern in ports {
      if let name = names.first(where: pattern.matches) { return (pattern, name) }
    }
    return nil
  }
}
