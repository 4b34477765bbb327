import Foundation

/// What the command is given by a pipe.
enum StandardInput {
  static func text() -> String {
    String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// Results, a line at once, also into a pipe.
enum StandardOutput {
  static func say(_ line: String) { write(line + "\n") }

  /// Without an end of line, as a prompt is.
  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// Errors, warnings and log.
enum StandardError {
  static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
