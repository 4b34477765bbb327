import Foundation
import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// What the widgets of one instrument were when it was last used.
struct StateFile: Sendable {
  let path: String
  let instrument: String

  init(path: String, instrument: String) {
    self.path = path
    self.instrument = instrument
  }

  /// The instrument's own file: its name, and for an instrument that is a file also a hash of the file's whole path, because
  /// `a/test.csd` and `b/test.csd` are two instruments. Files of the time before the hash are not read: which of
  /// the two wrote them cannot be known.
  init(of instrument: LoadedInstrument, client: String, in folder: String) {
    let key = instrument.file.map { " \(Self.hash(of: Self.wholePath($0)))" } ?? ""
    let readable = instrument.name.prefix(Self.longestName)
    self.init(path: "\(folder)/\(client) \(readable)\(key).yaml", instrument: instrument.name)
  }

  /// A file's name has room for 255 bytes: four a character, and the rest.
  private static let longestName = 40

  /// Absolute and without links.
  private static func wholePath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else {
      return FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path)).string
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// FNV-1a of 32 bits (draft-eastlake-fnv): short, and the same in every run, unlike `Hasher`.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// What was kept, and a remark for each value that is skipped because it is not a number.
  struct Content {
    var values: [String: Double] = [:]
    /// What the patch had for them.
    var patch: [String: Double] = [:]
    var remarks: [String] = []
  }

  /// The values kept, by widget; none when nothing has been kept yet.
  ///
  /// Throws for a file that is broken or another instrument's. Such a file is never overwritten, so that its owner can
  /// repair, move or remove it.
  func read() throws -> Content {
    guard FileManager.default.fileExists(atPath: path) else { return Content() }
    let bytes = try InputFile.bytes(at: path, remedy: Self.remedy)
    var document = YAMLDocument(bytes: bytes, file: path)
    let fields = Self.fields(document.root, &document.diagnostics)
    let owner = fields["instrument"]?.string(&document.diagnostics) ?? instrument
    let entries = fields["widgets"]?.entries(&document.diagnostics) ?? []
    let patch = fields["patch"]?.entries(&document.diagnostics) ?? []
    try document.diagnostics.throwErrors()
    guard owner == instrument else {
      throw SpinetError(
        .input, what: path, why: "it keeps the widgets of \(owner.shortened), not of \(instrument)",
        remedy: Self.remedy)
    }
    return content(entries, patch)
  }

  private static let remedy = "give another state file"

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

  private func content(_ entries: [DocumentNode.Entry], _ patch: [DocumentNode.Entry]) -> Content {
    var content = Content()
    var diagnostics = Diagnostics(file: path)
    for entry in entries { content.values[entry.key] = entry.value.double(&diagnostics) }
    for entry in patch { content.patch[entry.key] = entry.value.double(&diagnostics) }
    content.remarks = diagnostics.all.map { diagnostic in
      var remark = diagnostic
      remark.severity = .warning
      return remark.description
    }
    return content
  }

  /// Writes the finite values. A widget that a program has set to infinity or not a number starts at its patch value.
  ///
  /// - Parameter patch: what the patch has for them, so that a later patch that has something else is noticed.
  func write(_ values: [String: Double], over patch: [String: Double] = [:]) throws(SpinetError) {
    let values = values.filter(\.value.isFinite)
    let patch = patch.filter { values[$0.key] != nil && $0.value.isFinite }
    var lines = [
      "# The widgets as they were when the instrument was last quit; written by spinet.",
      "instrument: \(quoted(instrument))",
    ]
    lines += section("widgets", values)
    if !patch.isEmpty {
      lines.append("# What the patch had then. Where it has something else by now, it wins.")
      lines += section("patch", patch)
    }
    try AtomicFile.write(lines.joined(separator: "\n") + "\n", to: path)
  }

  private func section(_ name: String, _ values: [String: Double]) -> [String] {
    let lines = values.sorted { $0.key < $1.key }.map { "  \(quoted($0.key)): \($0.value)" }
    return ["\(name):" + (values.isEmpty ? " {}" : "")] + lines
  }

  /// YAML's double quotes take what JSON's do.
  private func quoted(_ text: String) -> String { JSONLine.quoted(text) }
}
