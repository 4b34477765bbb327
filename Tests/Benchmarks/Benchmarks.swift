import Foundation

/// Measures Spinet beside its peers, in one run: figures and ratios, not limits.
@main struct Benchmarks {
  static func main() throws {
    try Spinet.build()
    let peers = Peers()
    print(Machine.description)
    var table = Table(columns: ["work", "spinet", "peer", "ratio"])
    for row in try MappingBenchmark().rows() { table.add(row) }
    for row in try KeyboardBenchmark().rows() { table.add(row) }
    for row in try ReferenceVoiceBenchmark().rows() { table.add(row) }
    for row in try FullVoiceBenchmark().rows() { table.add(row) }
    for row in try VoiceBenchmark(peers: peers).rows() { table.add(row) }
    for row in try TimingBenchmark().rows() { table.add(row) }
    for row in try StartBenchmark(peers: peers).rows() { table.add(row) }
    print(table.text)
    for name in peers.missing { print("skipped \(name): it could not be installed") }
  }
}
