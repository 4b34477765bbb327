import SpinetRealtime
import Synchronization

/// Copies the output for a scope. Without a reader the audio thread writes nothing.
package final class SoundTap: @unchecked Sendable {
  // Sendable because only the one `SoundTapEnd` uses the ring in `audio`, only the one `SoundTapReader` uses `outgoing`,
  // and the rest is atomic.
  private let audio: FixedValue<SoundTapEnd.Memory>
  private let outgoing: FixedValue<RingConsumer<Float>>
  private let hasEnd = Atomic<Bool>(false)
  private let rate = Atomic<Int>(0)

  /// Some blocks, and the time in which a screen is drawn.
  fileprivate static let capacity = 16_384

  package init() {
    let ring = SPSCRing<Float>(capacity: Self.capacity)
    audio = FixedValue(SoundTapEnd.Memory(incoming: ring.producer))
    outgoing = FixedValue(ring.consumer)
  }

  /// Takes the audio thread's end; nil while another thread has it. [any-thread]
  package func takeEnd() -> SoundTapEnd? {
    guard !hasEnd.exchange(true, ordering: .acquiring) else { return nil }
    return SoundTapEnd(of: self, audio.address)
  }

  /// Begins the copying; nil while another reader has it. [any-thread]
  package func takeReader() -> SoundTapReader? {
    guard !audio.address.pointee.isWanted.exchange(true, ordering: .acquiring) else { return nil }
    return SoundTapReader(of: self, outgoing.address)
  }

  /// Whether somebody reads. [any-thread]
  package var isWanted: Bool { audio.address.pointee.isWanted.load(ordering: .relaxed) }

  fileprivate func giveBackEnd() { hasEnd.store(false, ordering: .releasing) }

  fileprivate func giveBackReader() { audio.address.pointee.isWanted.store(false, ordering: .releasing) }

  /// Of the stream that is played. [any-thread]
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
    /// Whether somebody reads.
    let isWanted = Atomic<Bool>(false)
    var incoming: RingProducer<Float>

    init(incoming: consuming RingProducer<Float>) { self.incoming = incoming }
  }

  fileprivate init(of tap: SoundTap, _ memory: UnsafeMutablePointer<Memory>) {
    self.tap = tap
    self.memory = memory
  }

  deinit { tap.giveBackEnd() }

  /// Copies a block if it is wanted; what does not fit is dropped. [audio-thread]
  @_noLocks package mutating func take(_ block: AudioBlock) {
    guard memory.pointee.isWanted.load(ordering: .relaxed) else { return }
    for frame in 0..<block.frameCount {
      guard memory.pointee.incoming.push((block.left[frame] + block.right[frame]) * 0.5) else { return }
    }
  }
}

/// The end of a `SoundTap` for who looks. When it is gone, the copying ends, and it can be taken again.
package struct SoundTapReader: ~Copyable, @unchecked Sendable {
  // Sendable because it cannot be copied, so only one thread has it.
  private let tap: SoundTap
  private let ring: UnsafeMutablePointer<RingConsumer<Float>>

  fileprivate init(of tap: SoundTap, _ ring: UnsafeMutablePointer<RingConsumer<Float>>) {
    self.tap = tap
    self.ring = ring
    // What the reader before has left.
    _ = take()
  }

  deinit { tap.giveBackReader() }

  /// The mean of both sides since the last call, as far as there was room.
  package mutating func take() -> [Float] {
    var samples: [Float] = []
    while samples.count < SoundTap.capacity, let sample = ring.pointee.pop() { samples.append(sample) }
    return samples
  }
}
