import DSP
import Engine
import Realtime
import Widgets

/// Plays one sample, up to sixty-four times at once: at any pitch, from any start, round a loop that may
/// be moved while it sounds.
public final class SamplerEngine: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks.
  public let name = "Sampler"
  public let widgets: [Widget]
  public let voiceCapacity = SamplePlayer.voiceCount

  private let sample: Sample
  private let kernel = SincKernel()
  private var link: EngineLink?
  private var player: UnsafeMutablePointer<SamplePlayer>?

  public init(sample: Sample) {
    self.sample = sample
    widgets = SamplerParameter.allCases.map { $0.makeWidget(for: sample) }
  }

  deinit { forget() }

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    forget()
    self.link = link
    let prepared = UnsafeMutablePointer<SamplePlayer>.allocate(capacity: 1)
    prepared.initialize(
      to: SamplePlayer(
        sample: sample, kernel: kernel, widgets: widgets, framesPerSecond: framesPerSecond,
        end: link.audioEnd))
    player = prepared
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks public func render(_ block: AudioBlock) {
    guard let player else { return block.silence() }
    player.pointee.render(block)
  }

  private func forget() {
    player?.pointee.deallocate()
    player?.deinitialize(count: 1)
    player?.deallocate()
    player = nil
    link = nil
  }
}
