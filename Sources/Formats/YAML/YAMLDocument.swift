import SpinetRealtime
import SpinetText

/// A YAML file as texts, lists and maps with their positions, and the errors in its syntax.
///
/// Files are untrusted: large, deep, aliased or tagged ones are rejected early.
package struct YAMLDocument: Sendable {
  /// In bytes.
  package static let sizeLimit = 1 << 20
  /// The deepest nesting of lists and maps, in levels.
  package static let depthLimit = 32

  /// Nil when the file is empty or cannot be read as YAML at all.
  package let root: DocumentNode?
  /// The errors so far. Readers of the values add theirs.
  package var diagnostics: Diagnostics

  package init(text: String, file: String) { self.init(bytes: Array(text.utf8), file: file) }

  package init(bytes: [UInt8], file: String) {
    var diagnostics = Diagnostics(file: file)
    if bytes.count > Self.sizeLimit {
      diagnostics.error(
        at: .start, "the file has \(bytes.count) bytes, expected \(Self.sizeLimit) at most")
      root = nil
    } else if let location = Self.placeOfInvalidUTF8(in: bytes) {
      diagnostics.error(at: location, "this is not UTF-8, expected a text file in UTF-8")
      root = nil
    } else {
      root = YAMLReader.read(bytes, &diagnostics)
    }
    self.diagnostics = diagnostics
  }

  private static func placeOfInvalidUTF8(in bytes: [UInt8]) -> TextLocation? {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var location = TextLocation.start
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue("\n"): location = TextLocation(line: location.line + 1, column: 1)
      case .scalarValue: location.column += 1
      case .emptyInput: return nil
      case .error: return location
      }
    }
  }
}
