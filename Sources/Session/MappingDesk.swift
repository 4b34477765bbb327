import Documents
import Foundation
import Library
import Mapping
import Widgets

/// `spinet map`: mapping files checked, shown and traced against an instrument's widgets.
public struct MappingDesk {
  private let library = Catalog.current
  private let widgets: WidgetSet

  /// - Parameter instrument: as for `play`; nil for the default patch.
  public init(instrument: String?) throws {
    widgets = try InstrumentLoader(library: library).load(instrument).widgets
  }

  /// A line for each file that is right; all errors of all files are thrown together.
  public func check(_ files: [String]) throws -> [String] {
    var errors: [Diagnostic] = []
    var lines: [String] = []
    for file in files {
      do {
        let mapping = try read(file)
        let count = mapping.entries.count
        lines.append("\(file): good, \(count) control\(count == 1 ? "" : "s")")
      } catch let error as DocumentErrors {
        errors += error.diagnostics
      }
    }
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return lines
  }

  /// The mapping as a table.
  public func show(_ file: String) throws -> [String] {
    MappingTable.lines(of: try read(file), widgets: widgets)
  }

  private func read(_ file: String) throws -> MappingFile {
    guard let entry = try library.find(.mapping, file) else {
      let names = try library.entries(.mapping).map(\.name).joined(separator: ", ")
      throw SessionError(
        .input, what: "mapping '\(file)'", why: "there is none of that name",
        remedy: "give a file, or one of \(names)")
    }
    return try MappingFile(bytes: entry.bytes(), file: entry.path, for: widgets)
  }

  /// What the events of a trace move.
  /// - Parameter events: lines of `MILLISECONDS HEXBYTES…`.
  public func trace(_ file: String, events: String, port: String?) throws -> [String] {
    try MappingTrace.lines(
      of: events, file: "standard input", mapping: read(file), widgets: widgets,
      portNames: port.map { [$0] } ?? [])
  }
}
