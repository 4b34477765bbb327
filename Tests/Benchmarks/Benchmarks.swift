import ArgumentParser
import Foundation

/// Measures Spinet beside its peers, in one run: figures and ratios, not limits.
@main struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks", abstract: "Measure Spinet beside its peers.")

  @Argument(help: "Measures only what has one of these in its name.")
  var parts: [String] = []

  @Option(help: ArgumentHelp("How long each live measurement lasts.", valueName: "seconds"))
  var seconds: Double = 20

  @Option(help: ArgumentHelp("Where to draw the spectrum of a sweep, as PNG.", valueName: "file"))
  var picture: String?

  @Flag(help: "Print the names of what can be measured.")
  var list = false

  func run() throws {
    let peers = Peers()
    let chosen = sections(peers).filter { section in
      parts.isEmpty || parts.contains { section.name.contains($0) }
    }
    if list { return chosen.forEach { print($0.name) } }
    try Spinet.build()
    print(Machine.description)
    var table = Table(columns: ["work", "spinet", "peer", "ratio"])
    for section in chosen {
      for row in try section.rows() { table.add(row) }
    }
    print(table.text)
    for name in peers.missing { print("skipped \(name)") }
  }

  private func sections(_ peers: Peers) -> [Section] {
    var sections = standing(peers)
    #if Csound
      sections.append(Section(name: "Csound engine") { try CsoundBenchmark().rows() })
    #endif
    return sections
  }

  private func standing(_ peers: Peers) -> [Section] {
    [
      Section(name: "mapping") { try MappingBenchmark().rows() },
      Section(name: "keyboard") { try KeyboardBenchmark().rows() },
      Section(name: "reference voice, C") { try ReferenceVoiceBenchmark().rows() },
      Section(name: "reference voice, FluidSynth") { try VoiceBenchmark(peers: peers).rows() },
      Section(name: "reference voice, Csound and Faust") { try PeerVoicesBenchmark(peers: peers).rows() },
      Section(name: "full voice, amsynth") { try FullVoiceBenchmark(peers: peers).rows() },
      Section(name: "load") { try LoadBenchmark(peers: peers).rows() },
      Section(name: "idle") { try IdleBenchmark().rows() },
      Section(name: "aliasing") { try AliasingBenchmark(peers: peers, picture: picture).rows() },
      Section(name: "timing") { try TimingBenchmark().rows() },
      Section(name: "start") { try StartBenchmark(peers: peers).rows() },
    ]
  }
}
