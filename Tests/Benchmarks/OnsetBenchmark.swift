import Foundation
import SpinetMIDI
import SpinetMIDIFile

/// Where notes begin in a rendered song against the times in its file, beside FluidSynth, which begins them on its grid
/// of 64 frames.
struct OnsetBenchmark {
  let peers: Peers
  private let notes = 40
  private let framesPerTick = 50

  init(peers: Peers) { self.peers = peers }

  func rows() throws -> [Table.Row] {
    guard let sox = peers.sox else { return [] }
    let scratch = try Scratch()
    let song = scratch.file("onsets.mid")
    try write(rendered, to: song)
    let wave = scratch.file("spinet.wav")
    try Run([Spinet.path, "render", song, "reference", "--replace", "-o", wave, "--period", "64"]).succeed()
    let spinet = try spread([sox, wave], of: rendered, scratch)
    let fluid = try peers.fluidSynth.map { program in
      let raw = scratch.file("fluid.raw")
      let options = ["-ni", "-R", "0", "-C", "0", "-r", "48000", "-T", "raw", "-O", "float", "-F", raw]
      try Run([program] + options + [peers.soundFont, song]).succeed()
      return try spread(
        [sox, "-t", "raw", "-e", "float", "-b", "32", "-r", "48000", "-c", "2", raw], of: rendered, scratch)
    }
    return [
      Table.Row(
        "spread of onsets against the file's times, \(notes) notes rendered, beside FluidSynth", spinet,
        fluid,
        unit: "frames")
    ]
  }

  /// The same of a song that is played live, on a clock without a card, into a recording.
  func liveRows() throws -> [Table.Row] {
    guard let sox = peers.sox else { return [] }
    let scratch = try Scratch()
    let (song, patch, wave) = (
      scratch.file("live.mid"), scratch.file("click.yaml"), scratch.file("live.wav")
    )
    try write(live, to: song)
    try Self.click.write(toFile: patch, atomically: true, encoding: .utf8)
    let seconds = "\(live.last.map { $0 / 960 + 3 } ?? 0)"
    let words = [song, patch, "--pcm", "none", "--journal", "none", "--record", wave, "--duration", seconds]
    try Run(Spinet.playing(words)).succeed()
    let spread = try spread([sox, wave], of: live, above: 1e-3, scratch)
    return [
      Table.Row(
        work: "spread of onsets against the file's times, \(notes) notes of a song live",
        spinet: "\(spread.short) frames")
    ]
  }

  /// Short, and without what rings.
  private static let click = """
    amp: {attack: 0.001, decay: 0.01, sustain: 1, release: 0.005, velocity: 0}
    chorus: {mix: 0}
    delay: {mix: 0}
    reverb: {mix: 0}

    """

  /// At the file's default tempo a tick is fifty frames, so that the notes fall on every place of a grid of 64.
  private var rendered: [Int] { (0..<notes).map { 960 + $0 * 1920 + $0 * 7 % 31 } }
  private var live: [Int] { (0..<notes).map { 960 + $0 * 240 + $0 * 7 % 31 } }

  private func write(_ ticks: [Int], to file: String) throws {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Channel(status: 0)
    let events = ticks.flatMap { tick in
      [
        Event(tick: UInt32(tick), .message(.noteOn(channel, key: 60, velocity: 100))),
        Event(tick: UInt32(tick + 48), .message(.noteOff(channel, key: 60, velocity: 64))),
      ]
    }
    let program = Event(tick: 0, .message(.programChange(channel, program: 16)))
    let bytes = StandardMIDIFile.bytes(tracks: [[program] + events])
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  /// The difference between the note that falls the latest after its time and the one that falls the earliest.
  ///
  /// - Parameters:
  ///   - source: SoX and what it is to read.
  ///   - level: what is sound. A release takes a fifth of a second to fall to a millionth.
  private func spread(
    _ source: [String], of ticks: [Int], above level: Float = 1e-6, _ scratch: Scratch
  ) throws -> Double {
    let raw = scratch.file("left.raw")
    try Run(source + ["-t", "raw", "-e", "float", "-b", "32", "-c", "1", raw, "remix", "1"]).succeed()
    let onsets = onsets(in: try RawSound.read(raw), above: level)
    guard onsets.count == notes else {
      throw Run.Failure(description: "\(onsets.count) onsets were found of \(notes)")
    }
    let late = zip(onsets, ticks).map { $0 - $1 * framesPerTick }
    return Double((late.max() ?? 0) - (late.min() ?? 0))
  }

  /// Where sound follows a tenth of a second without.
  private func onsets(in samples: [Float], above level: Float) -> [Int] {
    var silent = 0
    return samples.indices.filter { index in
      let isSound = abs(samples[index]) > level
      defer { silent = isSound ? 0 : silent + 1 }
      return isSound && silent > 4800
    }
  }
}
