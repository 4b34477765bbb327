import Glibc
import Synchronization

// Outside the type, because a signal handler captures nothing.
private let received = Atomic<Int32>(0)
private let wakeDescriptor = Atomic<Int32>(-1)

/// Turns Ctrl-C, a hang-up and a request to end into an ordinary end of the session.
enum InterruptWatch {
  /// Wakes `pipe`, if there is one, when the first signal comes; a second one ends the program at once.
  static func begin(waking pipe: WakePipe?) {
    received.store(0, ordering: .relaxed)
    wakeDescriptor.store(pipe?.writeEnd ?? -1, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] { install(number) }
    signal(SIGPIPE, SIG_IGN)
  }

  static func end() { wakeDescriptor.store(-1, ordering: .releasing) }

  static var isInterrupted: Bool { received.load(ordering: .acquiring) != 0 }

  private static func install(_ number: Int32) {
    signal(number) { number in
      if received.exchange(number, ordering: .acquiringAndReleasing) != 0 { _exit(130) }
      var byte: UInt8 = 1
      _ = write(wakeDescriptor.load(ordering: .acquiring), &byte, 1)
    }
  }
}
