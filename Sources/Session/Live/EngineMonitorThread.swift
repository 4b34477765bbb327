import SpinetEngine
import SpinetRealtime
import Synchronization

/// A thread that watches a program beside the one that waits for it.
package final class EngineMonitorThread: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let waker: Waker
  private let thread = Mutex<WorkerThread?>(nil)

  private static let nanosecondsBetweenChecks: Int64 = 100_000_000

  /// - Parameter tell: is called from the thread.
  package init(
    of name: String, _ link: EngineLink, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    waker = try Waker()
    var worker: WorkerThread? = try WorkerThread(name: "spinet-watch") { [self] in
      var monitor = EngineMonitor(name: name, link: link)
      while !isOver.load(ordering: .relaxed) {
        waker.sleep(nanoseconds: Self.nanosecondsBetweenChecks)
        monitor.check(tell)
      }
    }
    thread.withLock { $0 = worker.take() }
  }

  /// Nothing is reported after it has returned.
  package func end() {
    isOver.store(true, ordering: .relaxed)
    waker.wake()
    thread.withLock { $0 = nil }
  }
}
