import SpinetEngine
import SpinetRealtime

/// A thread that watches a program beside the one that waits for it.
package struct EngineMonitorThread: Sendable {
  private let thread: StoppableThread

  private static let secondsBetweenChecks = 0.1

  /// - Parameter tell: is called from the thread.
  package init(
    of name: String, _ link: EngineLink, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    thread = try StoppableThread(name: "spinet-watch") { thread in
      var monitor = EngineMonitor(name: name, link: link)
      while !thread.isStopping {
        thread.sleep(seconds: Self.secondsBetweenChecks)
        monitor.check(tell)
      }
    }
  }

  /// Nothing is reported after it has returned.
  package func end() { thread.stop() }
}
