/// A second of the reference voice beside the same voice in Csound and in Faust, where the filter moves with every
/// sample as Faust's own envelopes do, and where the host moves it once a block.
struct PeerVoicesBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let others = try entrants(scratch)
    let costs = try ChordRace().run([ChordRace.spinet("reference", in: scratch)] + others.map(\.play))
    return zip(others, costs.dropFirst()).map { other, cost in
      Table.Row("a second of the reference voice, beside \(other.name)", costs[0], cost)
    }
  }

  private func entrants(_ scratch: Scratch) throws -> [(name: String, play: ChordRace.Entrant)] {
    var entrants: [(name: String, play: ChordRace.Entrant)] = []
    if let csound = peers.csound { entrants.append(("Csound", { csoundWords(csound, $0, $1) })) }
    for (name, voice) in [("Faust", "voice"), ("Faust, filter moved once a block", "voice-by-block")] {
      guard let program = try FaustProgram(voice, peers: peers, in: scratch) else { continue }
      entrants.append((name, { [program.path, "\($0)", "\($1)"] }))
    }
    return entrants
  }

  private func csoundWords(_ csound: String, _ notes: Int, _ seconds: Int) -> [String] {
    let macros = ["--omacro:VOICES=\(notes)", "--omacro:SECONDS=\(seconds)", "--smacro:SECONDS=\(seconds)"]
    return [csound, "-d", "-m0", "-n"] + macros + [PeerVoices.path("voice.csd")]
  }
}
