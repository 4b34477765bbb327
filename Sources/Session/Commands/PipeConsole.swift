import Glibc

/// Lines from standard input, answers without prompts: for scripts, and for terminals that are no full ones.
public final class PipeConsole: Console {
  private var reader = LineReader(descriptor: STDIN_FILENO)
  private var lines: [String] = []
  private let write: (String) -> Void

  /// - Parameter write: gets a line of answer, with its end.
  public init(write: @escaping (String) -> Void) { self.write = write }

  public var descriptor: Int32? { reader.isAtEnd ? nil : reader.descriptor }

  public func nextLine(completions: (String) -> [String]) -> String? {
    if lines.isEmpty { lines = reader.read() }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  public func say(_ lines: [String], prompt: String) {
    for line in lines { write(line + "\n") }
  }
}
