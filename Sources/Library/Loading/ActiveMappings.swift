import Glibc
import Logging
import SpinetDevices
import SpinetFormats
import SpinetMapping
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// The active mappings, the strongest first, and the stamps of their files.
package struct ActiveMappings {
  private let library: Catalog?
  /// The files that the user has named.
  package let files: [FilePath]
  private var instrument: [Mapping]
  private var stamps: [FilePath: FileStamp] = [:]
  package private(set) var mappings: [Mapping] = []
  /// The mappings of the files that the user has named.
  private var named: [Mapping] = []
  /// The mappings in the user's own folder.
  private var own: [Mapping] = []
  /// The mappings in the binary.
  private var shipped: [Mapping] = []
  /// The errors in files of the user's own folder. Such a file is skipped, or its last good version stays active.
  private var warnings: [String] = []
  /// Why a named file was not used when it was last saved.
  private var refusal: String?

  /// The errors in the current files.
  package var problems: [String] { [refusal].compactMap(\.self) + warnings }
  /// Changes whenever the mappings or their errors change.
  package private(set) var revision = 0

  /// Reads everything. Files that the user has named must have no errors, and their widgets must exist.
  ///
  /// - Parameters:
  ///   - library: nil to use only the named files.
  ///   - instrument: the instrument's own mappings.
  package init(files: [FilePath], library: Catalog?, widgets: WidgetSet, instrument: [Mapping] = [])
    throws(SpinetError)
  {
    self.library = library
    self.files = files
    self.instrument = instrument
    try load(widgets)
  }

  /// Mappings that come from no file.
  package init(_ mappings: [Mapping] = []) {
    (library, files, instrument) = (nil, [], [])
    (named, self.mappings) = (mappings, mappings)
  }

  /// The mappings for an instrument: those that the user has named, its own, and those of the library.
  package init(instrument: LoadedInstrument, files: [FilePath], library: Catalog?) throws(SpinetError) {
    try self.init(
      files: files, library: library, widgets: instrument.widgets, instrument: instrument.mappings)
  }

  /// Reads everything again if a file has changed. Returns whether one has. Throws the errors of the new texts; the old
  /// mappings stay then.
  package mutating func reload(_ widgets: WidgetSet) throws(SpinetError) -> Bool {
    let now = currentStamps()
    guard now != stamps else { return false }
    stamps = now
    revision += 1
    refusal = nil
    do throws(SpinetError) {
      try load(widgets)
    } catch {
      refusal = error.problem
      throw error
    }
    return true
  }

  /// Takes another instrument's own mappings. Reads no files: they are for all instruments, and widgets that this one
  /// lacks are skipped.
  package mutating func change(to other: LoadedInstrument) {
    instrument = other.mappings
    revision += 1
    compose()
  }

  private mutating func load(_ widgets: WidgetSet) throws(SpinetError) {
    stamps = currentStamps()
    let read = try files.map { path throws(SpinetError) in try Self.read(path, widgets) }
    // Shipped files and those in the user's own folder are for all instruments, so widgets that this one lacks are
    // skipped.
    warnings = []
    let entries = try library?.entries(.mapping) ?? []
    own = entries.filter(\.isOwn).compactMap { entry in file(of: entry) }
    shipped = entries.filter { !$0.isOwn }.compactMap { entry in file(of: entry) }
    named = read
    compose()
  }

  /// Sorts the mappings: those that the user has named, the user's own, the built-in one of the controller, the
  /// instrument's own, the default. Among the user's own, those for certain ports come first.
  private mutating func compose() {
    mappings = named + own.forCertainPortsFirst
    mappings += shipped.filter { !$0.ports.isEmpty } + instrument + shipped.filter { $0.ports.isEmpty }
  }

  /// Logs the errors in files that were found, not named.
  package func logProblems(to logger: Logger) {
    for warning in warnings { logger.error("\(warning)") }
  }

  private mutating func file(of entry: LibraryEntry) -> Mapping? {
    do throws(SpinetError) {
      return try Mapping(bytes: entry.bytes(), file: entry.path.string)
    } catch {
      warnings.append(error.problem)
      return mappings.first { $0.file == entry.path.string }
    }
  }

  /// The strongest mapping that applies to a port, and the reason.
  package func choice(for port: MIDIPort) -> MappingChoice? {
    for mapping in mappings {
      if mapping.ports.isEmpty { return MappingChoice(mapping: mapping.title, reason: "general") }
      if let match = mapping.match(toPortNamed: port.mappingNames) {
        return MappingChoice(mapping: mapping.title, reason: "\"\(match.pattern)\" matches \(match.name)")
      }
    }
    return nil
  }

  private static func read(_ path: FilePath, _ widgets: WidgetSet) throws(SpinetError) -> Mapping {
    let bytes = try InputFile.bytes(at: path, remedy: Remedy(.giveMappingFile))
    return try Mapping(bytes: bytes, file: path.string, for: widgets)
  }

  private func currentStamps() -> [FilePath: FileStamp] { FileStamp.all(of: files + ownFiles) }

  // Shipped files are in the binary and cannot change.
  private var ownFiles: [FilePath] { ((try? library?.own(.mapping)) ?? []).map(\.path) }

  /// The folder in which every file may be a mapping.
  package var ownFolder: FilePath? { library?.ownFolder(of: .mapping) }
}

/// The mapping of a port, and the reason for the choice.
package struct MappingChoice: Equatable {
  /// The mapping's title.
  package let mapping: String
  /// The pattern and the name that it matches, or the statement that the mapping is for every port.
  package let reason: String
}

extension [Mapping] {
  fileprivate var forCertainPortsFirst: [Mapping] {
    filter { !$0.ports.isEmpty } + filter { $0.ports.isEmpty }
  }
}

extension Mapping {
  /// The controller's name, or the file's.
  package var title: String { controller ?? file }
}
