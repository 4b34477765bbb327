import SpinetKeyboard
import SpinetText

/// A keyboard file as read: a `.dsp` program with a SmartKeyboard declaration, or YAML.
public struct KeyboardFile: Sendable {
  public let configuration: KeyboardConfiguration
  /// What was passed over, with its place.
  public let warnings: [Diagnostic]

  /// Reads the other files that a keyboard file names, by the name it gives them. What it throws is told as
  /// the reason.
  public typealias TextReader = (_ name: String) throws -> String

  /// - Parameters:
  ///   - file: its name; `.dsp` at its end makes it a Faust program.
  ///   - reading: for `tuning`'s `.scl` and `.kbm`.
  /// - Throws: `DocumentErrors`, every error and warning of the file at once.
  public init(_ text: String, file: String, reading: TextReader) throws(DocumentErrors) {
    if file.lowercased().hasSuffix(".dsp") {
      self = try Self.program(text, file: file)
    } else {
      self = try Self.document(text, file: file, reading: reading)
    }
  }

  /// The declaration in a Faust program, nil if it has none.
  public static func declaration(inProgram text: String, file: String) -> KeyboardFile? {
    FaustSource.declaration(in: text).map { KeyboardFile(declaration: $0.text, at: $0.location, file: file) }
  }

  /// The text of a declaration, with `SmartKeyboard{…}` around it or not.
  /// - Parameter place: of its first character in `file`.
  public init(declaration text: String, at location: TextLocation = .start, file: String) {
    let reader = DeclarationReader(text, at: location, file: file)
    let builder = ConfigurationBuilder(reader.settings, file: file)
    configuration = builder.configuration
    warnings = reader.diagnostics.all + builder.diagnostics.all
  }

  private init(configuration: KeyboardConfiguration, warnings: [Diagnostic]) {
    self.configuration = configuration
    self.warnings = warnings
  }

  private static func program(_ text: String, file: String) throws(DocumentErrors) -> KeyboardFile {
    if let found = declaration(inProgram: text, file: file) { return found }
    throw DocumentErrors([
      Diagnostic(
        file: file, location: .start,
        "no SmartKeyboard in this program, expected declare interface \"SmartKeyboard{…}\"")
    ])
  }

  private static func document(
    _ text: String, file: String, reading: TextReader
  ) throws(DocumentErrors) -> KeyboardFile {
    let document = YAMLDocument(text: text, file: file)
    var diagnostics = document.diagnostics
    let entries = document.root?.entries(&diagnostics, as: "a map of SmartKeyboard keys") ?? []
    let written = entries.flatMap { settings(in: $0, &diagnostics) }
    let builder = ConfigurationBuilder(written, file: file)
    var configuration = builder.configuration
    for entry in entries { configuration.read(entry, reading: reading, &diagnostics) }
    let all = diagnostics.all + builder.diagnostics.all
    if diagnostics.hasErrors || builder.diagnostics.hasErrors { throw DocumentErrors(all) }
    return KeyboardFile(configuration: configuration, warnings: all)
  }

  /// What one line of the map sets; a declaration sets many things.
  private static func settings(
    in entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics
  ) -> [WrittenSetting] {
    switch entry.key {
    case "tuning", "bend", "mpe", "out": return []
    case "interface":
      guard let text = entry.value.string(&diagnostics, as: "SmartKeyboard{…}") else { return [] }
      let reader = DeclarationReader(text, at: entry.value.location, file: diagnostics.file)
      for warning in reader.diagnostics.all { diagnostics.warning(at: warning.location, warning.message) }
      return reader.settings
    default:
      guard let value = text(of: entry.value, &diagnostics) else { return [] }
      return [
        WrittenSetting(
          name: entry.key, location: entry.location, value: value, valuePosition: entry.value.location,
          severity: .error)
      ]
    }
  }

  /// A list, as a scale's intervals are, is as good as its text.
  private static func text(of node: DocumentNode, _ diagnostics: inout Diagnostics) -> String? {
    guard case .list = node.content else { return node.string(&diagnostics, as: "a number or a text") }
    return node.doubles(&diagnostics).map { "[" + $0.map { "\($0)" }.joined(separator: ",") + "]" }
  }
}
