/// Whether cost follows the number of voices, how little it follows the size of blocks, and how many voices a processor
/// can play.
struct LoadBenchmark {
  let peers: Peers
  private let rounds = 5
  private let counts = [1, 16, 64, 256, 1024, 2048]
  private let blocks = [16, 64, 256, 1024]
  private let voicesInBlocks = 256

  init(peers: Peers) { self.peers = peers }

  func rows() throws -> [Table.Row] {
    try Machine.pinned {
      try ["reference", "full"].compactMap(peers.patch).flatMap { patch in
        try voicesRows(patch) + [try blocksRow(patch)]
      }
    }
  }

  /// The line begins at 16, for one voice costs what eight do.
  private func voicesRows(_ patch: String) throws -> [Table.Row] {
    let costs = try loads(patch, counts.map { (voices: $0, block: 64) })
    let points = zip(counts, costs).dropFirst().map { (voices: Double($0), cost: $1) }
    let (first, last) = (points[0], points[points.count - 1])
    let slope = (last.cost - first.cost) / (last.voices - first.voices)
    let apart = points.map { abs((first.cost + slope * ($0.voices - first.voices)) / $0.cost - 1) }
    return [
      Table.Row(
        work: "the patch \(patch): \(text(counts)) voices, % of a core", spinet: percent(costs)),
      Table.Row(
        work: "the patch \(patch): farthest from a line", spinet: "\(((apart.max() ?? 0) * 100).short) %"),
      Table.Row(work: "the patch \(patch): voices in real time on a core", spinet: "\(Int(1 / slope))"),
    ]
  }

  private func blocksRow(_ patch: String) throws -> Table.Row {
    let costs = try loads(patch, blocks.map { (voices: voicesInBlocks, block: $0) })
    let apart = (costs.max() ?? 0) / (costs.min() ?? 1) - 1
    return Table.Row(
      work:
        "the patch \(patch): \(voicesInBlocks) voices in blocks of \(text(blocks)), % of a core; farthest apart",
      spinet: "\(percent(costs)); \((apart * 100).short) %")
  }

  /// Processor seconds per second: the medians of rounds in which all take their turn.
  private func loads(_ patch: String, _ cases: [(voices: Int, block: Int)]) throws -> [Double] {
    var costs = [[Double]](repeating: [], count: cases.count)
    for _ in 0..<rounds {
      for (index, one) in cases.enumerated() {
        let cost = try VoiceCost.ofChord(patch: patch, voices: one.voices, block: one.block, seconds: 1)
        costs[index].append(cost)
      }
    }
    return costs.map(\.median)
  }

  private func text(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
  private func percent(_ shares: [Double]) -> String {
    shares.map { ($0 * 100).short }.joined(separator: ", ")
  }
}
