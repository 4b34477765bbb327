import Glibc
import Synchronization

// Outside the type, because a signal handler captures nothing.
private let received = Atomic<Int32>(0)
private let wakeDescriptor = Atomic<Int32>(-1)
// Written before the flag behind it is set, and read after it.
nonisolated(unsafe) private let terminal = UnsafeMutablePointer<termios>.allocate(capacity: 1)
private let isTerminalTaken = Atomic<Bool>(false)

/// Turns Ctrl-C, a hang-up and a request to end into an ordinary end of the session.
public enum InterruptWatch {
  /// Wakes `pipe`, if there is one, when the first signal comes; a second one ends the program at once.
  static func begin(waking pipe: WakePipe?) {
    received.store(0, ordering: .relaxed)
    wakeDescriptor.store(pipe?.writeEnd ?? -1, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] { install(number) }
    signal(SIGPIPE, SIG_IGN)
  }

  static func end() { wakeDescriptor.store(-1, ordering: .releasing) }

  static var isInterrupted: Bool { received.load(ordering: .acquiring) != 0 }

  /// The terminal on standard input was like this, and is to be so again even if the program ends at once; with nil
  /// there is nothing to give back.
  public static func giveBack(terminal settings: termios?) {
    isTerminalTaken.store(false, ordering: .sequentiallyConsistent)
    guard let settings else { return }
    terminal.initialize(to: settings)
    isTerminalTaken.store(true, ordering: .sequentiallyConsistent)
  }

  /// What a signal handler may call: tcsetattr(3) and _exit(2) are among the few.
  private static func leave() -> Never {
    if isTerminalTaken.load(ordering: .sequentiallyConsistent) { tcsetattr(STDIN_FILENO, TCSANOW, terminal) }
    _exit(130)
  }

  private static func install(_ number: Int32) {
    signal(number) { number in
      if received.exchange(number, ordering: .acquiringAndReleasing) != 0 { InterruptWatch.leave() }
      var byte: UInt8 = 1
      _ = write(wakeDescriptor.load(ordering: .acquiring), &byte, 1)
    }
  }
}
