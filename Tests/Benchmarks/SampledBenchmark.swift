import Foundation

/// What sampled sounds cost beside FluidSynth: a voice with and without a filter, sixteen parts of one font, and loading it.
struct SampledBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let wave = scratch.file("wave.wav")
    try Self.wave.write(to: URL(fileURLWithPath: wave))
    var entrants = [
      ChordRace.spinet(try file("plain", "", scratch), in: scratch),
      ChordRace.spinet(
        try file("filtered", "cutoff=2000 resonance=6 ampeg_decay=2 ampeg_sustain=60", scratch), in: scratch),
    ]
    if let program = peers.fluidSynth { entrants.append(fluidSynth(program, scratch)) }
    let costs = try ChordRace().run(entrants)
    let peer = costs.count > 2 ? costs[2] : nil
    return try [
      Table.Row("a voice of the sampler without a filter, beside FluidSynth's", costs[0], peer),
      Table.Row("a voice of the sampler with filter and envelope, beside FluidSynth's", costs[1], peer),
      parts("16 parts of one font for 50 s, beside FluidSynth's 16 channels", seconds: 50, scratch),
      parts("16 parts of one font for 1 s: loading it, beside FluidSynth", seconds: 1, scratch),
      parts(
        "16 parts of our own for 50 s, beside FluidSynth's 16 channels", seconds: 50, font: "none", scratch),
      library("an SFZ file of 20,000 regions, to ready", regions: 20_000, scratch),
    ]
  }

  /// Regions of one recording, each with a key and a velocity of its own.
  private func library(_ work: String, regions: Int, _ scratch: Scratch) throws -> Table.Row {
    let path = scratch.file("library.sfz")
    let lines = (0..<regions).map {
      "<region> sample=wave.wav key=\($0 % 128) lovel=\($0 / 128 % 127 + 1) hivel=\($0 / 128 % 127 + 1)"
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let song = scratch.file("note.mid")
    try ChordRace.song(1, 1, program: 0).write(to: URL(fileURLWithPath: song))
    let seconds = try median([
      Spinet.path, "render", song, path, "--replace", "-o", scratch.file("own.wav"), "--tail", "0",
    ])
    return Table.Row(work: work, spinet: "\(seconds.short) CPU s")
  }

  private func file(_ name: String, _ opcodes: String, _ scratch: Scratch) throws -> String {
    let path = scratch.file("\(name).sfz")
    let text =
      "<region> sample=wave.wav lokey=0 hikey=127 pitch_keycenter=60 loop_mode=loop_continuous \(opcodes)\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// An organ, whose voices sound to the end.
  private func fluidSynth(_ program: String, _ scratch: Scratch) -> ChordRace.Entrant {
    { notes, seconds in
      let song = scratch.file("organ-\(notes).mid")
      try ChordRace.song(notes, seconds, program: 16).write(to: URL(fileURLWithPath: song))
      return [program] + ChordRace.dryFluidSynth(peers.soundFont, song, in: scratch)
    }
  }

  /// Both with their effects, as people render.
  private func parts(
    _ work: String, seconds: Int, font: String? = nil, _ scratch: Scratch
  ) throws -> Table.Row {
    let song = scratch.file("parts-\(seconds).mid")
    try ChordRace.song(64, seconds, channels: 16, program: 16).write(to: URL(fileURLWithPath: song))
    let own = try median([
      Spinet.path, "render", song, "--parts", "gm", "--font", font ?? peers.soundFont, "--replace",
      "-o", scratch.file("own.wav"), "--tail", "0", "--cores", "1",
    ])
    let peer = try peers.fluidSynth.map { program in
      try median([
        program, "-ni", "-r", "48000", "-T", "wav", "-F", scratch.file("peer.wav"), peers.soundFont, song,
      ])
    }
    return Table.Row(work, own, peer)
  }

  private func median(_ words: [String]) throws -> Double {
    try (0..<5).map { _ in try Run(words).succeed().processorSeconds }.median
  }

  /// A second of a saw of 262 Hz as a WAV file of 16 bits.
  private static var wave: Data {
    var samples = Data()
    for frame in 0..<48_000 {
      let phase = (Double(frame) * 261.6255 / 48_000).truncatingRemainder(dividingBy: 1)
      let word = UInt16(bitPattern: Int16((phase - 0.5) * 16_000))
      samples.append(contentsOf: [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)])
    }
    func words(_ number: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format = words(1, 2) + words(1, 2) + words(48_000, 4) + words(96_000, 4) + words(2, 2) + words(16, 2)
    let head =
      Array("RIFF".utf8) + words(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + words(16, 4) + format
      + Array("data".utf8) + words(samples.count, 4)
    return Data(head) + samples
  }
}
