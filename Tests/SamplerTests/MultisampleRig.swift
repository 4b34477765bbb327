import CMallocProbe
import EngineRig
import Foundation
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets

@testable import SpinetSampler

/// Plays regions whose samples are constant levels, so that what is heard tells which ones play.
final class MultisampleRig {
  let engine: MultisampleEngine
  private var ends = ControlEnds()
  private var frame: Int64 = 0
  private let buffer = SampleBuffer(capacity: 4096)

  init(_ zones: [(SFZRegion, Float)]) {
    engine = MultisampleEngine(
      zones: zones.map { region, level in
        (region, Sample(left: [Float](repeating: level, count: 96_000)))
      })
    begin()
  }

  init(_ zones: [(region: SFZRegion, sample: Sample)]) {
    engine = MultisampleEngine(zones: zones)
    begin()
  }

  /// An SFZ text whose sound files all are `sample`; generators are themselves.
  ///
  /// - Parameter isOffline: whether it waits for recordings that come from the disk.
  init(
    _ text: String, _ sample: Sample = MultisampleRig.constant, isOffline: Bool = true
  ) throws(SpinetError) {
    let instrument = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    let zones = instrument.regions.map {
      (region: $0, sample: SFZGenerator(rawValue: $0.sample)?.sample ?? sample)
    }
    var sampled = SampledInstrument(instrument, zones: zones)
    try sampled.startStreams()
    engine = MultisampleEngine(sampled, isOffline: isOffline)
    begin()
  }

  /// The voices that faded because the disk was too slow.
  var stalls: Int { ends.link.meters.stalledVoices }

  func move(_ widget: String, to value: Double) { WidgetSet(engine.widgets)[widget]?.set(value) }

  private func begin() {
    WidgetSet(engine.widgets).restore(["master.volume": 1])
    engine.prepare(framesPerSecond: 48_000, largestBlock: 4096, link: ends.link)
  }

  func send(_ event: VoiceEvent) {
    _ = ends.commands.send(EngineCommand(time: HostTime(seconds: Double(frame) / 48_000), .voice(event)))
  }

  func start(_ voice: Int = 0, key: Int = 60, velocity: Int = 127, serial: UInt32 = 1) {
    let number = VoiceNumber(voice)
    send(.start(number, serial: serial))
    send(.set(number, .key, Double(key)))
    send(.set(number, .freq, Tuning.standard.hertz(Double(key))))
    send(.set(number, .gain, Double(velocity) / 127))
    send(.set(number, .gate, 1))
  }

  func bend(_ voice: Int = 0, semitones: Double) {
    send(.set(VoiceNumber(voice), .bend, pow(2, semitones / 12)))
  }

  func release(_ voice: Int = 0) {
    send(.set(VoiceNumber(voice), .gate, 0))
    send(.release(VoiceNumber(voice)))
  }

  /// What the right side played in the last `render`.
  private(set) var right: [Float] = []

  @discardableResult func render(_ count: Int, block: Int = 128) -> [Float] {
    var left: [Float] = []
    right = []
    while left.count < count {
      let frames = min(block, count - left.count)
      engine.render(
        buffer.block(
          frameCount: frames, firstFrame: frame, timeline: Timeline(framesPerSecond: 48_000)))
      frame += Int64(frames)
      left.append(contentsOf: buffer.left.prefix(frames))
      right.append(contentsOf: buffer.right.prefix(frames))
    }
    return left
  }

  /// The level of one note, which ends again.
  func level(key: Int = 60, velocity: Int = 127) -> Float {
    start(key: key, velocity: velocity)
    let level = render(1_600).last ?? -1
    release()
    render(4_800)
    return level
  }

  /// How many voices are not planned again until something moves.
  var restingVoices: Int {
    var count = 0
    let block = buffer.block(frameCount: 0, firstFrame: frame, timeline: Timeline(framesPerSecond: 48_000))
    engine.player.render(block) { player, _ in
      for index in 0..<player.voices.count {
        count += player.voices[index].restingAt == player.revision ? 1 : 0
      }
    }
    return count
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }

  func allocations(_ blocks: Int) -> UInt {
    var count: UInt = 0
    for _ in 0..<blocks {
      let block = buffer.block(
        frameCount: 128, firstFrame: frame, timeline: Timeline(framesPerSecond: 48_000))
      let before = malloc_probe_count()
      engine.render(block)
      count += malloc_probe_count() - before
      frame += 128
    }
    return count
  }
}

extension MultisampleRig {
  static let quiet: Float = 0.1
  /// A constant level of 0.1 for two seconds.
  static let constant = Sample(left: [Float](repeating: quiet, count: 96_000))
  /// A sine of 1 kHz for two seconds, as quiet.
  static let sine = Sample(left: (0..<96_000).map { quiet * Float(sin(2 * .pi * Double($0) / 48)) })

  /// A level relative to that of the samples.
  static func decibels(_ level: Float) -> Double { 20 * log10(Double(max(level, 1e-9) / quiet)) }

  /// How loud a note of an SFZ text is in the middle of 0.2 s, relative to its sample.
  static func decibels(
    _ text: String, key: Int = 60, velocity: Int = 127, _ move: (MultisampleRig) -> Void = { _ in }
  ) throws -> Double {
    let rig = try MultisampleRig(text)
    move(rig)
    rig.start(key: key, velocity: velocity)
    return decibels(rig.render(9_600)[4_800])
  }
}
