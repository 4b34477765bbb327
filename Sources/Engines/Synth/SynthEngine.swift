import SpinetDSP
import SpinetEffects
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The built-in synthesizer: each voice has two oscillators, noise, a filter and two envelopes. Effects follow.
public final class SynthEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  public let name = "Synth"
  public let widgets: [Widget]
  public let voiceCapacity: Int

  /// Shared by all engines, and made by the first `prepare`, so that listing an engine's widgets is fast.
  private static let tables = WaveTables()
  private static let steps = MinBLEPKernel()
  private var player = PreparedPlayer<SynthPlayer>()

  /// The widgets in the order of `SynthControls`: those of `SynthParameter`, then the effects'.
  private let controls: [Widget]
  private let kernel: VoiceKernel

  /// Whether the loudness falls to silence while a key is held.
  public var fades: Bool { controls[SynthParameter.ampSustain.index].value < 0.001 }

  /// - Parameters:
  ///   - voices: the polyphony. A silent voice costs about a kilobyte and no time.
  ///   - isWide: whether to use AVX2 if the processor has it.
  public init(voices: Int = 256, isWide: Bool = true) {
    voiceCapacity = max(1, min(voices, Int(Int16.max)))
    kernel = VoiceKernel(isWide: isWide)
    let changes = WidgetChanges()
    let rows = SynthParameter.allCases.map { $0.makeWidget() } + EffectChain.parameters
    controls = rows.map { Widget(like: $0, countedBy: changes) }
    let (parameters, effects) = (controls[..<SynthParameter.count], controls[SynthParameter.count...])
    let output = SynthParameter.masterVolume.index
    widgets = Array(parameters[..<output] + effects + parameters[output...])
  }

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      SynthPlayer(
        voiceCount: voiceCapacity, widgets: controls, tables: Self.tables, steps: Self.steps.weights,
        framesPerSecond: framesPerSecond, end: link.claimAudioEnd(), kernel: kernel)
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks public func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
