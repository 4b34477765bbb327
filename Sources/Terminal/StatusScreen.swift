import Foundation
import Glibc
import Session
import Synchronization

/// The live line of `spinet play` in a terminal: shows the status ten times a second and takes keys.
public final class StatusScreen: LiveLine {
  private let hasStarted = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  private let finished = DispatchSemaphore(value: 0)
  private let lock = Mutex<String>("")

  public init() {}

  /// Whether the live line is there, so that other text has to go above it. [any-thread]
  public var isShown: Bool { hasStarted.load(ordering: .acquiring) && !isOver.load(ordering: .acquiring) }

  /// Starts a thread of its own; false when there is no terminal to show on.
  public func start(
    status: @escaping @Sendable () -> SessionStatus, act: @escaping @Sendable (TerminalAction) -> Void
  ) -> Bool {
    guard TerminalMode.isAvailable else { return false }
    hasStarted.store(true, ordering: .releasing)
    Thread.detachNewThread { [self] in
      if let mode = TerminalMode() { run(status, act, mode) }
      finished.signal()
    }
    return true
  }

  /// Clears the line and gives the terminal back as it was.
  public func stop() {
    isOver.store(true, ordering: .releasing)
    finished.wait()
  }

  /// Prints a line of log above the live one. [any-thread]
  public func log(_ line: String) {
    lock.withLock { live in write("\r\u{1B}[2K\(line)\n\(live)") }
  }

  private func run(
    _ status: () -> SessionStatus, _ act: (TerminalAction) -> Void, _ mode: borrowing TerminalMode
  ) {
    while !isOver.load(ordering: .acquiring) {
      let status = status()
      if !status.instrument.isEmpty { show(StatusLine(status, columns: TerminalMode.columns).text) }
      guard let action = nextKey(withinMilliseconds: 100) else { continue }
      if action == .help { log(TerminalAction.keys) } else { act(action) }
    }
    lock.withLock { live in
      live = ""
      write("\r\u{1B}[2K")
    }
  }

  private func show(_ text: String) {
    lock.withLock { live in
      guard live != text else { return }
      live = text
      write("\r\u{1B}[2K\(text)")
    }
  }

  private func nextKey(withinMilliseconds limit: Int32) -> TerminalAction? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, limit) > 0 else { return nil }
    var key: UInt8 = 0
    guard read(STDIN_FILENO, &key, 1) == 1 else {
      // The terminal has gone: polling it again would spin.
      usleep(UInt32(limit) * 1000)
      return nil
    }
    return TerminalAction(key: key)
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
