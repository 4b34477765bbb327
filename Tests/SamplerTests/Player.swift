import EngineRig
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets

@testable import SpinetSampler

typealias Player = EngineRig<SamplerEngine>

extension EngineRig where Played == SamplerEngine {
  /// By default nothing but the sample itself is heard: a volume of 1, no velocity, the shortest attack.
  convenience init(_ sample: Sample, framesPerSecond: Double = 48_000, settings: [String: Double] = [:]) {
    let engine = SamplerEngine(sample: sample)
    let plain: [String: Double] = ["master.volume": 1, "amp.velocity": 0]
    WidgetSet(engine.widgets).restore(plain.merging(settings) { $1 })
    self.init(playing: engine, framesPerSecond: framesPerSecond, prepare: engine.prepare)
  }

  func start(_ voice: Int = 0, note: Double = 60, serial: UInt32 = 1, at frame: Int64? = nil) {
    start(voice, serial: serial, [.freq: Tuning.standard.hertz(note), .gain: 1, .gate: 1], at: frame)
  }
}

extension Sample {
  convenience init(
    left: [Float], right: [Float]? = nil, framesPerSecond: Double = 48_000, rootNote: Double? = nil,
    loop: Range<Int>? = nil
  ) {
    self.init(
      frameCount: left.count, isStereo: right != nil, framesPerSecond: framesPerSecond, rootNote: rootNote,
      loop: loop
    ) { leftSamples, rightSamples in
      for frame in left.indices { leftSamples[frame] = left[frame] }
      if let right, let rightSamples { for frame in right.indices { rightSamples[frame] = right[frame] } }
    }
  }
}
