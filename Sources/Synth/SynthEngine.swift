import DSP
import Engine
import Realtime
import Widgets

/// The built-in synthesizer: voices of two oscillators, noise, a filter and two envelopes, then effects.
public final class SynthEngine: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks.
  public let name = "Synth"
  public let widgets: [Widget]
  public let voiceCapacity: Int

  /// Made with the first stream: whoever only asks for the widgets does not wait for them.
  private var tables: WaveTables?
  private var steps: StepKernel?
  private var link: EngineLink?
  private var instrument: UnsafeMutablePointer<Instrument>?

  private let kernel: VoiceKernel

  /// - Parameters:
  ///   - voices: how many may sound at once. One that is silent costs half a kilobyte and no time.
  ///   - isWide: whether to use the processor's wide registers where it has them.
  public init(voices: Int = 256, isWide: Bool = true) {
    voiceCapacity = max(1, min(voices, Int(Int16.max)))
    kernel = VoiceKernel(isWide: isWide)
    widgets = SynthParameter.allCases.map { $0.makeWidget() }
  }

  deinit { forget() }

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    forget()
    self.link = link
    let tables = self.tables ?? WaveTables()
    self.tables = tables
    let steps = self.steps ?? StepKernel()
    self.steps = steps
    let prepared = UnsafeMutablePointer<Instrument>.allocate(capacity: 1)
    prepared.initialize(
      to: Instrument(
        voiceCount: voiceCapacity, widgets: widgets, tables: tables, steps: steps.weights,
        framesPerSecond: framesPerSecond, end: link.audioEnd, kernel: kernel))
    instrument = prepared
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks public func render(_ block: AudioBlock) {
    guard let instrument else { return block.silence() }
    instrument.pointee.render(block)
  }

  private func forget() {
    instrument?.pointee.deallocate()
    instrument?.deinitialize(count: 1)
    instrument?.deallocate()
    instrument = nil
    link = nil
  }
}
