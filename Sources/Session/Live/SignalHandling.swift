import Glibc
import SpinetRealtime
import Synchronization

// Outside the type, because a signal handler captures nothing.
private let received = Atomic<Int32>(0)
/// When the first signal came, in nanoseconds; 0: none has come.
private let receivedAt = Atomic<UInt64>(0)
private let wakeDescriptor = Atomic<Int32>(-1)
// Written before the flag behind it is set, and read after it.
nonisolated(unsafe) private let terminal = FixedValue(termios())
private let isTerminalTaken = Atomic<Bool>(false)
private let endsAtOnce = Atomic<Bool>(false)

/// Turns Ctrl-C, a hang-up and a request to end into an ordinary end of the session.
///
/// It changes what signals do in the whole process, so the program calls it, never the library.
public enum SignalHandling {
  /// What each signal did before `begin`; none while nothing is taken.
  private static let previous = Mutex<[(signal: Int32, action: sigaction)]>([])

  /// From now on the first signal ends the session of `handle`, and a second one ends the program at once.
  ///
  /// Except within a second, unless it is Ctrl-C: timeout(1), systemd and a terminal that closes may send one request to end
  /// to the process and to its group, and settings and recordings are still being written.
  public static func begin(for handle: SessionHandle) { begin(waking: handle.waker) }

  /// Wakes `waker`, if there is one, when the first signal comes; a second one ends the program at once.
  ///
  /// Called again before `end`, it changes what is woken. A signal that has come stays.
  package static func begin(waking waker: Waker?) {
    wakeDescriptor.store(waker?.descriptor ?? -1, ordering: .releasing)
    previous.withLock { previous in
      guard previous.isEmpty else { return }
      received.store(0, ordering: .relaxed)
      receivedAt.store(0, ordering: .relaxed)
      for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(SIGHUP) {
        previous.append((number, install(number, handle)))
      }
      previous.append((SIGPIPE, install(SIGPIPE, SIG_IGN)))
      previous.append((SIGTSTP, install(SIGTSTP, pause)))
      // A shell that has the terminal for itself does not stop what plays in the background.
      for number in [SIGTTIN, SIGTTOU] { previous.append((number, install(number, SIG_IGN))) }
    }
  }

  /// Gives the signals back to what they did before.
  public static func end() {
    previous.withLock { previous in
      for (number, action) in previous {
        var action = action
        sigaction(number, &action, nil)
      }
      previous = []
    }
    wakeDescriptor.store(-1, ordering: .releasing)
    received.store(0, ordering: .relaxed)
  }

  /// While `body` runs, the first signal ends the process at once: a program's first block cannot be stopped.
  package static func endingAtOnce<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    endsAtOnce.store(true, ordering: .relaxed)
    defer { endsAtOnce.store(false, ordering: .relaxed) }
    return try body()
  }

  /// Whether a signal has come since `begin`, so that the work is to end; false after `end`.
  package static var isEndRequested: Bool { received.load(ordering: .acquiring) != 0 }

  /// Whether that was Ctrl-C or a hang-up. SIGTERM is how an instrument is ended in the ordinary way.
  package static var isInterrupted: Bool {
    isEndRequested && received.load(ordering: .acquiring) != SIGTERM
  }

  /// The terminal on standard input was like this, and is to be so again even if the program ends at once; with nil
  /// there is nothing to give back.
  public static func giveBack(terminal settings: termios?) {
    isTerminalTaken.store(false, ordering: .sequentiallyConsistent)
    guard let settings else { return }
    terminal.address.pointee = settings
    isTerminalTaken.store(true, ordering: .sequentiallyConsistent)
  }

  /// The interrupted code must not see another `errno` than its own call left.
  private static let handle: @convention(c) (Int32) -> Void = { number in
    let before = errno
    if !isFirst(number, at: HostTime.now.nanoseconds) { SignalHandling.leave(130) }
    received.store(number, ordering: .releasing)
    if endsAtOnce.load(ordering: .relaxed) { SignalHandling.leave(number == SIGTERM ? 0 : 130) }
    Waker.wake(wakeDescriptor.load(ordering: .acquiring))
    errno = before
  }

  /// Whether it is the first signal, or belongs to the first one. Two threads may ask at once, for two signals.
  private static func isFirst(_ number: Int32, at now: UInt64) -> Bool {
    let (isFirst, first) = receivedAt.compareExchange(
      expected: 0, desired: now, ordering: .acquiringAndReleasing)
    return isFirst || number != SIGINT && now < first + longestRepetition
  }

  /// In nanoseconds.
  private static let longestRepetition: UInt64 = 1_000_000_000

  /// Whether the program was started so, as by nohup(1).
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ctrl-Z: the shell gets its terminal as it was. The screen takes the keys again when the program continues.
  private static let pause: @convention(c) (Int32) -> Void = { _ in
    let before = errno
    if isTerminalTaken.load(ordering: .sequentiallyConsistent) {
      tcsetattr(STDIN_FILENO, TCSANOW, terminal.address)
    }
    kill(getpid(), SIGSTOP)
    errno = before
  }

  /// Calls only what a signal handler may call: tcsetattr(3) and _exit(2) are among the few.
  private static func leave(_ status: Int32) -> Never {
    if isTerminalTaken.load(ordering: .sequentiallyConsistent) {
      tcsetattr(STDIN_FILENO, TCSANOW, terminal.address)
    }
    _exit(status)
  }

  /// Answers what the signal did before.
  private static func install(_ number: Int32, _ handler: __sighandler_t?) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    var before = sigaction()
    sigaction(number, &action, &before)
    return before
  }
}

/// A signal has asked the program to end before its work was done.
public struct Interruption: Error {
  package init() {}
}
