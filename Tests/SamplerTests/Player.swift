import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets

@testable import SpinetSampler

/// Plays a sample offline: events at frames in, samples out.
final class Player {
  let engine: SamplerEngine
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  private(set) var frame: Int64 = 0
  private let framesPerSecond: Double
  private let buffer = SampleBuffer(capacity: 4096)

  /// By default nothing but the sample itself is heard: a volume of 1, no velocity, the shortest attack.
  init(_ sample: Sample, framesPerSecond: Double = 48_000, settings: [String: Double] = [:]) {
    self.framesPerSecond = framesPerSecond
    engine = SamplerEngine(sample: sample)
    let plain: [String: Double] = ["master.volume": 1, "amp.velocity": 0]
    WidgetSet(engine.widgets).restore(plain.merging(settings) { $1 })
    engine.prepare(framesPerSecond: framesPerSecond, largestBlock: 4096, link: ends.link)
  }

  func widget(_ name: String) -> Widget {
    engine.widgets.first { $0.name == name } ?? Widget("missing \(name)")
  }

  func send(_ event: VoiceEvent, at frame: Int64? = nil) {
    let time = HostTime(seconds: Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, .voice(event)))
  }

  func silence() {
    _ = ends.commands.send(EngineCommand(time: HostTime(seconds: Double(frame) / framesPerSecond), .silence))
  }

  func start(_ voice: Int = 0, note: Double = 60, serial: UInt32 = 1, at frame: Int64? = nil) {
    let number = VoiceNumber(voice)
    send(.start(number, serial: serial), at: frame)
    send(.set(number, .freq, Tuning.standard.hertz(note)), at: frame)
    send(.set(number, .gain, 1), at: frame)
    send(.set(number, .gate, 1), at: frame)
  }

  func release(_ voice: Int = 0, at frame: Int64? = nil) {
    send(.set(VoiceNumber(voice), .gate, 0), at: frame)
    send(.release(VoiceNumber(voice)), at: frame)
  }

  /// The next frames of both channels, in blocks of `block`.
  func render(_ frames: Int, block: Int = 128) -> (left: [Float], right: [Float]) {
    var left: [Float] = []
    var right: [Float] = []
    while left.count < frames {
      let count = min(block, frames - left.count)
      let timeline = Timeline(framesPerSecond: framesPerSecond)
      engine.render(buffer.block(frameCount: count, firstFrame: frame, timeline: timeline))
      frame += Int64(count)
      left.append(contentsOf: buffer.left.prefix(count))
      right.append(contentsOf: buffer.right.prefix(count))
    }
    return (left, right)
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
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

extension [Float] {
  var peak: Float { map(abs).max() ?? 0 }
  /// The greatest step from one sample to the next.
  var greatestStep: Float { zip(self, dropFirst()).map { abs($1 - $0) }.max() ?? 0 }
  /// The greatest second difference, which shows a click in any tone.
  var greatestBend: Float {
    indices.dropFirst().dropLast().map { abs(self[$0 - 1] - 2 * self[$0] + self[$0 + 1]) }.max() ?? 0
  }
}
