import CReferenceVoice
import Foundation

/// Spinet's reference voice beside the same voice by hand in C, eight wide, compiled for the same registers: how
/// far from what the machine allows. Both in this process, in turn, in blocks of 64; the slope between few
/// voices and many.
struct ReferenceVoiceBenchmark {
  private let few = 16
  private let many = 256
  private let seconds = 2.0
  private let rounds = 7
  private let block = 64

  func rows() throws -> [Table.Row] {
    var spinet: [Double] = []
    var c: [Double] = []
    for _ in 0..<rounds {
      spinet.append(try VoiceCost.ofVoice(patch: "reference", few: few, many: many, block: block))
      c.append((costInC(many) - costInC(few)) / Double(many - few))
    }
    let mean = (spinet.median, c.median)
    return [
      Table.Row(
        work: "a second of a reference voice beside C, eight wide", spinet: "\(mean.0.short) CPU s",
        peer: "\(mean.1.short) CPU s", ratio: (mean.0 / mean.1).short)
    ]
  }

  private var blocks: Int { Int(seconds * 48_000) / block }

  /// Processor seconds per second.
  private func costInC(_ voices: Int) -> Double {
    let reference = reference_voices_create(Int32(voices), 48_000)
    defer { reference_voices_destroy(reference) }
    var out = [Float](repeating: 0, count: block)
    let spent = Stopwatch.processorSeconds {
      for _ in 0..<blocks { reference_voices_render(reference, &out, Int32(block)) }
    }
    return spent / seconds
  }
}
