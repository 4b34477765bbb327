import EngineRig
import SpinetEngine
import SpinetSynth
import SpinetWidgets

typealias Player = EngineRig<SynthEngine>

extension EngineRig where Played == SynthEngine {
  convenience init(
    framesPerSecond: Double = 48_000, settings: [String: Double] = [:], engine: SynthEngine = SynthEngine()
  ) {
    self.init(framesPerSecond: framesPerSecond, engine: engine) { $0.restore(settings) }
  }

  /// - Parameter setUp: moves widgets before the engine is prepared.
  convenience init(
    framesPerSecond: Double = 48_000, engine: SynthEngine = SynthEngine(), setUp: (WidgetSet) -> Void
  ) {
    setUp(WidgetSet(engine.widgets))
    self.init(playing: engine, framesPerSecond: framesPerSecond, prepare: engine.prepare)
  }

  func start(_ voice: Int, hertz: Double, gain: Double = 0.8, serial: UInt32 = 1, at frame: Int64? = nil) {
    start(voice, serial: serial, [.freq: hertz, .gain: gain, .gate: 1], at: frame)
  }
}
