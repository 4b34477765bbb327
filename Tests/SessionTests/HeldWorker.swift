import SpinetDevices
import SpinetRealtime
import Synchronization

@testable import SpinetSession

/// Does the work when the test says so.
final class HeldWorker: Worker, Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  private final class HeldJob: Job {
    func wait(atMost seconds: Double) -> Bool { true }
    func leave() {}
  }

  func begin(_ name: String, _ work: @escaping @Sendable () -> Void) -> any Job {
    waiting.withLock { $0.append(work) }
    return HeldJob()
  }

  func begin<Work: LastingWork & ~Copyable>(_ name: String, lasting work: consuming sending Work) -> any Job {
    HeldJob()
  }

  /// Does the oldest piece of work. Returns whether there was one.
  @discardableResult func work() -> Bool {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?()
    return next != nil
  }
}
