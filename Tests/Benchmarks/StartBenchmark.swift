/// From nothing to ready, and how much memory it then holds; FluidSynth beside it from nothing to its prompt.
struct StartBenchmark {
  let peers: Peers

  private struct Start {
    let milliseconds: Double
    let megabytes: Double

    init(_ words: [String], until sign: String) throws {
      let program = try LiveProgram(words)
      milliseconds = program.wait(for: sign) * 1000
      megabytes = program.residentMegabytes
    }
  }

  func rows() throws -> [Table.Row] {
    var spinet: [Start] = []
    var fluid: [Start] = []
    for _ in 0..<7 {
      spinet.append(try Start(Spinet.playing(), until: "ready"))
      guard let program = peers.fluidSynth else { continue }
      let words = [program, "-n", "-a", "file", "-o", "audio.file.name=/dev/null", peers.soundFont]
      fluid.append(try Start(words, until: ">"))
    }
    return [
      row("start-up to ready", spinet.map(\.milliseconds), fluid.map(\.milliseconds), "ms"),
      row("resident when ready", spinet.map(\.megabytes), fluid.map(\.megabytes), "MB"),
    ]
  }

  private func row(_ work: String, _ spinet: [Double], _ fluid: [Double], _ unit: String) -> Table.Row {
    let peer = fluid.isEmpty ? nil : fluid.median
    return Table.Row("\(work), beside FluidSynth", spinet.median, peer, unit: unit)
  }
}
