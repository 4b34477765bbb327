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
    try self.song.write(to: URL(fileURLWithPath: song))
    let wave = scratch.file("spinet.wav")
    try Run([Spinet.path, "render", song, "reference", "--replace", "-o", wave, "--period", "64"]).succeed()
    let spinet = try spread([sox, wave], scratch)
    let fluid = try peers.fluidSynth.map { program in
      let raw = scratch.file("fluid.raw")
      let options = ["-ni", "-R", "0", "-C", "0", "-r", "48000", "-T", "raw", "-O", "float", "-F", raw]
      try Run([program] + options + [peers.soundFont, song]).succeed()
      return try spread(
        [sox, "-t", "raw", "-e", "float", "-b", "32", "-r", "48000", "-c", "2", raw], scratch)
    }
    return [
      Table.Row(
        "spread of onsets against the file's times, \(notes) notes rendered, beside FluidSynth", spinet,
        fluid,
        unit: "frames")
    ]
  }

  /// At the file's default tempo a tick is fifty frames, so that the notes fall on every place of a grid of 64.
  private var ticks: [Int] { (0..<notes).map { 960 + $0 * 1920 + $0 * 7 % 31 } }

  private var song: Data {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Channel(status: 0)
    let events = ticks.flatMap { tick in
      [
        Event(tick: UInt32(tick), .message(.noteOn(channel, key: 60, velocity: 100))),
        Event(tick: UInt32(tick + 96), .message(.noteOff(channel, key: 60, velocity: 64))),
      ]
    }
    let program = Event(tick: 0, .message(.programChange(channel, program: 16)))
    return Data(StandardMIDIFile.bytes(tracks: [[program] + events]))
  }

  /// The difference between the note that falls the latest after its time and the one that falls the earliest.
  ///
  /// - Parameter source: SoX and what it is to read.
  private func spread(_ source: [String], _ scratch: Scratch) throws -> Double {
    let raw = scratch.file("left.raw")
    try Run(source + ["-t", "raw", "-e", "float", "-b", "32", "-c", "1", raw, "remix", "1"]).succeed()
    let onsets = onsets(in: try RawSound.read(raw))
    guard onsets.count == notes else {
      throw Run.Failure(description: "\(onsets.count) onsets were found of \(notes)")
    }
    let late = zip(onsets, ticks).map { $0 - $1 * framesPerTick }
    return Double((late.max() ?? 0) - (late.min() ?? 0))
  }

  /// Where sound follows a tenth of a second without.
  private func onsets(in samples: [Float]) -> [Int] {
    var silent = 0
    return samples.indices.filter { index in
      let isSound = abs(samples[index]) > 1e-6
      defer { silent = isSound ? 0 : silent + 1 }
      return isSound && silent > 4800
    }
  }
}
