import Engine
import Foundation
import Realtime
import Synchronization

/// A thread that tells when a program does not come back from a block, beside the one that waits for it.
final class BlockWatch: Sendable {
  /// How long a block may take.
  static let patienceSeconds = 1.0

  static func complaint(about name: String) -> String {
    "\(name): it has been at one block for more than a second; mend it, or play another"
  }

  private let isOver = Atomic<Bool>(false)

  /// - Parameter tell: is called once at most, from the thread.
  init(_ link: EngineLink, tell: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        usleep(100_000)
        if link.meters.blockSeconds(at: .now) > Self.patienceSeconds { return tell() }
      }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
