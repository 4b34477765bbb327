import SpinetEngine
import SpinetRealtime
import Synchronization

/// Clicks that an output adds to what people hear, each at its frame; recordings have them only if that is wanted.
///
/// Control pushes the clicks, and the one output that plays the track takes them.
package final class ClickTrack: @unchecked Sendable {
  // Sendable because only control uses `outgoing`, only the audio thread uses `audio`, and the rest is atomic.
  private struct Click: Sendable, BitwiseCopyable {
    let time: HostTime
    let isFirst: Bool
    let gain: Float
  }

  /// What the audio thread has. [audio-thread]
  private struct Player: ~Copyable {
    var incoming: RingConsumer<Click>
    var phase: Float = 0
    var cycles: Float = 0
    /// The amplitude of the click that sounds.
    var level: Float = 0

    init(_ incoming: consuming RingConsumer<Click>) { self.incoming = incoming }
  }

  private let outgoing: FixedValue<RingProducer<Click>>
  private let audio: FixedValue<Player>
  private let mayClick = Atomic<Bool>(false)
  private let records = Atomic<Bool>(false)
  private let lost = Atomic<Int>(0)

  package init() {
    let ring = SPSCRing<Click>(capacity: 256)
    outgoing = FixedValue(ring.producer)
    audio = FixedValue(Player(ring.consumer))
  }

  /// Whether there may be clicks, so that the output must not rest. [any-thread]
  package var isWanted: Bool {
    @_noLocks get { mayClick.load(ordering: .relaxed) }
    set { mayClick.store(newValue, ordering: .sequentiallyConsistent) }
  }

  /// Whether recordings have the clicks. [any-thread]
  package var isRecorded: Bool {
    @_noLocks get { records.load(ordering: .relaxed) }
    set { records.store(newValue, ordering: .relaxed) }
  }

  /// How many clicks found no room, because nothing played the track. [any-thread]
  package var lostClicks: Int { lost.load(ordering: .relaxed) }

  /// Adds a click, in the order of time. [control-thread]
  ///
  /// - Parameter isFirst: whether it begins a bar, which is higher.
  package func click(at time: HostTime, isFirst: Bool, gain: Float) {
    if !outgoing.address.pointee.push(Click(time: time, isFirst: isFirst, gain: gain)) {
      lost.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Adds the clicks of a block to its first two channels. [audio-thread]
  @_noLocks package func play(into block: AudioBlock) {
    let player = audio.address
    let rate = Float(block.timeline.framesPerSecond)
    // It falls by 60 dB, ln 1000, in 40 ms.
    let decay = 1 - 6.9078 / (0.04 * rate)
    for frame in 0..<block.frameCount {
      begin(player, block, at: block.firstFrame + Int64(frame), rate)
      guard player.pointee.level > 1e-5 else { continue }
      let sample = clickSine(player.pointee.phase) * player.pointee.level
      block.left[frame] += sample
      block.right[frame] += sample
      player.pointee.phase += player.pointee.cycles
      if player.pointee.phase >= 1 { player.pointee.phase -= 1 }
      player.pointee.level *= decay
    }
  }

  /// Begins the clicks of a frame, and those that are late.
  @_noLocks private func begin(
    _ player: UnsafeMutablePointer<Player>, _ block: AudioBlock, at frame: Int64, _ rate: Float
  ) {
    while let click = player.pointee.incoming.peek(), block.timeline.frame(of: click.time) <= frame {
      _ = player.pointee.incoming.pop()
      player.pointee.phase = 0.25
      // In hertz.
      player.pointee.cycles = (click.isFirst ? 1650 : 1100) / rate
      player.pointee.level = click.gain
    }
  }

}

/// Parabolas like the sine of a phase from 0 to 1, to 1 in 20: a click has no pitch to speak of.
@_noLocks private func clickSine(_ phase: Float) -> Float {
  let half = phase < 0.5 ? phase : phase - 0.5
  let arc = 16 * half * (0.5 - half)
  return phase < 0.5 ? arc : -arc
}
