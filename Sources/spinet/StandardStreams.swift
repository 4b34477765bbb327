import Glibc
import Session
import Synchronization

/// What the command is given by a pipe.
enum StandardInput {
  static func text() throws(SessionError) -> String {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count == 0 { return String(decoding: content, as: UTF8.self) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw SessionError(
          .input, what: "standard input", why: String(cString: strerror(errno)),
          remedy: "give the events by a pipe or with '<'")
      }
      content += buffer[..<count]
    }
  }
}

/// Results, a line at once, also into a pipe.
enum StandardOutput {
  /// Of the first write that went wrong.
  private static let failure = Atomic<Int32>(0)

  static let descriptor = STDOUT_FILENO

  static func say(_ line: String) { write(line + "\n") }

  /// Without an end of line, as a prompt is. Answers whether it could be written.
  @discardableResult static func write(_ text: String) -> Bool {
    let reason = send(text, to: descriptor)
    if reason != 0 { _ = failure.compareExchange(expected: 0, desired: reason, ordering: .relaxed) }
    return reason == 0
  }

  /// What became of all that was written. A reader who has read enough is no failure.
  static func check() throws(SessionError) {
    let reason = failure.load(ordering: .relaxed)
    guard reason != 0, reason != EPIPE else { return }
    throw SessionError(
      .device, what: "standard output", why: String(cString: strerror(reason)),
      remedy: "send it where there is room")
  }
}

/// Errors, warnings and log: what nobody can be told is told to nobody.
enum StandardError {
  static func say(_ line: String) { _ = send(line + "\n", to: STDERR_FILENO) }
}

/// Whoever closed one of the three before the start must not find the sound card's bytes in it.
func reserveStandardDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest that is free is the one that open(2) takes.
    _ = open("/dev/null", O_RDWR)
  }
}

/// Writes all of a text; answers with the `errno` of a failure, or 0.
private func send(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return errno }
    rest = rest.dropFirst(count)
  }
  return 0
}
