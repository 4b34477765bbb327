import Engine
import Foundation
import Synchronization

/// A thread that looks at a program beside the one that waits for it.
final class BlockWatch: Sendable {
  private let isOver = Atomic<Bool>(false)

  /// - Parameter tell: is called from the thread.
  init(of name: String, _ link: EngineLink, tell: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { [self] in
      var watch = EngineWatch(name: name, link: link)
      while !isOver.load(ordering: .relaxed) {
        usleep(100_000)
        watch.look(tell)
      }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
