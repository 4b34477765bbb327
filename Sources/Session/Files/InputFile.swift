import Library

/// A file that somebody gives to read.
enum InputFile {
  /// The whole of it. Blocks.
  ///
  /// - Parameter remedy: what to give instead of a file that cannot be read.
  static func bytes(at path: String, remedy: @autoclosure () throws -> String) throws -> [UInt8] {
    do {
      return try readFile(path)
    } catch {
      throw SessionError(.input, what: path, why: error.reason, remedy: try remedy())
    }
  }
}
