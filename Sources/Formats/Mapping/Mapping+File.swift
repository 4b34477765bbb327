import SpinetMapping
import SpinetText
import SpinetWidgets

extension Mapping {
  /// - Throws: all errors of the text, each with its position.
  public init(text: String, file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(text: text, file: file))
  }

  /// - Throws: all errors of the file, each with its position.
  public init(bytes: [UInt8], file: String) throws(DocumentErrors) {
    try self.init(YAMLDocument(bytes: bytes, file: file))
  }

  /// - Throws: all errors of the file, and everything in it that does not fit the instrument's widgets.
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
}
