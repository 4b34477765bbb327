import SpinetRealtime
import Synchronization

/// An engine whose blocks are filled together with those of others that have the same `sharedMemory`.
package protocol JointEngine: SoundEngine {
  /// Takes the block for its next `render`. The first `render` then fills the blocks of all that have joined since the last
  /// one. An engine that has not joined fills its block alone. [audio-thread]
  func join(_ block: AudioBlock)
}

/// Tells the mixes of a process apart. Only engines of one mix can be rendered together.
package struct MixNumber: Hashable, Sendable {
  private let number: Int

  /// A number that no other mix has.
  package init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }

  private static let last = Atomic<Int>(0)
}
