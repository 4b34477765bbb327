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
    guard let file = try file(path) else { return .seed }
    for warning in file.warnings { logger.warning("\(warning)") }
    return file.configuration
  }

  /// - Parameter name: a `.yaml`, a `.dsp`, or the name of a keyboard that travels with spinet; `-` for the
  ///   SmartKeyboard's own defaults, which nil stands for.
  static func file(_ name: String) throws -> KeyboardFile? { name == "-" ? nil : try read(name) }

  private static func read(_ name: String) throws -> KeyboardFile {
    if !FileManager.default.fileExists(atPath: name), let entry = try shipped(name) {
      return try KeyboardFile(entry.text(), file: entry.path) { try text(at: $0) }
    }
    return try KeyboardFile(text(at: name), file: name) { try text(at: FilePath(name).beside($0)) }
  }

  private static func shipped(_ name: String) throws -> LibraryEntry? {
    try Catalog.current.entries(.keyboard).first { $0.name == name }
  }

  private static func names() throws -> String {
    try Catalog.current.entries(.keyboard).map(\.name).joined(separator: ", ")
  }

  private static func text(at path: String) throws -> String {
    let bytes = try InputFile.bytes(
      at: path, remedy: "give a keyboard .yaml, a .dsp with a SmartKeyboard, or one of \(names())")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SessionError(.input, what: path, why: "it is not UTF-8", remedy: "save it as a text file")
    }
    return text
  }
}
