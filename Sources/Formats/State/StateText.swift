import SpinetRealtime
import SpinetText

/// The text of a state file: the values that the widgets of an instrument had when it was last used.
package struct StateText: Sendable {
  /// Whose widgets they are; nil where the file does not say.
  package var instrument: String?
  package var values: [String: Double] = [:]
  /// The patch's values of these widgets, so that a later change of the patch is noticed.
  package var patch: [String: Double] = [:]
  /// Warnings about values that were skipped because they are not numbers.
  package private(set) var remarks: [String] = []

  package init(
    instrument: String? = nil, values: [String: Double] = [:], patch: [String: Double] = [:]
  ) {
    self.instrument = instrument
    self.values = values
    self.patch = patch
  }

  /// - Throws: what makes the whole file unusable.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    var document = YAMLDocument(bytes: bytes, file: file)
    let fields = Self.fields(document.root, &document.diagnostics)
    instrument = fields["instrument"]?.string(&document.diagnostics)
    let widgets = fields["widgets"]?.entries(&document.diagnostics) ?? []
    let patch = fields["patch"]?.entries(&document.diagnostics) ?? []
    try document.diagnostics.throwErrors()
    var skipped = Diagnostics(file: file)
    for entry in widgets { values[entry.key] = entry.value.double(&skipped) }
    for entry in patch { self.patch[entry.key] = entry.value.double(&skipped) }
    remarks = skipped.all.map { diagnostic in
      var remark = diagnostic
      remark.severity = .warning
      return remark.description
    }
  }

  private static func fields(
    _ root: DocumentNode?, _ diagnostics: inout Diagnostics
  ) -> [String: DocumentNode] {
    guard let root else {
      if !diagnostics.hasErrors {
        diagnostics.error(at: .start, "the file is empty, expected widgets and values")
      }
      return [:]
    }
    return root.fields(["instrument", "widgets", "patch"], calling: "key", &diagnostics) ?? [:]
  }

  /// The finite values. A widget that a program has set to infinity or not a number starts at its patch value.
  package var text: String {
    let values = values.filter(\.value.isFinite)
    let patch = patch.filter { values[$0.key] != nil && $0.value.isFinite }
    var lines = [
      "# The values of the widgets when the instrument last ended; written by spinet.",
      "instrument: \(quoted(instrument ?? ""))",
    ]
    lines += section("widgets", values)
    if !patch.isEmpty {
      lines.append("# The patch's values at that time. Where the patch has changed since, it wins.")
      lines += section("patch", patch)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ name: String, _ values: [String: Double]) -> [String] {
    let lines = values.sorted { $0.key < $1.key }.map { "  \(quoted($0.key)): \($0.value)" }
    return ["\(name):" + (values.isEmpty ? " {}" : "")] + lines
  }

  /// YAML's double quotes accept JSON's escapes.
  private func quoted(_ text: String) -> String { JSONLine.quoted(text) }
}
