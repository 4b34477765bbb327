import Documents
import Foundation
import Widgets

/// What the widgets of one instrument were when it was last left.
struct StateFile {
  let path: String
  let instrument: String

  /// What was kept, and what of it is passed over because it is no number.
  struct Content {
    var values: [String: Double] = [:]
    var remarks: [String] = []
  }

  /// The values kept, by widget; none when nothing has been kept yet.
  ///
  /// Throws for a file that is broken or another instrument's: it is never written over, so that its owner can mend,
  /// move or remove it.
  func read() throws -> Content {
    guard FileManager.default.fileExists(atPath: path) else { return Content() }
    let bytes = try InputFile.bytes(at: path, remedy: Self.remedy)
    var document = YAMLDocument(bytes: bytes, file: path)
    let fields = Self.fields(document.root, &document.diagnostics)
    let owner = fields["instrument"]?.string(&document.diagnostics) ?? instrument
    let entries = fields["widgets"]?.entries(&document.diagnostics) ?? []
    try document.diagnostics.throwErrors()
    guard owner == instrument else {
      throw SessionError(
        .input, what: path, why: "it keeps the widgets of \(owner.shortened), not of \(instrument)",
        remedy: Self.remedy)
    }
    return content(entries)
  }

  private static let remedy = "give another with '--state FILE'"

  private static func fields(
    _ root: DocumentNode?, _ diagnostics: inout Diagnostics
  ) -> [String: DocumentNode] {
    guard let root else {
      if !diagnostics.hasErrors {
        diagnostics.error(at: .start, "the file is empty, expected widgets and values")
      }
      return [:]
    }
    return root.fields(["instrument", "widgets"], calling: "key", &diagnostics) ?? [:]
  }

  private func content(_ entries: [DocumentNode.Entry]) -> Content {
    var content = Content()
    var diagnostics = Diagnostics(file: path)
    for entry in entries { content.values[entry.key] = entry.value.double(&diagnostics) }
    content.remarks = diagnostics.all.map { diagnostic in
      var remark = diagnostic
      remark.severity = .warning
      return remark.description
    }
    return content
  }

  /// Writes what are numbers: what a program has driven beyond them begins where the patch has it.
  func write(_ values: [String: Double]) throws(SessionError) {
    let values = values.filter(\.value.isFinite)
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
