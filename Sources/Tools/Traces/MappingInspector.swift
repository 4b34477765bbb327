import Glibc
import SpinetFaust
import SpinetFormats
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import SystemPackage

/// `spinet map`: checks, shows and traces mapping files with an instrument's widgets.
package struct MappingInspector {
  private let library = Catalog.current
  private let instrument: LoadedInstrument
  /// Whether the instrument was named. Otherwise it is not known whether the mapping is for a stage.
  private let isNamed: Bool
  private var widgets: WidgetSet { instrument.widgets }

  /// - Parameters:
  ///   - instrument: as for `play`; nil for `program` or else the default patch.
  ///   - program: the file to inspect. It is its own instrument if it is a Faust program.
  package init(instrument: String?, program: String? = nil) throws(SpinetError) {
    let own = program.flatMap { Self.isProgram($0) ? $0 : nil }
    isNamed = instrument != nil
    var loader = InstrumentLoader(library: library)
    loader.sourceWidgets = PlayOptions.allSourceWidgets + PlayOptions.songAndListWidgets
    self.instrument = try loader.load(instrument ?? own)
  }

  private static func isProgram(_ file: String) -> Bool { file.lowercased().hasSuffix(".dsp") }

  /// A line for each good file, and the errors of the others.
  package func check(_ files: [String]) -> (good: [String], errors: [SpinetError]) {
    var good: [String] = []
    var errors: [SpinetError] = []
    for file in files {
      do throws(SpinetError) {
        let count = try read(file).entries.count
        good.append("\(file): good, \(count) control\(count == 1 ? "" : "s")")
      } catch {
        errors.append(error)
      }
    }
    return (good, errors)
  }

  /// The mapping as a table.
  package func show(_ file: String) throws(SpinetError) -> [String] {
    MappingTable.lines(of: try read(file), widgets: widgets)
  }

  private func read(_ file: String) throws(SpinetError) -> Mapping {
    if Self.isProgram(file) { return try metadata(of: file) }
    guard let entry = try library.find(.mapping, file) else {
      let names = try library.entries(.mapping).map(\.name)
      throw SpinetError(
        .notFound, what: "mapping '\(file)'", why: "nothing has that name",
        remedy: Remedy(forUnknown: file, among: names, otherwise: .available(names)))
    }
    return try Mapping(bytes: entry.bytes(), file: entry.path.string, for: widgets) { name in
      !isNamed && Self.isOfStage(name) && widgets[name] == nil
    }
  }

  /// Whether only stages have a widget of that name: `scene`, or a part's.
  private static func isOfStage(_ name: String) -> Bool { name == "scene" || name.contains("/") }

  /// The mapping in a Faust program's `[midi:…]` metadata.
  private func metadata(of program: String) throws(SpinetError) -> Mapping {
    let read = try FaustProgram(path: FilePath(program), adopting: widgets.all)
    guard let mapping = FaustInterface(read).mapping else {
      throw SpinetError(
        .fileUnsuitable, what: program, why: "it has no [midi:…]", remedy: "write a mapping file beside it")
    }
    return mapping
  }

  /// The moves of the events of a trace.
  ///
  /// - Parameter events: lines of `MILLISECONDS HEXBYTES…`. They are read only if the file has no errors.
  package func trace(_ file: String, events: @autoclosure () throws(SpinetError) -> String, port: String?)
    throws(SpinetError) -> [String]
  {
    let mapping = try read(file)
    return try MappingTrace.lines(
      of: events(), file: "standard input", mapping: mapping, widgets: widgets,
      scope: instrument.scope, portNames: port.map { [$0] } ?? [])
  }
}
