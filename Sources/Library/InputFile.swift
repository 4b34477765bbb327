import Foundation
import SpinetRealtime

/// A file that somebody gives to read.
package enum InputFile {
  /// The whole of it. Blocks.
  ///
  /// - Parameter remedy: what to give instead of a file that cannot be read.
  package static func bytes(at path: String, remedy: @autoclosure () throws -> String) throws -> [UInt8] {
    do {
      return try readFile(path)
    } catch {
      throw SpinetError(.input, what: path, why: error.reason, remedy: try remedy())
    }
  }

  /// The whole of a file that may lie beside another one; nil if there is none.
  package static func bytes(ifThereIs path: String) throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try bytes(at: path, remedy: "fix it, or move it away")
  }

  /// The whole of it, which has to be UTF-8. Blocks.
  package static func text(at path: String, remedy: @autoclosure () throws -> String) throws -> String {
    guard let text = String(validating: try bytes(at: path, remedy: try remedy()), as: UTF8.self) else {
      throw SpinetError(.input, what: path, why: "it is not UTF-8", remedy: try remedy())
    }
    return text
  }
}
