import SpinetDevices
import SpinetRealtime
import Synchronization

/// A piece of work with an outcome, so that control does not wait for a disk or a compiler. [control-thread]
final class BackgroundJob<Outcome: Sendable> {
  private let outcome = OutcomeBox<Outcome>()
  private var job: (any Job)?

  /// - Parameters:
  ///   - worker: does the work.
  ///   - finished: called by the thread that did the work, when there is an outcome.
  init(
    _ name: String, on worker: any Worker = ThreadWorker(), work: @escaping @Sendable () -> Outcome,
    finished: @escaping @Sendable () -> Void = {}
  ) throws(SpinetError) {
    job = try worker.begin(name) { [outcome] in
      outcome.set(work())
      finished()
    }
  }

  /// Returns the outcome once; nil while the work continues.
  func popOutcome() -> Outcome? { outcome.pop() }

  /// Waits for the end of the work, `seconds` at most. After that the work continues without an owner.
  func abandon(after seconds: Double) {
    if job?.wait(atMost: seconds) == false { job?.leave() }
  }

  /// Waits for the end of the work and takes the outcome.
  func wait() -> Outcome? {
    job = nil
    return outcome.pop()
  }
}

/// Carries an outcome from one thread to another.
private final class OutcomeBox<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Outcome?>(nil)

  func set(_ value: Outcome) { outcome.withLock { $0 = value } }

  func pop() -> Outcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }
}
