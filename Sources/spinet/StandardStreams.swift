import Foundation

/// What the command is given by a pipe.
enum StandardInput {
  static func text() -> String {
    String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// Results, a line at once, also into a pipe.
enum StandardOutput {
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// Errors, warnings and log.
enum StandardError {
  static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
