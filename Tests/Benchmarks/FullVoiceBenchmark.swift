import Foundation

/// A patch that uses everything a voice has: how many in real time on one core, whether a voice costs the same among
/// few and among many, and in blocks of any size; and what an engine costs that plays nothing.
struct FullVoiceBenchmark {
  private let rounds = 5

  func rows() throws -> [Table.Row] {
    var costs: [Double] = []
    var growth: [Double] = []
    var blocks: [Double] = []
    for _ in 0..<rounds {
      costs.append(try VoiceCost.ofVoice(patch: "full"))
      let (few, many) = (try chord(256), try chord(2_048))
      growth.append(many / few / 8)
      blocks.append(try chord(256, block: 16) / chord(256, block: 1_024))
    }
    return [
      Table.Row(
        work: "a second of a full voice: unisons, ladder, LFOs, matrix", spinet: "\(costs.median.short) CPU s"
      ),
      Table.Row(work: "full voices in real time on one core", spinet: "\(Int(1 / costs.median))"),
      Table.Row(work: "cost of a voice among 2,048 against among 256", spinet: growth.median.short),
      Table.Row(work: "cost in blocks of 16 against blocks of 1,024", spinet: blocks.median.short),
      Table.Row(
        work: "an engine that plays nothing",
        spinet: "\((try VoiceCost.ofChord(patch: "full", voices: 0, seconds: 60) * 100).short) %"),
    ]
  }

  private func chord(_ voices: Int, block: Int = 64) throws -> Double {
    try VoiceCost.ofChord(patch: "full", voices: voices, block: block, seconds: 1)
  }
}
