import Foundation
import SpinetCsound
import SpinetEngine
import SpinetRealtime
import SystemPackage

/// A score through the engine beside the same score by `csound` itself, without output: the slope between a
/// short and a long one, so that start and end do not count.
struct CsoundBenchmark {
  private let short = 10.0
  private let long = 40.0
  private let rounds = 5
  private let block = 128

  func rows() throws -> [Table.Row] {
    var spinet: [Double] = []
    var csound: [Double] = []
    for _ in 0..<rounds {
      spinet.append((try cost(long) - cost(short)) / (long - short))
      csound.append((try costOfCommand(long) - costOfCommand(short)) / (long - short))
    }
    let median = (spinet.median, csound.median)
    return [
      Table.Row(
        work: "a second of 16 filtered voices in a .csd, beside csound", spinet: "\(median.0.short) CPU s",
        peer: "\(median.1.short) CPU s", ratio: (median.0 / median.1).short),
      try start(),
    ]
  }

  private func text(seconds: Double) -> String {
    let notes = (0..<16).map { "i 1 0 \(seconds) \(110 + 10 * $0)" }
    return """
      <CsoundSynthesizer>
      <CsInstruments>
      sr = 48000
      ksmps = 64
      nchnls = 2
      0dbfs = 1
      instr 1
      kenvelope linsegr 0, 0.01, 1, 0.3, 0.6, 0.2, 0
      afirst vco2 0.03, p4
      asecond vco2 0.03, p4 * 1.005
      aout zdf_ladder afirst + asecond, 2000, 2
      outs aout * kenvelope, aout * kenvelope
      endin
      </CsInstruments>
      <CsScore>
      \(notes.joined(separator: "\n"))
      </CsScore>
      </CsoundSynthesizer>
      """
  }

  /// Processor seconds of a whole performance.
  private func cost(_ seconds: Double) throws -> Double {
    let engine = try CsdEngine(CsdDocument(text: text(seconds: seconds), file: "benchmark.csd"))
    let ends = ControlEnds()
    try engine.prepare(framesPerSecond: 48_000, largestBlock: block, link: ends.link)
    let buffer = SampleBuffer(capacity: block)
    let timeline = Timeline(framesPerSecond: 48_000)
    return Stopwatch.processorSeconds {
      for turn in 0..<Int(seconds * 48_000) / block {
        let frame = Int64(turn * block)
        engine.render(buffer.block(frameCount: block, firstFrame: frame, timeline: timeline))
      }
    }
  }

  private func costOfCommand(_ seconds: Double) throws -> Double {
    let file = FileManager.default.temporaryDirectory.appending(path: "spinet-benchmark.csd").path
    try text(seconds: seconds).write(toFile: file, atomically: true, encoding: .utf8)
    defer { unlink(file) }
    return try Run(["/usr/bin/csound", "-n", "-d", "-m0", file]).processorSeconds
  }

  /// From the file to the first block, and what that block costs beside the median of the others.
  private func start() throws -> Table.Row {
    let ends = ControlEnds()
    let buffer = SampleBuffer(capacity: block)
    let timeline = Timeline(framesPerSecond: 48_000)
    let begin = Stopwatch.clock(CLOCK_MONOTONIC)
    let engine = try CsdEngine(CsdDocument(text: text(seconds: 10), file: "benchmark.csd"))
    try engine.prepare(framesPerSecond: 48_000, largestBlock: block, link: ends.link)
    let seconds = Stopwatch.clock(CLOCK_MONOTONIC) - begin
    let costs = (0..<1000).map { turn in
      Stopwatch.processorSeconds {
        let frame = Int64(turn * block)
        engine.render(buffer.block(frameCount: block, firstFrame: frame, timeline: timeline))
      }
    }
    return Table.Row(
      work: ".csd to ready; its first block beside the median block",
      spinet: "\((seconds * 1000).short) ms, \((costs[0] * 1e6).short) µs",
      peer: "\((costs.median * 1e6).short) µs", ratio: (costs[0] / costs.median).short)
  }
}
