import Documents
import Foundation
import Keyboard
import Library
import Logging

/// Reads keyboard files, and the tunings they name.
enum KeyboardLoader {
  /// The keyboard of a file; with none, the instrument's own, or one over all keys for MIDI controllers.
  static func load(_ path: String?, for instrument: Instrument, logger: Logger) throws
    -> KeyboardConfiguration
  {
    guard let path else { return instrument.keyboard ?? .midi }
    let file = try read(path)
    for warning in file.warnings { logger.warning("\(warning)") }
    return file.configuration
  }

  /// - Parameters:
  ///   - name: a `.yaml`, a `.dsp`, or the name of a keyboard that travels with spinet.
  ///   - note: hears of each file that is read.
  static func read(_ name: String, noting note: (String) -> Void = { _ in }) throws -> KeyboardFile {
    if !FileManager.default.fileExists(atPath: name), let entry = try shipped(name) {
      return try KeyboardFile(entry.text(), file: entry.path) { try text(at: $0) }
    }
    let folder = (name as NSString).deletingLastPathComponent
    note(name)
    return try KeyboardFile(text(at: name), file: name) { other in
      let path = other.hasPrefix("/") || folder.isEmpty ? other : "\(folder)/\(other)"
      note(path)
      return try text(at: path)
    }
  }

  private static func shipped(_ name: String) throws -> LibraryEntry? {
    try Catalog.current.entries(.keyboard).first { $0.name == name }
  }

  private static func text(at path: String) throws -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      let names = try Catalog.current.entries(.keyboard).map(\.name).joined(separator: ", ")
      throw SessionError(
        .input, what: path, why: "it cannot be read",
        remedy: "give a keyboard .yaml, a .dsp with a SmartKeyboard, or one of \(names)")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw SessionError(.input, what: path, why: "it is not UTF-8", remedy: "save it as a text file")
    }
    return text
  }
}
