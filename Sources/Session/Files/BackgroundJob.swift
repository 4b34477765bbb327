import Glibc
import SpinetRealtime
import Synchronization

/// A piece of work on its own thread, so that control does not wait for a disk or a compiler. [control-thread]
final class BackgroundJob<Outcome: Sendable> {
  private let outcome = OutcomeBox<Outcome>()
  private var thread: WorkerThread?

  /// - Parameter finished: called by the job's thread when there is an outcome to take.
  init(
    _ name: String, work: @escaping @Sendable () -> Outcome, finished: @escaping @Sendable () -> Void = {}
  ) throws(SpinetError) {
    thread = try WorkerThread(name: name) { [outcome] in
      outcome.set(work())
      finished()
    }
  }

  /// Returns the outcome once; nil while the work continues.
  func popOutcome() -> Outcome? { outcome.pop() }

  /// Waits for the end of the work, `seconds` at most. After that the thread continues without an owner.
  func abandon(after seconds: Double) {
    let limit = HostTime.now.advanced(bySeconds: seconds)
    while !outcome.isSet, HostTime.now < limit { usleep(1_000) }
    if !outcome.isSet { thread.take()?.detach() }
  }

  /// Waits for the end of the work and takes the outcome.
  func wait() -> Outcome? {
    thread = nil
    return outcome.pop()
  }
}

/// Carries an outcome from one thread to another.
private final class OutcomeBox<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Outcome?>(nil)

  var isSet: Bool { outcome.withLock { $0 != nil } }

  func set(_ value: Outcome) { outcome.withLock { $0 = value } }

  func pop() -> Outcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }
}
