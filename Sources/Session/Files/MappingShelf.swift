import Devices
import Documents
import Foundation
import Library
import Logging
import Mapping
import Widgets

/// The mapping files in force, the more particular first, and when they were last changed.
struct MappingShelf {
  private let library: Catalog
  /// Those a person named.
  let files: [String]
  private let instrument: MappingFile?
  private var stamps: [String: FileStamp] = [:]
  private(set) var mappings: [MappingFile] = []
  /// What is wrong with files of people's own folder: those are passed over, or stay as they were.
  private var complaints: [String] = []

  /// Reads everything; the files a person named must be without errors, and their widgets must exist.
  /// - Parameter instrument: the mapping that the instrument brings.
  init(files: [String], library: Catalog, widgets: WidgetSet, instrument: MappingFile? = nil) throws {
    self.library = library
    self.files = files
    self.instrument = instrument
    try load(widgets)
  }

  /// The mappings for an instrument: those a person named, and all that travel with it and with spinet.
  init(instrument: Instrument, files: [String], library: Catalog) throws {
    try self.init(
      files: files, library: library, widgets: instrument.widgets, instrument: instrument.mapping)
  }

  /// Reads again what has changed since; false when nothing has. Throws the errors of the new texts, and
  /// then the old mappings stay.
  mutating func reload(_ widgets: WidgetSet) throws -> Bool {
    let now = currentStamps()
    guard now != stamps else { return false }
    stamps = now
    try load(widgets)
    return true
  }

  private mutating func load(_ widgets: WidgetSet) throws {
    stamps = currentStamps()
    var read = try files.map { path in try Self.read(path, widgets) }
    // What travels with spinet, or lies in people's own folder, is for any instrument: widgets that this
    // one has not are passed over.
    complaints = []
    let shelf = try library.entries(.mapping).compactMap { entry in file(of: entry) }
    let general = [instrument].compactMap(\.self) + shelf.filter { $0.ports.isEmpty }
    read += shelf.filter { !$0.ports.isEmpty } + general
    mappings = read
  }

  /// Tells what is wrong with files that nobody named.
  func complain(to logger: Logger) {
    for complaint in complaints { logger.error("\(complaint)") }
  }

  private mutating func file(of entry: LibraryEntry) -> MappingFile? {
    do {
      return try MappingFile(bytes: entry.bytes(), file: entry.path)
    } catch {
      complaints.append("\(error)")
      return mappings.first { $0.file == entry.path }
    }
  }

  /// The mapping that a port gets before the general ones, and why.
  func choice(for port: MIDIPort) -> MappingChoice? {
    for mapping in mappings {
      if let match = mapping.match(toPortNamed: port.mappingNames) {
        return MappingChoice(mapping: mapping.title, reason: "\"\(match.pattern)\" matches \(match.name)")
      }
    }
    let general = mappings.first { $0.ports.isEmpty }
    return general.map { MappingChoice(mapping: $0.title, reason: "general") }
  }

  private static func read(_ path: String, _ widgets: WidgetSet) throws -> MappingFile {
    let bytes = try InputFile.bytes(at: path, remedy: "give a mapping file with '--map FILE'")
    return try MappingFile(bytes: bytes, file: path, for: widgets)
  }

  private func currentStamps() -> [String: FileStamp] { FileStamp.all(of: files + ownFiles) }

  // What travels in the binary cannot change.
  private var ownFiles: [String] { ((try? library.own(.mapping)) ?? []).map(\.path) }

  /// The folder in which every file may be a mapping.
  var ownFolder: String? { library.ownFolder(of: .mapping) }
}

extension MappingFile {
  /// The controller's name, or the file's.
  var title: String { controller ?? file }
}
