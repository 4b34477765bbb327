import Foundation
import Glibc
import Synchronization

/// Held while a performance begins or ends. Bindings are set up and cleaned up inside it. The thread that holds it may
/// enter it again, so that a binding can begin or end a performance itself.
final class Transition: Sendable {
  private let lock = NSRecursiveLock()
  private let owner = Atomic<UInt>(0)

  func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    let before = owner.exchange(Self.thread, ordering: .relaxed)
    defer {
      owner.store(before, ordering: .relaxed)
      lock.unlock()
    }
    return try body()
  }

  /// Whether the caller holds it. It must not wait for a thread that may want to enter.
  var isHeldHere: Bool { owner.load(ordering: .relaxed) == Self.thread }

  private static var thread: UInt { UInt(pthread_self()) }
}
