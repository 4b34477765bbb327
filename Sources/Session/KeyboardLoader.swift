import Documents
import Foundation
import Keyboard
import Logging

/// Reads keyboard files, and the tunings they name.
enum KeyboardLoader {
  /// The keyboard of a file; with none, one keyboard over all keys for MIDI controllers.
  static func load(_ path: String?, logger: Logger) throws -> KeyboardConfiguration {
    guard let path else { return .midi }
    let file = try read(path)
    for warning in file.warnings { logger.warning("\(warning)") }
    return file.configuration
  }

  /// - Parameter path: a `.yaml`, or a `.dsp`.
  static func read(_ path: String) throws -> KeyboardFile {
    let folder = (path as NSString).deletingLastPathComponent
    return try KeyboardFile(text(at: path), file: path) { name in
      try text(at: name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)")
    }
  }

  private static func text(at path: String) throws(SessionError) -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw SessionError(
        .input, what: path, why: "it cannot be read",
        remedy: "give a keyboard .yaml, or a .dsp with a SmartKeyboard")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw SessionError(.input, what: path, why: "it is not UTF-8", remedy: "save it as a text file")
    }
    return text
  }
}
