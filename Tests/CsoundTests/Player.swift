import EngineRig
import Foundation
import SpinetCsound
import SpinetEngine
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

typealias Player = EngineRig<CsdEngine>

extension EngineRig where Played == CsdEngine {
  convenience init(_ engine: CsdEngine, framesPerSecond: Double = 44_100, largestBlock: Int = 4096) throws {
    try self.init(
      playing: engine, framesPerSecond: framesPerSecond, largestBlock: largestBlock, prepare: engine.prepare)
  }

  /// Of an orchestra and a score, in the seed's usual header.
  convenience init(
    _ orchestra: String, score: String = "f 0 1000", blockFrames: Int = 64, framesPerSecond: Double = 44_100,
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

  /// A widget that has to be there.
  func required(_ name: String) throws -> Widget {
    try #require(engine.widgets.first { $0.name == name }, "no widget \(name)")
  }

  func start(
    _ voice: Int, key: Double = 69, hertz: Double = 440, gain: Double = 1, serial: UInt32 = 1,
    at frame: Int64? = nil
  ) {
    start(voice, serial: serial, [.key: key, .freq: hertz, .gain: gain], at: frame)
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
