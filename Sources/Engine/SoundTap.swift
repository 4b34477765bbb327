import SpinetRealtime
import Synchronization

/// Copies the output for a scope. Without a reader the audio thread writes nothing.
package final class SoundTap: @unchecked Sendable {
  // Sendable because only the one `SoundTapEnd` uses the ring in `audio`, only the one `SoundTapReader` uses
  // `outgoing`, and the rest is atomic.
  private let audio: FixedValue<SoundTapEnd.Memory>
  private let outgoing: FixedValue<RingConsumer<Float>>
  private let hasEnd = Atomic<Bool>(false)
  private let rate = Atomic<Int>(0)

  /// In samples: a third of a second at 48 kHz, longer than a screen takes from one picture to the next.
  fileprivate static let capacity = 16_384

  package init() {
    let ring = SPSCRing<Float>(capacity: Self.capacity)
    audio = FixedValue(SoundTapEnd.Memory(incoming: ring.producer))
    outgoing = FixedValue(ring.consumer)
  }

  /// Takes the audio thread's end; nil while it is taken. [any-thread]
  package func claimEnd() -> SoundTapEnd? {
    guard !hasEnd.exchange(true, ordering: .acquiring) else { return nil }
    return SoundTapEnd(of: self, audio.address)
  }

  /// Takes the reader's end and starts the copying; nil while it is taken. [any-thread]
  package func claimReader() -> SoundTapReader? {
    guard !audio.value.isWanted.exchange(true, ordering: .acquiring) else { return nil }
    return SoundTapReader(of: self, outgoing.address)
  }

  /// Whether there is a reader. [any-thread]
  package var isWanted: Bool { audio.value.isWanted.load(ordering: .relaxed) }

  fileprivate func giveBackEnd() { hasEnd.store(false, ordering: .releasing) }

  fileprivate func giveBackReader() { audio.value.isWanted.store(false, ordering: .releasing) }

  /// The sample rate of the stream. [any-thread]
  package var framesPerSecond: Int {
    get { rate.load(ordering: .relaxed) }
    set { rate.store(newValue, ordering: .relaxed) }
  }
}

/// The audio thread's end of a `SoundTap`. When it is gone, it can be taken again.
package struct SoundTapEnd: ~Copyable, @unchecked Sendable {
  // Sendable because it cannot be copied, so only one thread has it.
  private let tap: SoundTap
  private let memory: UnsafeMutablePointer<Memory>

  /// The memory shared by a tap and its audio end.
  struct Memory: ~Copyable {
    /// Whether there is a reader.
    let isWanted = Atomic<Bool>(false)
    var incoming: RingProducer<Float>

    init(incoming: consuming RingProducer<Float>) { self.incoming = incoming }
  }

  fileprivate init(of tap: SoundTap, _ memory: UnsafeMutablePointer<Memory>) {
    self.tap = tap
    self.memory = memory
  }

  deinit { tap.giveBackEnd() }

  /// Copies the mean of both sides of a block if there is a reader. Samples that do not fit are dropped.
  /// [audio-thread]
  @_noLocks package mutating func take(_ block: AudioBlock) {
    guard memory.pointee.isWanted.load(ordering: .relaxed) else { return }
    for frame in 0..<block.frameCount {
      guard memory.pointee.incoming.push((block.left[frame] + block.right[frame]) * 0.5) else { return }
    }
  }
}

/// The reader's end of a `SoundTap`. When it is gone, the copying ends, and it can be taken again.
package struct SoundTapReader: ~Copyable, @unchecked Sendable {
  // Sendable because it cannot be copied, so only one thread has it.
  private let tap: SoundTap
  private let ring: UnsafeMutablePointer<RingConsumer<Float>>

  fileprivate init(of tap: SoundTap, _ ring: UnsafeMutablePointer<RingConsumer<Float>>) {
    self.tap = tap
    self.ring = ring
    // Drops what the previous reader has left.
    _ = pop()
  }

  deinit { tap.giveBackReader() }

  /// The mean of both sides since the last call. Samples for which there was no room are missing.
  package mutating func pop() -> [Float] {
    var samples: [Float] = []
    while samples.count < SoundTap.capacity, let sample = ring.pointee.pop() { samples.append(sample) }
    return samples
  }
}
