import CMallocProbe
import Foundation
import Scratch
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage

@testable import SpinetSoundFont

/// Plays a font offline: events at frames in, samples out.
final class Player {
  let engine: SoundFontEngine
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  private(set) var frame: Int64 = 0
  private let framesPerSecond: Double
  private let buffer = SampleBuffer(capacity: 4096)

  /// Without reverb, so that only the font is heard.
  init(
    _ font: TestFont = TestFont(), preset: String? = nil, framesPerSecond: Double = 48_000,
    settings: [String: Double] = [:]
  ) throws {
    self.framesPerSecond = framesPerSecond
    let folder = TemporaryFolder()
    engine = try SoundFontEngine(
      file: FilePath(font.write(to: folder)), preset: preset, framesPerSecond: framesPerSecond)
    let plain: [String: Double] = ["reverb.mix": 0, "master.volume": 1]
    WidgetSet(engine.widgets).restore(plain.merging(settings) { $1 })
    try engine.prepare(framesPerSecond: framesPerSecond, largestBlock: 4096, link: ends.link)
  }

  func widget(_ name: String) -> Widget {
    engine.widgets.first { $0.name == name } ?? Widget("missing \(name)")
  }

  func send(_ event: VoiceEvent, at frame: Int64? = nil) {
    let time = HostTime(seconds: Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, .voice(event)))
  }

  func silence() {
    let time = HostTime(seconds: Double(frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, .silence))
  }

  func start(
    _ voice: Int = 0, key: Int = 69, hertz: Double? = nil, gain: Double = 1, serial: UInt32 = 1,
    at frame: Int64? = nil
  ) {
    let number = VoiceNumber(voice)
    send(.start(number, serial: serial), at: frame)
    send(.set(number, .key, Double(key)), at: frame)
    send(.set(number, .freq, hertz ?? 440 * pow(2, Double(key - 69) / 12)), at: frame)
    send(.set(number, .gain, gain), at: frame)
  }

  func release(_ voice: Int = 0, at frame: Int64? = nil) {
    send(.set(VoiceNumber(voice), .gate, 0), at: frame)
    send(.release(VoiceNumber(voice)), at: frame)
  }

  /// The next frames of the left channel, in blocks of `block`.
  @discardableResult func render(_ frames: Int, block: Int = 128) -> [Float] {
    var left: [Float] = []
    while left.count < frames {
      let count = min(block, frames - left.count)
      let timeline = Timeline(framesPerSecond: framesPerSecond)
      engine.render(buffer.block(frameCount: count, firstFrame: frame, timeline: timeline))
      frame += Int64(count)
      left.append(contentsOf: buffer.left.prefix(count))
    }
    return left
  }

  /// How often rendering asks for memory.
  func allocations(inBlocks count: Int) -> UInt {
    let timeline = Timeline(framesPerSecond: framesPerSecond)
    var allocations: UInt = 0
    for _ in 0..<count {
      let block = buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline)
      let before = malloc_probe_count()
      engine.render(block)
      allocations += malloc_probe_count() - before
      frame += 128
    }
    _ = reports()
    return allocations
  }

  /// Plays some notes of each preset.
  static func storm(_ engine: SoundFontEngine) throws {
    var ends = ControlEnds()
    try engine.prepare(framesPerSecond: 48_000, largestBlock: 512, link: ends.link)
    let buffer = SampleBuffer(capacity: 512)
    let timeline = Timeline(framesPerSecond: 48_000)
    for turn in 0..<6 {
      engine.preset.set(Double(turn % 2))
      for event in notes(turn) {
        _ = ends.commands.send(EngineCommand(time: timeline.time(of: Int64(512 * turn)), .voice(event)))
      }
      engine.render(buffer.block(frameCount: 512, firstFrame: Int64(512 * turn), timeline: timeline))
    }
  }

  private static func notes(_ turn: Int) -> [VoiceEvent] {
    let voice = VoiceNumber(turn)
    return [
      .start(voice, serial: 1), .set(voice, .key, Double(turn * 24)),
      .set(voice, .freq, 20 * pow(2, Double(2 * turn))), .release(VoiceNumber(turn / 2)),
    ]
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }
}

extension [Float] {
  var peak: Float { map(abs).max() ?? 0 }
  var rms: Double { (reduce(0) { $0 + Double($1 * $1) } / Double(Swift.max(1, count))).squareRoot() }
  /// The greatest second difference, which shows a click in any tone.
  var greatestBend: Float {
    indices.dropFirst().dropLast().map { abs(self[$0 - 1] - 2 * self[$0] + self[$0 + 1]) }.max() ?? 0
  }

  /// The frequency of the sine near `hertz`: by how far its phase moves from the first half to the second.
  func frequency(near hertz: Double, framesPerSecond: Double = 48_000) -> Double {
    let half = count / 2
    let turns = (phase(0..<half, hertz / framesPerSecond) - phase(half..<2 * half, hertz / framesPerSecond))
    return hertz + remainder(turns, 1) * framesPerSecond / Double(half)
  }

  /// In turns, against an oscillator of `step` turns a frame that runs through.
  private func phase(_ range: Range<Int>, _ step: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for frame in range {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame - range.lowerBound) / Double(range.count))
      let angle = 2 * .pi * step * Double(frame)
      real += window * Double(self[frame]) * cos(angle)
      imaginary += window * Double(self[frame]) * sin(angle)
    }
    return atan2(imaginary, real) / (2 * .pi)
  }

  /// How strong a frequency is.
  func level(at hertz: Double, framesPerSecond: Double = 48_000) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for frame in indices {
      let window = 1 - cos(2 * .pi * Double(frame) / Double(count))
      let angle = 2 * .pi * hertz / framesPerSecond * Double(frame)
      real += window * Double(self[frame]) * cos(angle)
      imaginary += window * Double(self[frame]) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(count)
  }
}

func cents(_ hertz: Double, from other: Double) -> Double { 1200 * log2(hertz / other) }
