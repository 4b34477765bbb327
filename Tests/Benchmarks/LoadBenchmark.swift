/// Whether cost follows the number of voices, and how little it follows the size of blocks.
struct LoadBenchmark {
  let peers: Peers
  private let rounds = 5
  private let seconds = 1.0
  private let blocks = [16, 64, 256, 1024]

  init(peers: Peers) { self.peers = peers }

  func rows() throws -> [Table.Row] {
    try Machine.pinned {
      try ["reference", "full"].compactMap(peers.patch).flatMap { patch in
        [try voicesRow(patch), try blocksRow(patch)]
      }
    }
  }

  /// One voice costs what eight do: the line begins at 16.
  private func voicesRow(_ name: String) throws -> Table.Row {
    let counts = [1, 16, 64, 256, 1024, 4096].filter { $0 <= SoundingSynth.capacity }
    let costs = try loads(name, counts.map { (voices: $0, block: 64) })
    let line = Line(from: (Double(counts[1]), costs[1]), to: (Double(counts.last ?? 0), costs.last ?? 0))
    let apart = zip(counts, costs).dropFirst().map { abs($1 / line.value(at: Double($0)) - 1) }.max() ?? 0
    return Table.Row(
      work: "\(text(counts)) voices of the patch \(name), % of a core; at most so far from a line",
      spinet: "\(percent(costs)) (\((apart * 100).short) %)")
  }

  private func blocksRow(_ name: String) throws -> Table.Row {
    let costs = try loads(name, blocks.map { (voices: SoundingSynth.capacity, block: $0) })
    let apart = (costs.max() ?? 0) / (costs.min() ?? 1) - 1
    return Table.Row(
      work:
        "\(SoundingSynth.capacity) of them in blocks of \(text(blocks)), % of a core; at most so far apart",
      spinet: "\(percent(costs)) (\((apart * 100).short) %)")
  }

  private struct Line {
    let from: (Double, Double)
    let to: (Double, Double)
    func value(at x: Double) -> Double {
      from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0)
    }
  }

  /// Processor seconds per second: the medians of rounds in which all take their turn.
  private func loads(_ patch: String, _ cases: [(voices: Int, block: Int)]) throws -> [Double] {
    let text = try Spinet.patchText(patch)
    var costs = [[Double]](repeating: [], count: cases.count)
    for _ in 0..<rounds {
      for (index, one) in cases.enumerated() {
        costs[index].append(try load(text, voices: one.voices, block: one.block))
      }
    }
    return costs.map(\.median)
  }

  private func load(_ patch: String, voices: Int, block: Int) throws -> Double {
    let synth = try SoundingSynth(patch: patch, block: block)
    synth.start(voices: voices)
    let turns = Int(seconds * synth.framesPerSecond) / block
    for _ in 0..<turns / 10 { synth.render() }
    return Stopwatch.processorSeconds { for _ in 0..<turns { synth.render() } } / seconds
  }

  private func text(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
  private func percent(_ shares: [Double]) -> String {
    shares.map { ($0 * 100).short }.joined(separator: ", ")
  }
}
