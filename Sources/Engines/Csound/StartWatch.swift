import SpinetRealtime
import SystemPackage

/// Reports, from its own thread, a program that computes for a long time before it plays, such as one with an endless
/// loop in its header.
struct StartWatch: Sendable {
  private let thread: StoppableThread

  private static let secondsUntilTold = 1.0

  /// - Parameter log: is called from the thread, once at most.
  init(of file: FilePath, _ log: @escaping @Sendable (String) -> Void) throws(SpinetError) {
    thread = try StoppableThread(name: "spinet-start") { thread in
      thread.sleep(seconds: Self.secondsUntilTold)
      guard !thread.isStopping else { return }
      log("\(file): it has been starting for more than a second; wait, or end and fix it")
    }
  }

  /// Nothing is reported after it has returned.
  func end() { thread.stop() }
}
