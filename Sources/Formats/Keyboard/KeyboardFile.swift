import SpinetKeyboard
import SpinetRealtime
import SpinetText

/// A keyboard file: a `.dsp` program with a SmartKeyboard declaration, or YAML.
package struct KeyboardFile: Sendable {
  package let configuration: KeyboardConfiguration
  /// Settings that were ignored, with their positions.
  package let warnings: [Diagnostic]

  /// Reads another file that a keyboard file names. The text of a thrown error becomes part of the
  /// diagnostic.
  package typealias TextReader = (_ name: String) throws(ReadingProblem) -> String

  /// - Parameters:
  ///   - file: its name. A name ending in `.dsp` is a Faust program.
  ///   - reading: reads the `.scl` and `.kbm` files of `tuning`.
  /// - Throws: all errors and warnings of the file.
  package init(_ text: String, file: String, reading: TextReader) throws(SpinetError) {
    if file.lowercased().hasSuffix(".dsp") {
      self = try Self.program(text, file: file)
    } else {
      self = try Self.document(text, file: file, reading: reading)
    }
  }

  /// The declaration in a Faust program; nil if it has none.
  package static func declaration(inProgram text: String, file: String) -> KeyboardFile? {
    FaustSource.declaration(in: text).map { KeyboardFile(declaration: $0.text, at: $0.location, file: file) }
  }

  /// The text of a declaration, with or without `SmartKeyboard{…}` around it.
  ///
  /// - Parameter location: the position of its first character in `file`.
  package init(declaration text: String, at location: TextLocation = .start, file: String) {
    let reader = DeclarationReader(text, at: location, file: file)
    let builder = ConfigurationBuilder(reader.settings, file: file)
    configuration = builder.configuration
    warnings = reader.diagnostics.all + builder.diagnostics.all
  }

  private init(configuration: KeyboardConfiguration, warnings: [Diagnostic]) {
    self.configuration = configuration
    self.warnings = warnings
  }

  private static func program(_ text: String, file: String) throws(SpinetError) -> KeyboardFile {
    if let found = declaration(inProgram: text, file: file) { return found }
    throw SpinetError([
      Diagnostic(
        file: file, location: .start,
        "no SmartKeyboard in this program, expected declare interface \"SmartKeyboard{…}\"")
    ])
  }

  private static func document(
    _ text: String, file: String, reading: TextReader
  ) throws(SpinetError) -> KeyboardFile {
    let document = YAMLDocument(text: text, file: file)
    var diagnostics = document.diagnostics
    if document.root == nil, !diagnostics.hasErrors {
      diagnostics.error(at: .start, "the file is empty, expected SmartKeyboard keys and values")
    }
    let entries = document.root?.entries(&diagnostics, as: "a map of SmartKeyboard keys") ?? []
    let written = entries.flatMap { settings(in: $0, &diagnostics) }
    let builder = ConfigurationBuilder(written, file: file)
    var configuration = builder.configuration
    for entry in entries { configuration.read(entry, reading: reading, &diagnostics) }
    let all = diagnostics.all + builder.diagnostics.all
    if diagnostics.hasErrors || builder.diagnostics.hasErrors { throw SpinetError(all) }
    return KeyboardFile(configuration: configuration, warnings: all)
  }

  /// The settings of one line of the map. A declaration contains several.
  private static func settings(
    in entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics
  ) -> [WrittenSetting] {
    switch entry.key {
    case let key where KeyboardConfiguration.ownKeys.contains(key): return []
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

  /// The text of a value. A list, such as the intervals of a scale, is converted to text.
  private static func text(of node: DocumentNode, _ diagnostics: inout Diagnostics) -> String? {
    guard case .list = node.content else { return node.string(&diagnostics, as: "a number or a text") }
    return node.doubles(&diagnostics).map { "[" + $0.map { "\($0)" }.joined(separator: ",") + "]" }
  }
}
