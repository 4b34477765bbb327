import Foundation

/// A second of the reference voice beside one of FluidSynth's, dry, on an organ program: one sample a note.
struct VoiceBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let peer = peers.fluidSynth.map { playing($0, in: scratch) }
    let entrants = [ChordRace.spinet("reference", in: scratch)] + [peer].compactMap { $0 }
    let costs = try ChordRace(many: 200, seconds: 40).run(entrants)
    return [
      Table.Row(
        "a second of a voice, reference patch beside FluidSynth dry", costs[0], costs.dropFirst().first)
    ]
  }

  private func playing(_ program: String, in scratch: Scratch) -> ChordRace.Entrant {
    { notes, seconds in
      let song = scratch.file("\(notes)-organ.mid")
      try ChordRace.song(notes, seconds, program: 16).write(to: URL(fileURLWithPath: song))
      return [program] + ChordRace.dryFluidSynth(peers.soundFont, song, in: scratch)
    }
  }
}
