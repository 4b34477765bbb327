import Foundation
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

/// Plays a `.csd` offline: events at frames in, samples out.
final class Player {
  let engine: CsdEngine
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  let framesPerSecond: Double
  private(set) var frame: Int64 = 0
  private let buffer = SampleBuffer(capacity: 4096)
  /// Whether the card is there.
  var isHeard = true
  /// What comes in with each block; nil for nothing.
  var input: AudioInput?

  init(_ engine: CsdEngine, framesPerSecond: Double = 44_100, largestBlock: Int = 4096) throws {
    self.engine = engine
    self.framesPerSecond = framesPerSecond
    try engine.prepare(framesPerSecond: framesPerSecond, largestBlock: largestBlock, link: ends.link)
  }

  /// Of an orchestra and a score, in the seed's usual header.
  convenience init(
    _ orchestra: String, score: String = "f 0 1000", blockFrames: Int = 64,
    framesPerSecond: Double = 44_100,
    setUp: (WidgetSet) -> Void = { _ in }
  ) throws {
    let engine = try CsdEngine(Self.document(orchestra, score: score, blockFrames: blockFrames))
    setUp(WidgetSet(engine.widgets))
    try self.init(engine, framesPerSecond: framesPerSecond)
  }

  static func document(
    _ orchestra: String, score: String = "f 0 1000", blockFrames: Int = 64, options: String = ""
  ) throws -> CsdDocument {
    let text = text(orchestra, score: score, blockFrames: blockFrames, options: options)
    return try CsdDocument(text: text, file: "test.csd")
  }

  static func text(
    _ orchestra: String, score: String = "f 0 1000", blockFrames: Int = 64, options: String = ""
  ) -> String {
    """
    <CsoundSynthesizer>
    <CsOptions>
    \(options)
    </CsOptions>
    <CsInstruments>
    sr = 44100
    ksmps = \(blockFrames)
    nchnls = 2
    0dbfs = 1
    \(orchestra)
    </CsInstruments>
    <CsScore>
    \(score)
    </CsScore>
    </CsoundSynthesizer>
    """
  }

  func widget(_ name: String) throws -> Widget {
    try #require(engine.widgets.first { $0.name == name })
  }

  func send(_ action: EngineCommand.Action, at frame: Int64? = nil) {
    let time = HostTime(seconds: Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, action))
  }

  func start(
    _ voice: Int, key: Double = 69, hertz: Double = 440, gain: Double = 1, serial: UInt32 = 1,
    at frame: Int64? = nil
  ) {
    let number = VoiceNumber(voice)
    send(.voice(.start(number, serial: serial)), at: frame)
    send(.voice(.set(number, .key, key)), at: frame)
    send(.voice(.set(number, .freq, hertz)), at: frame)
    send(.voice(.set(number, .gain, gain)), at: frame)
  }

  func release(_ voice: Int, at frame: Int64? = nil) {
    send(.voice(.release(VoiceNumber(voice))), at: frame)
  }

  func midi(_ bytes: UInt8...) { midi(bytes) }
  func midi(_ bytes: [UInt8]) { ShortMessage(bytes: bytes).map { send(.midi($0)) } }

  /// Renders a block and ignores its samples.
  func renderBlock() {
    let timeline = Timeline(framesPerSecond: framesPerSecond)
    engine.render(buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline))
    frame += 128
  }

  /// The left channel of the next frames, in blocks whose sizes are `sizes` in turn, and the right one.
  func render(_ frames: Int, sizes: [Int] = [128]) -> (left: [Float], right: [Float]) {
    var left: [Float] = []
    var right: [Float] = []
    var turn = 0
    while left.count < frames {
      let count = min(sizes[turn % sizes.count], frames - left.count)
      let timeline = Timeline(framesPerSecond: framesPerSecond)
      var block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
      block.isHeard = isHeard
      block.input = input
      engine.render(block)
      left.append(contentsOf: buffer.left.prefix(count))
      right.append(contentsOf: buffer.right.prefix(count))
      frame += Int64(count)
      turn += 1
    }
    return (left, right)
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }
}

extension [Float] {
  var peak: Float { map(abs).max() ?? 0 }
  var isFinite: Bool { allSatisfy(\.isFinite) }
  var rms: Double {
    (map { Double($0) * Double($0) }.reduce(0, +) / Double(Swift.max(1, count))).squareRoot()
  }
  /// The frequency at which it crosses zero upwards.
  func hertz(framesPerSecond: Double) -> Double {
    let crossings = indices.dropFirst().filter { self[$0 - 1] < 0 && self[$0] >= 0 }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) * framesPerSecond / Double(last - first)
  }
}

/// The files beside these tests, and those of the examples.
enum Files {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()
  static func fixture(_ name: String) -> String { here.appending(path: "Fixtures/\(name)").path }
  static let sources = here.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    .path
  static let examples = here.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples/csound").path
}

/// Lines that come from any thread.
final class LineLog: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
}
