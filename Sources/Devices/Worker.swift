import Glibc
import SpinetRealtime
import Synchronization

/// Does the work for which control and audio do not wait: on threads, or in a test in turn, when the test lets it.
package protocol Worker: Sendable {
  /// Begins a piece of work. [control-thread]
  ///
  /// - Parameter name: says what the work is.
  func begin(_ name: String, _ work: @escaping @Sendable () -> Void) throws(SpinetError) -> any Job

  /// Begins work that has turns until it is done. [control-thread]
  func begin<Work: LastingWork & ~Copyable>(
    _ name: String, lasting work: consuming sending Work
  ) throws(SpinetError) -> any Job
}

/// Work that has begun. When its owner lets go of it, that waits for its end. [control-thread]
package protocol Job: AnyObject {
  /// Waits for the end of the work, `seconds` at most. Returns whether it has ended.
  func wait(atMost seconds: Double) -> Bool

  /// Lets the work go on without an owner.
  func leave()
}

/// Work that waits for something to do, and does it, until it is done.
package protocol LastingWork: ~Copyable, Sendable {
  /// Waits until there is something to do.
  mutating func wait()

  /// Does what there is to do. Returns whether it goes on.
  mutating func turn() -> Bool
}

/// A thread for each piece of work.
package struct ThreadWorker: Worker {
  package init() {}

  package func begin(_ name: String, _ work: @escaping @Sendable () -> Void) throws(SpinetError) -> any Job {
    try ThreadJob { hasEnded throws(SpinetError) in
      try WorkerThread(name: name) {
        work()
        hasEnded.set()
      }
    }
  }

  package func begin<Work: LastingWork & ~Copyable>(
    _ name: String, lasting work: consuming sending Work
  ) throws(SpinetError) -> any Job {
    let hasEnded = EndMark()
    let thread = try WorkerThread(name: name, owning: work) { work in
      repeat { work.wait() } while work.turn()
      hasEnded.set()
    }
    return ThreadJob(thread, hasEnded)
  }
}

private final class ThreadJob: Job {
  private var thread: WorkerThread?
  private let hasEnded: EndMark

  init(_ thread: consuming WorkerThread, _ hasEnded: EndMark) {
    self.thread = consume thread
    self.hasEnded = hasEnded
  }

  /// - Parameter start: starts a thread that sets the mark at its end.
  init(_ start: (EndMark) throws(SpinetError) -> WorkerThread) throws(SpinetError) {
    hasEnded = EndMark()
    thread = try start(hasEnded)
  }

  func wait(atMost seconds: Double) -> Bool {
    let limit = HostTime.now.advanced(bySeconds: seconds)
    while !hasEnded.isSet, HostTime.now < limit { usleep(1_000) }
    return hasEnded.isSet
  }

  func leave() { thread.take()?.detach() }
}

private final class EndMark: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
