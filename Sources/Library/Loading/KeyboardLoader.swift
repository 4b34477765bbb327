import Logging
import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetText
import SystemPackage

/// Reads keyboard files, and the tunings they name.
package enum KeyboardLoader {
  /// The keyboard of a file; with none, the instrument's own, or one over all keys for MIDI controllers.
  ///
  /// - Parameter note: called with each user file that is read.
  package static func load(
    _ path: String?, for instrument: LoadedInstrument, logger: Logger,
    noting note: (FilePath) -> Void = { _ in }
  ) throws -> KeyboardConfiguration {
    guard let path else { return instrument.keyboard ?? .midi }
    guard let file = try file(path, noting: note) else { return .seed }
    for warning in file.warnings { logger.warning("\(warning)") }
    return file.configuration
  }

  /// - Parameters:
  ///   - name: a `.yaml`, a `.dsp`, or the name of a shipped keyboard; `-` for the SmartKeyboard's own defaults, which
  ///     nil stands for.
  ///   - note: called with each user file that is read.
  package static func file(_ name: String, noting note: (FilePath) -> Void = { _ in }) throws -> KeyboardFile?
  {
    name == "-" ? nil : try read(name, noting: note)
  }

  private static func read(_ name: String, noting note: (FilePath) -> Void) throws -> KeyboardFile {
    let entry = try Catalog.current.find(.keyboard, name)
    if let entry, !entry.isOwn {
      return try KeyboardFile(entry.text(), file: entry.path.string) { other throws(ReadingProblem) in
        try tuning(at: entry.path.beside(other))
      }
    }
    return try read(entry?.path ?? FilePath(name), noting: note)
  }

  /// A file of somebody's own.
  fileprivate static func read(_ file: FilePath, noting note: (FilePath) -> Void) throws -> KeyboardFile {
    note(file)
    return try KeyboardFile(text(at: file), file: file.string) { other throws(ReadingProblem) in
      let path = file.beside(other)
      note(path)
      return try tuning(at: path)
    }
  }

  private static func text(at path: FilePath) throws(SpinetError) -> String {
    try InputFile.text(
      at: path, remedy: "give a keyboard .yaml, a .dsp with a SmartKeyboard, or one of \(names())")
  }

  private static func names() throws(SpinetError) -> String {
    try Catalog.current.entries(.keyboard).map(\.name).joined(separator: ", ")
  }

  /// The text of a Scala file. The format is older than UTF-8: a file that is not UTF-8 is read as Latin-1.
  private static func tuning(at path: FilePath) throws(ReadingProblem) -> String {
    let bytes: [UInt8]
    do throws(SpinetError) {
      bytes = try InputFile.bytes(at: path, remedy: InputFile.remedy)
    } catch {
      throw ReadingProblem(error.why)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // Other systems have letters where Latin-1 has control characters, one of which ends lines.
    return String(
      String.UnicodeScalarView(bytes.map { (0x80..<0xA0).contains($0) ? "\u{FFFD}" : Unicode.Scalar($0) }))
  }
}

/// The active keyboard file with the tunings it names, and their stamps.
package struct ActiveKeyboard {
  /// The keyboard's own first; none for a shipped keyboard.
  package private(set) var files: [FilePath] = []
  private var stamps: [FilePath: FileStamp] = [:]

  package init() {}

  /// A file of somebody's own is about to be read.
  package mutating func note(_ file: FilePath) {
    files.append(file)
    stamps[file] = FileStamp(of: file)
  }

  /// Reads everything again if a file has changed; nil when none has, or while the keyboard's is gone. Throws the errors of
  /// the new texts; then the old keyboard stays.
  package mutating func reload() throws -> KeyboardFile? {
    guard let file = files.first else { return nil }
    let now = FileStamp.all(of: files)
    guard now != stamps, now[file] != nil else { return nil }
    var new = ActiveKeyboard()
    defer { self = new }
    return try KeyboardLoader.read(file) { new.note($0) }
  }
}
