import Glibc
import SpinetRealtime
import Synchronization

/// What the machine itself costs: on each processor a thread that goes before all others and does nothing but wake,
/// four times a period. When it wakes half a period late, the processor stood still for all of them.
final class MachineStalls {
  private let watches: [Watch]
  private let threads: [WatchThread]

  /// What one thread has seen.
  private final class Watch: Sendable {
    let stalls = Atomic<Int>(0)
    /// Of CLOCK_MONOTONIC, when the last one ended.
    let lastEnd = Atomic<UInt64>(0)
    let isEnding = Atomic<Bool>(false)
  }

  /// Keeps the thread, which cannot be copied into an array.
  private final class WatchThread {
    let thread: AudioThread
    init(_ thread: consuming AudioThread) { self.thread = thread }
  }

  init(processors: Int, periodSeconds: Double) throws {
    let watches = (0..<processors).map { _ in Watch() }
    self.watches = watches
    threads = try watches.enumerated().map { index, watch in
      // A thread stays where the one that starts it is kept.
      try Machine.pinned(to: "\(index)") {
        WatchThread(
          try AudioThread(name: "machine \(index)", priority: Priority.ofMachine) {
            Self.wake(every: periodSeconds / 4, tolerance: periodSeconds / 2, watch)
          })
      }
    }
  }

  deinit { for watch in watches { watch.isEnding.store(true, ordering: .relaxed) } }

  /// Of all processors.
  var count: Int { watches.reduce(0) { $0 + $1.stalls.load(ordering: .relaxed) } }

  /// When the last stall ended, in seconds of CLOCK_MONOTONIC.
  var lastEnd: Double { Double(watches.map { $0.lastEnd.load(ordering: .relaxed) }.max() ?? 0) * 1e-9 }

  private static func wake(every seconds: Double, tolerance: Double, _ watch: Watch) {
    var due = Stopwatch.clock(CLOCK_MONOTONIC)
    while !watch.isEnding.load(ordering: .relaxed) {
      due += seconds
      sleep(until: due)
      let now = Stopwatch.clock(CLOCK_MONOTONIC)
      guard now - due > tolerance else { continue }
      watch.stalls.add(1, ordering: .relaxed)
      watch.lastEnd.store(UInt64(now * 1e9), ordering: .relaxed)
      due = now
    }
  }

  private static func sleep(until seconds: Double) {
    let whole = seconds.rounded(.down)
    var moment = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
  }
}
