import Glibc
import SpinetRealtime
import SpinetSession
import SpinetText
import Synchronization

/// The live line of `spinet play` in a terminal: shows the status ten times a second and takes keys.
///
/// Its thread reads keys and never writes: the text goes through `output`. So keys still work, and nothing waits,
/// while the terminal is paused with Ctrl-S.
package final class StatusScreen: Sendable {
  private let output: OutputQueue
  private let terminal: Terminal
  private let hasStarted = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  private let hasToldKeys = Atomic<Bool>(false)
  private let thread = JoinableThread()
  /// The live line that was last shown. Never locked during a write.
  private let shown = Mutex("")

  package init(output: OutputQueue, terminal: Terminal = .standard) {
    self.output = output
    self.terminal = terminal
  }

  /// Whether the live line is shown, so that other text must be printed above it. [any-thread]
  package var isShown: Bool {
    hasStarted.load(ordering: .acquiring) && !isOver.load(ordering: .acquiring)
      && terminal.isInForeground
  }

  /// Starts the screen's thread; false when there is no terminal, or no thread.
  package func start(
    status: @escaping @Sendable () -> SessionStatus,
    act: @escaping @Sendable (TerminalAction) -> String?
  ) -> Bool {
    guard terminal.isInteractive else { return false }
    hasStarted.store(true, ordering: .releasing)
    do {
      try thread.start(name: "spinet-screen") { [self] in
        while !isOver.load(ordering: .acquiring) { occupy(status, act) }
      }
    } catch {
      hasStarted.store(false, ordering: .releasing)
    }
    return hasStarted.load(ordering: .acquiring)
  }

  /// Takes the terminal if it is free, until a shell takes it back. Otherwise waits a moment.
  private func occupy(_ status: () -> SessionStatus, _ act: (TerminalAction) -> String?) {
    guard let mode = TerminalMode(terminal) else {
      usleep(100_000)
      return
    }
    run(status, act, mode)
  }

  /// Removes the line and restores the terminal's mode.
  package func stop() {
    isOver.store(true, ordering: .releasing)
    thread.join()
  }

  /// Prints a line above the live one, without waiting for the terminal. [any-thread]
  package func log(_ line: String) {
    shown.withLock { output.add("\(clearing($0))\(line.asMessage)\n\($0)", to: .output) }
  }

  /// Empties the row of the live line.
  package static let clear = "\r\u{1B}[2K"

  /// Empties the rows of a live line. A terminal that has become narrower has broken it into several.
  private func clearing(_ line: String) -> String {
    let above = max(0, line.count - 1) / max(1, terminal.columns)
    return above == 0 ? Self.clear : "\r\u{1B}[\(above)A\u{1B}[J"
  }

  private func run(
    _ status: () -> SessionStatus, _ act: (TerminalAction) -> String?, _ mode: borrowing TerminalMode
  ) {
    if !hasToldKeys.exchange(true, ordering: .relaxed) { log(TerminalAction.keys) }
    var reader = KeyReader()
    var keys = TypedKeys()
    while isShown {
      if mode.keep() { shown.withLock { $0 = "" } }
      show(status(), keys.text)
      if let key = nextKey(&reader, withinMilliseconds: keys.longestWaitMilliseconds(at: .now)) {
        carryOut(keys.take(key, at: .now), act)
      }
      carryOut(keys.advance(to: .now), act)
    }
    carryOut(keys.end(), act)
    shown.withLock { shown in
      if terminal.isInForeground { output.add(clearing(shown), to: .output) }
      shown = ""
    }
  }

  private func carryOut(_ actions: [TerminalAction], _ act: (TerminalAction) -> String?) {
    for action in actions {
      if let answer = act(action) ?? action.answer { log(answer) }
    }
  }

  private func show(_ status: SessionStatus, _ typing: String) {
    guard !status.instrument.isEmpty else { return }
    let line = StatusLine(
      status, columns: terminal.columns, typing: typing, isASCII: ASCIIText.isWanted)
    show(line.text)
  }

  /// Only the newest status counts: while the terminal is busy or paused, older ones are skipped.
  private func show(_ text: String) {
    shown.withLock { shown in
      guard shown != text, output.isIdle else { return }
      output.add("\(clearing(shown))\(text)", to: .output)
      shown = text
    }
  }

  private func nextKey(_ reader: inout KeyReader, withinMilliseconds limit: Int32) -> KeyReader.Key? {
    let wait = reader.isInsideKey ? Self.longestGap : Double(limit) / 1000
    guard isReadable(terminal.input, within: wait) else { return reader.finish() }
    var key: UInt8 = 0
    guard read(terminal.input, &key, 1) == 1 else {
      // The terminal is gone: polling it again at once would spin.
      usleep(UInt32(limit) * 1000)
      return nil
    }
    return reader.take(key)
  }

  /// In seconds. The longest pause between the bytes of one key over a slow line.
  private static let longestGap = 0.05
}
