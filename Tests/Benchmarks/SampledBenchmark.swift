import Foundation

/// What sampled sounds cost beside FluidSynth and sfizz: a voice with and without a filter, parts of one font, songs, and
/// loading.
struct SampledBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let wave = scratch.file("wave.wav")
    try Self.wave.write(to: URL(fileURLWithPath: wave))
    return try voices(scratch) + [
      parts("16 parts of one font for 50 s, beside FluidSynth's 16 channels", seconds: 50, scratch),
      parts("16 parts of one font for 1 s: loading it, beside FluidSynth", seconds: 1, scratch),
      parts(
        "16 parts of our own for 50 s, beside FluidSynth's 16 channels", seconds: 50, font: "none", scratch),
    ] + songs(scratch) + [library(regions: 20_000, scratch)]
  }

  private func voices(_ scratch: Scratch) throws -> [Table.Row] {
    let files = try [
      file("plain", "", scratch),
      file("filtered", "cutoff=2000 resonance=6 ampeg_decay=2 ampeg_sustain=60", scratch),
    ]
    let sfizz = try sfizz(scratch)
    var entrants = files.map { ChordRace.spinet($0, in: scratch) }
    if let sfizz {
      entrants += files.map { file in { notes, seconds in sfizz.words(file, notes: notes, seconds: seconds) }
      }
    }
    if let program = peers.fluidSynth { entrants.append(fluidSynth(program, scratch)) }
    let costs = try ChordRace().run(entrants)
    let font = peers.fluidSynth == nil ? nil : costs.last
    let name = "a voice of the sampler"
    return [
      Table.Row("\(name) without a filter, beside FluidSynth's", costs[0], font),
      Table.Row("\(name) with filter and envelope, beside FluidSynth's", costs[1], font),
      Table.Row("\(name) without a filter, beside sfizz's", costs[0], sfizz == nil ? nil : costs[2]),
      Table.Row("\(name) with filter and envelope, beside sfizz's", costs[1], sfizz == nil ? nil : costs[3]),
    ]
  }

  /// sfizz, if it plays.
  private func sfizz(_ scratch: Scratch) throws -> SFZPeer? {
    let peer = try SFZPeer(in: scratch)
    let words = peer.words(scratch.file("plain.sfz"), notes: 1, seconds: 0)
    if (try? Run(words).succeed()) != nil { return peer }
    peers.skip("sfizz", because: "Python's package pysfizz could not be had")
    return nil
  }

  // MARK: Songs

  /// A public song with all its programs and drums, by a font and by our own sounds, both beside FluidSynth.
  private func songs(_ scratch: Scratch) throws -> [Table.Row] {
    guard let song = peers.song else { return [] }
    let peer = peers.fluidSynth.map { fluidSynth($0, song, scratch) }
    let seconds = try peer.map(median)
    let (font, own) = (gm(song, peers.soundFont, scratch), gm(song, "none", scratch))
    let memory = try PeakMemory(of: font)
    let peerMemory = try peer.map(PeakMemory.init)
    return try [
      Table.Row("a song by a font, beside FluidSynth", median(font), seconds),
      Table.Row("a song by our own sounds, beside FluidSynth", median(own), seconds),
      Table.Row(
        "the memory of a song by a font, with programs and libraries, beside FluidSynth",
        memory.resident / 1e6, peerMemory.map { $0.resident / 1e6 }, unit: "MB"),
      Table.Row(
        "what it allocates, beside FluidSynth", memory.allocated / 1e6,
        peerMemory.map { $0.allocated / 1e6 }, unit: "MB"),
    ]
  }

  private func gm(_ song: String, _ font: String, _ scratch: Scratch) -> [String] {
    [
      Spinet.path, "render", song, "--parts", "gm", "--font", font, "--replace", "-o",
      scratch.file("own.wav"), "--tail", "0", "--cores", "1",
    ]
  }

  private func fluidSynth(_ program: String, _ song: String, _ scratch: Scratch) -> [String] {
    [
      program, "-ni", "-r", "48000", "-T", "wav", "-F", scratch.file("peer.wav"), peers.soundFont, song,
    ]
  }

  /// Both with their effects, as people render.
  private func parts(
    _ work: String, seconds: Int, font: String? = nil, _ scratch: Scratch
  ) throws -> Table.Row {
    let song = scratch.file("parts-\(seconds).mid")
    try ChordRace.song(64, seconds, channels: 16, program: 16).write(to: URL(fileURLWithPath: song))
    let peer = try peers.fluidSynth.map { try median(fluidSynth($0, song, scratch)) }
    return try Table.Row(work, median(gm(song, font ?? peers.soundFont, scratch)), peer)
  }

  private func median(_ words: [String]) throws -> Double {
    try (0..<5).map { _ in try Run(words).succeed().processorSeconds }.median
  }

  // MARK: SFZ files

  /// What a file of many regions of one recording takes longer than one of a single region, each with a key and a velocity
  /// of its own.
  private func library(regions: Int, _ scratch: Scratch) throws -> Table.Row {
    let (path, plain) = (scratch.file("library.sfz"), scratch.file("plain.sfz"))
    let lines = (0..<regions).map {
      "<region> sample=wave.wav key=\($0 % 128) lovel=\($0 / 128 % 127 + 1) hivel=\($0 / 128 % 127 + 1)"
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let song = scratch.file("note.mid")
    try ChordRace.song(1, 1, program: 0).write(to: URL(fileURLWithPath: song))
    func own(_ file: String) -> [String] {
      [Spinet.path, "render", song, file, "--replace", "-o", scratch.file("own.wav"), "--tail", "0"]
    }
    let peer = try sfizz(scratch)
    func theirs(_ file: String) -> [String]? { peer?.words(file, notes: 1, seconds: 1) }
    let work = "to load an SFZ file of \(regions) regions, beside sfizz"
    guard let many = theirs(path), let one = theirs(plain) else {
      return try Table.Row(work, median(own(path)) - median(own(plain)), nil)
    }
    return try Table.Row(work, median(own(path)) - median(own(plain)), median(many) - median(one))
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
