import Glibc
import SpinetRealtime
import SpinetSession
import SpinetTerminal
import SpinetText
import Synchronization
import SystemPackage

/// What the command reads from a pipe or a file.
enum StandardInput {
  static func text() throws(SpinetError) -> String {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count == 0 { return String(decoding: content, as: UTF8.self) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw SpinetError(
          .notReadable, what: "standard input", why: "\(Errno.last)",
          remedy: "pass the events through a pipe or with '<'")
      }
      content += buffer[..<count]
    }
  }
}

/// Results. Each line is written at once, into a pipe as well.
enum StandardOutput {
  /// The `errno` of the first write that failed, or 0.
  private static let failure = Atomic<Int32>(0)

  static let descriptor = STDOUT_FILENO

  static func say(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { String($0).harmless }.joined(separator: "\n") + "\n")
  }

  /// Writes without an end of line, as for a prompt.
  ///
  /// - Returns: whether it could be written.
  @discardableResult static func write(_ text: String) -> Bool {
    let reason = send(text, to: descriptor)
    if reason != 0 { _ = failure.compareExchange(expected: 0, desired: reason, ordering: .relaxed) }
    return reason == 0
  }

  /// Throws if something could not be written. A reader that has read enough and left is not a failure.
  static func check() throws(SpinetError) {
    let reason = failure.load(ordering: .relaxed)
    guard reason != 0, reason != EPIPE else { return }
    throw SpinetError(
      .notWritten, what: "standard output", why: "\(Errno(rawValue: reason))",
      remedy: "write to a place with free space")
  }
}

/// Errors, warnings and the log. A failed write is ignored: there is no place left to report it.
enum StandardError {
  @Sendable static func say(_ line: String) { write(line.asMessage + "\n") }

  static func write(_ text: String) { _ = send(text, to: STDERR_FILENO) }
}

/// Opens /dev/null in place of a standard descriptor that was closed before the start. Otherwise the sound card
/// could get its number, and messages would be written into it.
func reserveStandardDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    // open(2) takes the lowest free number, which is this one.
    _ = open("/dev/null", O_RDWR)
  }
}

/// Writes a text in the character set of the locale. Returns the `errno` of a failure, or 0.
private func send(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(ASCIIText.printed(text).utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return errno }
    rest = rest.dropFirst(count)
  }
  return 0
}
