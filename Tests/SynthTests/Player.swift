import Foundation
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

/// Plays an engine offline: events at frames in, samples out.
final class Player {
  let engine: SynthEngine
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  let framesPerSecond: Double
  private(set) var frame: Int64 = 0
  private let buffer = SampleBuffer(capacity: 4096)

  convenience init(
    framesPerSecond: Double = 48_000, settings: [String: Double] = [:], engine: SynthEngine = SynthEngine()
  ) {
    self.init(framesPerSecond: framesPerSecond, engine: engine) { $0.restore(settings) }
  }

  /// - Parameter setUp: moves widgets before the engine is prepared.
  init(
    framesPerSecond: Double = 48_000, engine: SynthEngine = SynthEngine(), setUp: (WidgetSet) -> Void
  ) {
    self.framesPerSecond = framesPerSecond
    self.engine = engine
    setUp(WidgetSet(engine.widgets))
    engine.prepare(framesPerSecond: framesPerSecond, largestBlock: 4096, link: ends.link)
  }

  func widget(_ name: String) -> Widget {
    engine.widgets.first { $0.name == name } ?? Widget("missing \(name)")
  }

  func send(_ action: EngineCommand.Action, at frame: Int64? = nil) {
    let time = HostTime(seconds: Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, action))
  }

  func start(_ voice: Int, hertz: Double, gain: Double = 0.8, serial: UInt32 = 1, at frame: Int64? = nil) {
    let number = VoiceNumber(voice)
    send(.voice(.start(number, serial: serial)), at: frame)
    send(.voice(.set(number, .freq, hertz)), at: frame)
    send(.voice(.set(number, .gain, gain)), at: frame)
    send(.voice(.set(number, .gate, 1)), at: frame)
  }

  func release(_ voice: Int, at frame: Int64? = nil) {
    send(.voice(.set(VoiceNumber(voice), .gate, 0)), at: frame)
    send(.voice(.release(VoiceNumber(voice))), at: frame)
  }

  /// The left channel of the next frames, in blocks of `block`, and the right one.
  func render(_ frames: Int, block: Int = 128) -> (left: [Float], right: [Float]) {
    var left: [Float] = []
    var right: [Float] = []
    while left.count < frames {
      let count = min(block, frames - left.count)
      renderBlock(count)
      left.append(contentsOf: buffer.left.prefix(count))
      right.append(contentsOf: buffer.right.prefix(count))
    }
    return (left, right)
  }

  func render(seconds: Double) -> (left: [Float], right: [Float]) {
    render(Int(seconds * framesPerSecond))
  }

  private func renderBlock(_ count: Int) {
    let timeline = Timeline(framesPerSecond: framesPerSecond)
    engine.render(buffer.block(frameCount: count, firstFrame: frame, timeline: timeline))
    frame += Int64(count)
  }

  /// The same score in blocks of the sizes that `sizes` gives in turn.
  func render(_ frames: Int, sizes: [Int]) -> (left: [Float], right: [Float]) {
    var sound: (left: [Float], right: [Float]) = ([], [])
    var turn = 0
    while sound.left.count < frames {
      let part = render(min(sizes[turn % sizes.count], frames - sound.left.count), block: 4096)
      sound.left += part.left
      sound.right += part.right
      turn += 1
    }
    return sound
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }
}

extension [Float] {
  var peak: Float { map(abs).max() ?? 0 }
  var rms: Double {
    (map { Double($0) * Double($0) }.reduce(0, +) / Double(Swift.max(1, count))).squareRoot()
  }
  var mean: Double { map(Double.init).reduce(0, +) / Double(Swift.max(1, count)) }
  /// The frequency at 48 kHz, between the first and the last rising zero crossing.
  var hertz: Double {
    var crossings: [Double] = []
    for index in indices.dropFirst() where self[index - 1] < 0 && self[index] >= 0 {
      let part = Double(self[index - 1] / (self[index - 1] - self[index]))
      crossings.append(Double(index - 1) + part)
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) * 48_000 / (last - first)
  }
  /// The level of a frequency, under a Hann window.
  func level(atHertz hertz: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for (index, sample) in enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(count))
      let angle = 2 * .pi * hertz * Double(index) / 48_000
      re += Double(sample) * window * cos(angle)
      im += Double(sample) * window * sin(angle)
    }
    return 4 * hypot(re, im) / Double(Swift.max(1, count))
  }
  /// The greatest change of the step from one sample to the next.
  var greatestBend: Float { zip(self, dropFirst()).map { $1 - $0 }.greatestStep }
  /// The greatest step from one sample to the next.
  var greatestStep: Float { zip(self, dropFirst()).map { abs($1 - $0) }.max() ?? 0 }
}
