import Logging
import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetText
import SystemPackage

/// Reads keyboard files, and the tunings they name.
package enum KeyboardLoader {
  /// The keyboard of a file, or with a name. Its warnings are logged.
  ///
  /// - Parameter record: called with each user file that is read.
  package static func load(
    _ name: String, logger: Logger, recording record: (FilePath) -> Void
  ) throws(SpinetError) -> KeyboardConfiguration {
    let file = try read(name, recording: record)
    for warning in file.warnings { logger.warning("\(warning)") }
    return file.configuration
  }

  /// - Parameter name: a `.yaml`, a `.dsp`, or the name of a shipped keyboard; `-` for the SmartKeyboard's own defaults,
  ///   which are returned as nil.
  package static func file(_ name: String) throws(SpinetError) -> KeyboardFile? {
    name == "-" ? nil : try read(name, recording: { _ in })
  }

  private static func read(_ name: String, recording record: (FilePath) -> Void) throws(SpinetError)
    -> KeyboardFile
  {
    let entry = try Catalog.current.find(.keyboard, name)
    if let entry, !entry.isOwn {
      return try KeyboardFile(entry.text(), file: entry.path.string) { other throws(ReadingProblem) in
        try tuning(at: entry.path.beside(other))
      }
    }
    return try read(entry?.path ?? FilePath(name), recording: record)
  }

  /// Reads a file of the user's own.
  fileprivate static func read(_ file: FilePath, recording record: (FilePath) -> Void) throws(SpinetError)
    -> KeyboardFile
  {
    record(file)
    return try KeyboardFile(text(at: file), file: file.string) { other throws(ReadingProblem) in
      let path = file.beside(other)
      record(path)
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
  /// The keyboard's own file is the first. Empty for a shipped keyboard.
  package private(set) var files: [FilePath] = []
  private var stamps: [FilePath: FileStamp] = [:]

  package init() {}

  /// Records that a file of the user's own is about to be read.
  package mutating func record(_ file: FilePath) {
    files.append(file)
    stamps[file] = FileStamp(of: file)
  }

  /// Reads everything again if a file has changed. Nil if none has, or while the keyboard's file is missing. Throws the
  /// errors of the new texts; the old keyboard stays then.
  package mutating func reload() throws(SpinetError) -> KeyboardFile? {
    guard let file = files.first else { return nil }
    let now = FileStamp.all(of: files)
    guard now != stamps, now[file] != nil else { return nil }
    var new = ActiveKeyboard()
    defer { self = new }
    return try KeyboardLoader.read(file) { new.record($0) }
  }
}
