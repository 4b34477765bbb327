import SpinetEngine
import SpinetRealtime

/// A thread that watches a program while another thread waits for it.
package struct EngineMonitorThread: Sendable {
  private let thread: StoppableThread

  private static let secondsBetweenChecks = 0.1

  /// - Parameter tell: called on this thread.
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

  /// Ends the thread. Nothing is reported after it returns.
  package func end() { thread.stop() }
}
