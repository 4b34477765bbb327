import Glibc
import SpinetRealtime
import Synchronization

// Outside the type, because a signal handler cannot capture anything.
private let received = Atomic<Int32>(0)
/// When the first signal came, in nanoseconds; 0 if none has come.
private let receivedAt = Atomic<UInt64>(0)
private let wakeDescriptor = Atomic<Int32>(-1)
// It is written before the flag below is set, and read after the flag.
nonisolated(unsafe) private let terminal = FixedValue(termios())
private let isTerminalTaken = Atomic<Bool>(false)
private let endsAtOnce = Atomic<Bool>(false)

/// Lets Ctrl-C, a hang-up and SIGTERM end the session in the ordinary way.
///
/// It changes what signals do in the whole process, so a program calls it, never the library.
public enum SignalHandling {
  /// What each signal did before `begin`; empty before it.
  private static let previous = Mutex<[(signal: Int32, action: sigaction)]>([])

  /// From now on the first signal ends the session of `handle`, and a second one ends the program at once.
  ///
  /// A second signal within one second is ignored unless it is Ctrl-C. timeout(1), systemd and a terminal that closes
  /// may send the same request to the process and to its group, while settings and recordings are still being written.
  public static func begin(for handle: SessionHandle) { begin(waking: handle.controls.waker) }

  /// Wakes `waker` when the first signal comes; nil for none. A second signal ends the program at once.
  ///
  /// A second call before `end` replaces `waker`. A signal that has already come is kept.
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
      // Otherwise an instrument in the background would be stopped when it uses the terminal, which its shell has
      // taken.
      for number in [SIGTTIN, SIGTTOU] { previous.append((number, install(number, SIG_IGN))) }
    }
  }

  /// Restores what the signals did before.
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

  /// Whether a signal has come since `begin`, so that the work should end; false after `end`.
  package static var isEndRequested: Bool { received.load(ordering: .acquiring) != 0 }

  /// Throws if the work should end.
  package static func checkEnd() throws(SpinetError) {
    guard isEndRequested else { return }
    throw SpinetError(.interrupted, what: "spinet", why: "a signal has ended it", remedy: "start it again")
  }

  /// Whether that signal was Ctrl-C or a hang-up. SIGTERM does not count, because it is the usual way to end an
  /// instrument.
  package static var isInterrupted: Bool {
    isEndRequested && received.load(ordering: .acquiring) != SIGTERM
  }

  /// Sets the settings that the terminal on standard input gets back, even if the program ends at once; nil for none.
  public static func giveBack(terminal settings: termios?) {
    isTerminalTaken.store(false, ordering: .sequentiallyConsistent)
    guard let settings else { return }
    terminal.value = settings
    isTerminalTaken.store(true, ordering: .sequentiallyConsistent)
  }

  /// It restores `errno`, because the interrupted code may be about to read it.
  private static let handle: @convention(c) (Int32) -> Void = { number in
    let before = errno
    if !isFirst(number, at: HostTime.now.nanoseconds) { SignalHandling.leave(130) }
    // A repetition does not change which signal ended the session.
    _ = received.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
    if endsAtOnce.load(ordering: .relaxed) { SignalHandling.leave(number == SIGTERM ? 0 : 130) }
    Waker.wake(wakeDescriptor.load(ordering: .acquiring))
    errno = before
  }

  /// Whether it is the first signal or a repetition of it. Two threads may call this at the same time, for two signals.
  private static func isFirst(_ number: Int32, at now: UInt64) -> Bool {
    let (isFirst, first) = receivedAt.compareExchange(
      expected: 0, desired: now, ordering: .acquiringAndReleasing)
    return isFirst || number != SIGINT && now < first + longestRepetition
  }

  /// In nanoseconds.
  private static let longestRepetition: UInt64 = 1_000_000_000

  /// Whether the program was started with this signal ignored, for instance by nohup(1).
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

  /// It only calls functions that a signal handler may call, such as tcsetattr(3) and _exit(2).
  private static func leave(_ status: Int32) -> Never {
    if isTerminalTaken.load(ordering: .sequentiallyConsistent) {
      tcsetattr(STDIN_FILENO, TCSANOW, terminal.address)
    }
    _exit(status)
  }

  /// Returns what the signal did before.
  private static func install(_ number: Int32, _ handler: __sighandler_t?) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    var before = sigaction()
    sigaction(number, &action, &before)
    return before
  }
}
