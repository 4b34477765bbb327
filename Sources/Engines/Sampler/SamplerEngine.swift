import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays one sample with up to 64 voices: at any pitch, from any start, with a loop that can be moved while
/// it sounds.
package final class SamplerEngine: RecordedEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Sampler"
  package let widgets: [Widget]
  package let voiceCapacity = SamplePlayer.voiceCount

  private let sample: Sample
  private let kernel = SincKernel()
  private var player = PreparedPlayer<SamplePlayer>()

  package init(sample: Sample) {
    self.sample = sample
    widgets = SamplerParameter.allCases.map { $0.makeWidget(for: sample) }
  }

  package var recording: any SoundRecording { sample }

  /// Whether the recording ends, or falls to silence, while a key is held.
  package var fades: Bool {
    widgets[SamplerParameter.loopOn.index].value < 0.5
      || widgets[SamplerParameter.sustain.index].value < 0.001
  }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      SamplePlayer(
        sample: sample, kernel: kernel, widgets: widgets, framesPerSecond: framesPerSecond,
        end: link.claimAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
