import Glibc
import SpinetRealtime

/// Reads typed lines and shows answers: a terminal, a pipe or a file.
package protocol Console: AnyObject {
  /// The descriptor to poll for input; nil when no more will come.
  var descriptor: Int32? { get }

  /// The next complete line, without its end; nil when there is none. Never waits.
  ///
  /// - Parameter completions: returns the texts that the beginning of a line can become.
  func nextLine(completions: (String) -> [String]) -> String?

  /// Shows answers, and below them a prompt for the next line.
  func say(_ lines: [String], prompt: String)
}

/// Lines from standard input and answers without prompts: for scripts, and for terminals that cannot rewrite a line.
package final class PipeConsole: Console {
  private var reader = LineReader(descriptor: STDIN_FILENO)
  private var lines: [String] = []
  private let write: (String) -> Void

  /// - Parameter write: gets each answer with its end of line.
  package init(write: @escaping (String) -> Void) { self.write = write }

  package var descriptor: Int32? { reader.isAtEnd ? nil : reader.descriptor }

  package func nextLine(completions: (String) -> [String]) -> String? {
    if lines.isEmpty { lines = reader.read() }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  package func say(_ lines: [String], prompt: String) {
    for line in lines { write(line + "\n") }
  }
}

/// Lines from a descriptor that is polled: a terminal, a pipe or a file.
struct LineReader {
  let descriptor: Int32
  /// Whether no more will come.
  private(set) var isAtEnd = false
  private var rest: [UInt8] = []
  /// In bytes. Longer lines are not typed by hand; they are cut.
  private static let lengthLimit = 4096

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The lines that one read completes, and at the end the last one without an end of line. Never waits.
  mutating func read() -> [String] {
    if !isAtEnd, isReadable(descriptor, within: 0) { fill() }
    var parts = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = parts.removeLast()
    rest = isAtEnd ? [] : Array(last)
    if isAtEnd, !last.isEmpty { parts.append(last) }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func fill() {
    var bytes = [UInt8](repeating: 0, count: Self.lengthLimit)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 { isAtEnd = true } else { rest += bytes.prefix(count) }
    if rest.count > Self.lengthLimit, !rest.contains(0x0A) { rest = Array(rest.prefix(Self.lengthLimit)) }
  }
}
