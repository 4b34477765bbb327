import Documents
import Foundation
import Widgets

/// What the widgets of one instrument were when it was last left.
struct StateFile {
  let path: String
  let instrument: String

  /// The values kept, by widget; empty when nothing has been kept yet.
  ///
  /// Throws `DocumentErrors` for a file that is broken: it is never written over, so that its owner can mend
  /// or remove it.
  func read() throws -> [String: Double] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    let bytes = try InputFile.bytes(at: path, remedy: "give another with '--state FILE'")
    var document = YAMLDocument(bytes: bytes, file: path)
    let values = Self.values(document.root, &document.diagnostics)
    try document.diagnostics.throwErrors()
    return values
  }

  private static func values(_ root: DocumentNode?, _ diagnostics: inout Diagnostics) -> [String: Double] {
    guard let root else {
      if !diagnostics.hasErrors {
        diagnostics.error(at: .start, "the file is empty, expected widgets and values")
      }
      return [:]
    }
    guard let fields = root.fields(["instrument", "widgets"], calling: "key", &diagnostics) else {
      return [:]
    }
    guard let entries = fields["widgets"]?.entries(&diagnostics) else { return [:] }
    var values: [String: Double] = [:]
    for entry in entries { values[entry.key] = entry.value.double(&diagnostics) }
    return values
  }

  func write(_ values: [String: Double]) throws(SessionError) {
    var lines = [
      "# What the widgets were when the instrument was left; written by spinet.",
      "instrument: \(quoted(instrument))",
    ]
    lines.append("widgets:" + (values.isEmpty ? " {}" : ""))
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(quoted(name)): \(value)")
    }
    try AtomicFile.write(lines.joined(separator: "\n") + "\n", to: path)
  }

  /// A YAML text in double quotes, which are JSON's.
  private func quoted(_ text: String) -> String { JSONLine.quoted(text) }
}
