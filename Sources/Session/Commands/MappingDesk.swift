import Documents
import FaustEngine
import Foundation
import Library
import Mapping
import Widgets

/// `spinet map`: mapping files checked, shown and traced against an instrument's widgets.
public struct MappingDesk {
  private let library = Catalog.current
  private let widgets: WidgetSet

  /// - Parameters:
  ///   - instrument: as for `play`; nil for `program`, or the default patch.
  ///   - program: what is to be looked at, if it is a Faust program.
  public init(instrument: String?, program: String? = nil) throws {
    let own = program.flatMap { Self.isProgram($0) ? $0 : nil }
    widgets = try InstrumentLoader(library: library).load(instrument ?? own).widgets
  }

  private static func isProgram(_ file: String) -> Bool { file.lowercased().hasSuffix(".dsp") }

  /// A line for each file that is right, and every error of those that are not.
  public func check(_ files: [String]) -> (good: [String], errors: [String]) {
    var good: [String] = []
    var errors: [String] = []
    for file in files {
      do {
        let count = try read(file).entries.count
        good.append("\(file): good, \(count) control\(count == 1 ? "" : "s")")
      } catch let error as DocumentErrors {
        errors.append(error.description)
      } catch {
        errors.append("spinet: \(SessionError(error).map(\.description) ?? "\(file): \(error)")")
      }
    }
    return (good, errors)
  }

  /// The mapping as a table.
  public func show(_ file: String) throws -> [String] {
    MappingTable.lines(of: try read(file), widgets: widgets)
  }

  private func read(_ file: String) throws -> MappingFile {
    if Self.isProgram(file) { return try metadata(of: file) }
    guard let entry = try library.find(.mapping, file) else {
      let names = try library.entries(.mapping).map(\.name).joined(separator: ", ")
      throw SessionError(
        .input, what: "mapping '\(file)'", why: "there is none of that name",
        remedy: "give a file, or one of \(names)")
    }
    return try MappingFile(bytes: entry.bytes(), file: entry.path, for: widgets)
  }

  /// What a Faust program says of controls.
  private func metadata(of program: String) throws -> MappingFile {
    guard let mapping = try FaustProgram(path: program, adopting: widgets.all).mapping else {
      throw SessionError(
        .input, what: program, why: "it has no [midi:…]", remedy: "write a mapping file beside it")
    }
    return mapping
  }

  /// What the events of a trace move.
  /// - Parameter events: lines of `MILLISECONDS HEXBYTES…`, asked for when the file is known to be right.
  public func trace(_ file: String, events: @autoclosure () throws -> String, port: String?) throws
    -> [String]
  {
    let mapping = try read(file)
    return try MappingTrace.lines(
      of: events(), file: "standard input", mapping: mapping, widgets: widgets,
      portNames: port.map { [$0] } ?? [])
  }
}
