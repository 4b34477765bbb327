import Glibc
import SpinetRealtime
import SpinetText
import SpinetTools
import Synchronization

/// A terminal with a person at it. Lines are edited in place and completed with Tab; answers are printed above the
/// line that is being typed.
package final class TerminalConsole: Console, Sendable {
  private struct State: Sendable {
    var editor = LineEditor()
    var prompt = ""
    /// Typed bytes that are not handled yet.
    var bytes: ArraySlice<UInt8> = []
    var isShown = false
    var isAtEnd = false
  }

  private let state = Mutex(State())
  private let mode: TerminalMode

  /// Takes over the terminal's keys until it is released; nil when there is no terminal.
  package init?() {
    guard let mode = TerminalMode() else { return nil }
    self.mode = mode
  }

  // MARK: Lines

  package var descriptor: Int32? { state.withLock { $0.isAtEnd } ? nil : STDIN_FILENO }

  package func nextLine(completions: (String) -> [String]) -> String? {
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
          Self.show(ChoiceTable(names, columns: Terminal.standard.columns).lines, state)
        case .bell: Self.write("\u{07}")
        case .end: state.isAtEnd = true
        }
        if state.bytes.isEmpty { Self.show([], state) }
      }
      return nil
    }
  }

  package func say(_ lines: [String], prompt: String) {
    state.withLock { state in
      state.prompt = prompt
      state.isShown = !prompt.isEmpty
      Self.show(lines, state)
    }
  }

  /// Moves to a new row for the next output.
  package func leaveLine() {
    state.withLock { state in
      if state.isShown { Self.write("\n") }
      state.isShown = false
    }
  }

  private static func nextByte(_ state: inout State) -> UInt8? {
    while state.bytes.isEmpty, !state.isAtEnd {
      guard isReadable(STDIN_FILENO, within: 0) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return nil }
      // The terminal is gone.
      if count <= 0 { state.isAtEnd = true }
      state.bytes = bytes.prefix(max(0, count))
    }
    return state.bytes.popFirst()
  }

  // MARK: Drawing

  /// Whether a line is being typed, so that other text must be printed above it. [any-thread]
  package var isShown: Bool { state.withLock { $0.isShown } }

  /// Prints a line above the one that is being typed. [any-thread]
  package func log(_ line: String) { state.withLock { Self.show([line], $0) } }

  /// Replaces the row that is being typed by the lines, and prints it again below them.
  private static func show(_ lines: [String], _ state: State) {
    var text = "\r" + lines.map { $0 + "\u{1B}[K\n" }.joined()
    if state.isShown {
      let row = state.editor.row(after: state.prompt, columns: Terminal.standard.columns)
      text += row.text + "\u{1B}[K\r" + (row.cursor > 0 ? "\u{1B}[\(row.cursor)C" : "")
    } else {
      text += "\u{1B}[K"
    }
    write(text)
  }

  private static func write(_ text: String) {
    let bytes = Array(ASCIIText.printed(text).utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

/// Names in columns, read downwards, as shells list completions.
struct ChoiceTable {
  let lines: [String]

  init(_ names: [String], columns: Int) {
    let width = (names.map(\.count).max() ?? 0) + 2
    let across = max(1, columns / width)
    let rows = (names.count + across - 1) / across
    lines = (0..<rows).map { row in
      let inRow = stride(from: row, to: names.count, by: rows).map { names[$0] }
      return inRow.dropLast().map { $0.padded(to: width) }.joined() + (inRow.last ?? "")
    }
  }
}
