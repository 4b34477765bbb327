import Glibc
import Session
import Synchronization

/// A person at a terminal: lines are edited in place and completed with Tab, and what is said comes above the
/// line that is being typed.
public final class TerminalConsole: Console, LiveLine {
  private struct State: Sendable {
    var editor = LineEditor()
    var prompt = ""
    /// Typed and not yet looked at.
    var bytes: ArraySlice<UInt8> = []
    var isShown = false
    var isAtEnd = false
  }

  private let state = Mutex(State())
  private let mode: TerminalMode

  /// Takes the terminal's keys for as long as this lives; nil when there is no terminal.
  public init?() {
    guard let mode = TerminalMode() else { return nil }
    self.mode = mode
  }

  // MARK: Lines

  public var descriptor: Int32? { state.withLock { $0.isAtEnd } ? nil : STDIN_FILENO }

  public func nextLine(completions: (String) -> [String]) -> String? {
    state.withLock { state in
      while let byte = Self.nextByte(&state) {
        switch state.editor.take(byte, completions: completions) {
        case nil: break
        case .line(let line):
          Self.write("\n")
          state.isShown = false
          return line
        case .choices(let names):
          Self.write("\n")
          Self.show(ChoiceTable(names, columns: TerminalMode.columns).lines, state)
        case .bell: Self.write("\u{07}")
        case .end: state.isAtEnd = true
        }
        if state.bytes.isEmpty { Self.show([], state) }
      }
      return nil
    }
  }

  public func say(_ lines: [String], prompt: String) {
    state.withLock { state in
      state.prompt = prompt
      state.isShown = !prompt.isEmpty
      Self.show(lines, state)
    }
  }

  /// Goes to a row of its own, for whoever writes next.
  public func leaveLine() {
    state.withLock { state in
      if state.isShown { Self.write("\n") }
      state.isShown = false
    }
  }

  private static func nextByte(_ state: inout State) -> UInt8? {
    while state.bytes.isEmpty, !state.isAtEnd {
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 0) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return nil }
      // The terminal has gone.
      if count <= 0 { state.isAtEnd = true }
      state.bytes = bytes.prefix(max(0, count))
    }
    return state.bytes.popFirst()
  }

  // MARK: What is seen

  public var isShown: Bool { state.withLock { $0.isShown } }

  public func log(_ line: String) { state.withLock { Self.show([line], $0) } }

  /// Lines take the place of the row that is typed in, which comes again below them.
  private static func show(_ lines: [String], _ state: State) {
    var text = "\r" + lines.map { $0 + "\u{1B}[K\n" }.joined()
    if state.isShown {
      let row = state.editor.row(after: state.prompt, columns: TerminalMode.columns)
      text += row.text + "\u{1B}[K\r" + (row.cursor > 0 ? "\u{1B}[\(row.cursor)C" : "")
    } else {
      text += "\u{1B}[K"
    }
    write(text)
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
