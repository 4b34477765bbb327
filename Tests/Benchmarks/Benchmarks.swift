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
    if list { return print(chosen.map(\.name).joined(separator: "\n")) }
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
    [
      Section(name: "mapping") { try MappingBenchmark(peers: peers).rows() },
      Section(name: "keyboard") { try KeyboardBenchmark().rows() },
      Section(name: "reference voice, C") { try ReferenceVoiceBenchmark().rows() },
      Section(name: "reference voice, FluidSynth") { try VoiceBenchmark(peers: peers).rows() },
      Section(name: "reference voice, Csound and Faust") { try PeerVoicesBenchmark(peers: peers).rows() },
      Section(name: "full voice, amsynth") { try AmsynthBenchmark(peers: peers).rows() },
      Section(name: "parts") { try PartsBenchmark(peers: peers).rows() },
      Section(name: "sampled sounds") { try SampledBenchmark(peers: peers).rows() },
      Section(name: "loudness") { try LoudnessBenchmark(peers: peers).rows() },
      Section(name: "commands") { try CommandBenchmark().rows() },
      Section(name: "scenes") { [try SceneBenchmark().row()] },
      Section(name: "set lists") { try SetListBenchmark().rows() },
      Section(name: "load") { try LoadBenchmark(peers: peers).rows() },
      Section(name: "journal") { try JournalBenchmark().rows() },
      Section(name: "idle") { try IdleBenchmark().rows() },
      Section(name: "aliasing") { try AliasingBenchmark(peers: peers, picture: picture).rows() },
      Section(name: "underruns") { try UnderrunBenchmark(peers: peers, seconds: seconds).rows() },
      Section(name: "timing, rendered") { try OnsetBenchmark(peers: peers).rows() },
      Section(name: "timing, live") {
        try TimingBenchmark().rows() + OnsetBenchmark(peers: peers).liveRows()
      },
      Section(name: "start") { try StartBenchmark(peers: peers).rows() },
      Section(name: "panel") { try PanelBenchmark(seconds: seconds).rows() },
      Section(name: "panel, socket") { try SocketBenchmark().rows() },
      Section(name: "waveform") { WaveformBenchmark().rows() },
      Section(name: "motion") { try MotionBenchmark().rows() },
      Section(name: "face") { try FaceBenchmark(peers: peers).rows() },
      Section(name: "Csound engine") { try csoundRows(peers) },
      Section(name: "Faust engine") { try FaustEngineBenchmark(peers: peers).rows() },
    ]
  }

  private func csoundRows(_ peers: Peers) throws -> [Table.Row] {
    return peers.csound == nil ? [] : try Machine.pinned { try CsoundBenchmark().rows() }
  }
}
