import SpinetRealtime
import Synchronization

/// Copies the output for a scope. While nothing wants it, the audio thread writes nothing.
package final class SoundTap: @unchecked Sendable {
  // Sendable because `memory` is used through `end` by one audio thread at a time, `outgoing` by the one thread that
  // looks, and the rest is atomic.
  private let memory: FixedValue<SoundTapEnd.Memory>
  private var outgoing: RingConsumer<Float>
  private let rate = Atomic<Int>(0)

  /// Some blocks, and the time in which a screen is drawn.
  private static let capacity = 16_384

  package init() {
    let ring = SPSCRing<Float>(capacity: Self.capacity)
    memory = FixedValue(SoundTapEnd.Memory(incoming: ring.producer))
    outgoing = ring.consumer
  }

  /// Must not outlive this object; one audio thread at a time uses it.
  package var end: SoundTapEnd { SoundTapEnd(memory: memory.address) }

  /// Begins and ends the copying. To be called by the thread that takes.
  package func want(_ isWanted: Bool) {
    memory.address.pointee.isWanted.store(isWanted, ordering: .relaxed)
    if !isWanted { _ = take() }
  }

  /// [any-thread]
  package var isWanted: Bool { memory.address.pointee.isWanted.load(ordering: .relaxed) }

  /// The mean of both sides since the last call, as far as there was room. To be called by one thread.
  package func take() -> [Float] {
    var samples: [Float] = []
    while samples.count < Self.capacity, let sample = outgoing.pop() { samples.append(sample) }
    return samples
  }

  /// Of the stream that is played. [any-thread]
  package var framesPerSecond: Int {
    get { rate.load(ordering: .relaxed) }
    set { rate.store(newValue, ordering: .relaxed) }
  }
}

/// The audio thread's end of a `SoundTap`.
package struct SoundTapEnd: BitwiseCopyable, @unchecked Sendable {
  // Sendable because one audio thread at a time writes, and the rest is atomic.
  fileprivate let memory: UnsafeMutablePointer<Memory>

  struct Memory: ~Copyable {
    let isWanted = Atomic<Bool>(false)
    var incoming: RingProducer<Float>

    init(incoming: consuming RingProducer<Float>) { self.incoming = incoming }
  }

  /// Copies a block if it is wanted; what does not fit is dropped. [audio-thread]
  @_noLocks package func take(_ block: AudioBlock) {
    guard memory.pointee.isWanted.load(ordering: .relaxed) else { return }
    for frame in 0..<block.frameCount {
      guard memory.pointee.incoming.push((block.left[frame] + block.right[frame]) * 0.5) else { return }
    }
  }
}
