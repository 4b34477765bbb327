import Glibc
import Realtime
import Synchronization

/// What the machine itself costs: a thread that goes before all others and only wakes once a period. Whenever it wakes
/// later than a whole period, no program with so short periods could have been in time.
final class LateWakeUps {
  private let counter = Counter()
  private let thread: AudioThread

  private final class Counter: Sendable {
    let late = Atomic<Int>(0)
    let isEnding = Atomic<Bool>(false)
  }

  init(periodSeconds: Double) throws {
    thread = try AudioThread(name: "machine", priority: Priority.ofMachine) { [counter] in
      var due = Stopwatch.clock(CLOCK_MONOTONIC)
      while !counter.isEnding.load(ordering: .relaxed) {
        due += periodSeconds
        Self.sleep(until: due)
        let now = Stopwatch.clock(CLOCK_MONOTONIC)
        guard now - due > periodSeconds else { continue }
        counter.late.add(1, ordering: .relaxed)
        due = now
      }
    }
  }

  deinit { counter.isEnding.store(true, ordering: .relaxed) }

  var count: Int { counter.late.load(ordering: .relaxed) }

  private static func sleep(until seconds: Double) {
    let whole = seconds.rounded(.down)
    var moment = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
  }
}
