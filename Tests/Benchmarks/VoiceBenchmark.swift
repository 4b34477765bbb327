import Foundation
import MIDI

/// What a sounding voice costs: the slope between a chord of few notes and one of many, so that start-up
/// and effects fall out. Spinet's reference patch beside FluidSynth dry, the same MIDI file, in turn.
struct VoiceBenchmark {
  let peers: Peers
  private let few = 8
  private let many = 56
  private let seconds = 30.0
  private let rounds = 5

  init(peers: Peers) { self.peers = peers }

  func rows() throws -> [Table.Row] {
    let folder = NSTemporaryDirectory() + "spinet-benchmark-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for notes in [few, many] { try chord(notes).write(to: URL(fileURLWithPath: "\(folder)/\(notes).mid")) }
    var spinet: [Double] = []
    var fluid: [Double] = []
    for _ in 0..<rounds {
      spinet.append(
        try slope {
          [
            "\(Spinet.path)", "render", "\(folder)/\($0).mid", "reference", "-o", "\(folder)/s.wav",
            "--period", "64", "--tail", "0",
          ]
        })
      if let program = peers.fluidSynth {
        fluid.append(try slope { fluidWords(program, "\(folder)/\($0).mid", folder) })
      }
    }
    let ratio = fluid.isEmpty ? "" : (spinet.median / fluid.median).short
    return [
      Table.Row(
        work: "a second of a voice, reference patch beside FluidSynth dry",
        spinet: "\(spinet.median.short) CPU s",
        peer: fluid.isEmpty ? "not here" : "\(fluid.median.short) CPU s", ratio: ratio)
    ]
  }

  private func fluidWords(_ program: String, _ song: String, _ folder: String) -> [String] {
    [
      program, "-ni", "-R", "0", "-C", "0", "-r", "48000", "-o", "synth.polyphony=1024", "-T", "raw", "-O",
      "float",
      "-F", "\(folder)/f.raw", peers.soundFont, song,
    ]
  }

  /// Processor seconds per voice and second.
  private func slope(_ words: (Int) -> [String]) throws -> Double {
    let small = try Run(words(few)).processorSeconds
    let large = try Run(words(many)).processorSeconds
    return (large - small) / (Double(many - few) * seconds)
  }

  /// Notes from key 36 on, held together, on an organ program: one voice a note in FluidSynth too. At the
  /// file's default tempo a second is 960 ticks.
  private func chord(_ notes: Int) -> Data {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Channel(status: 0)
    let keys = (0..<notes).map { UInt8(36 + $0) }
    let on = keys.map { Event(tick: 0, .message(.noteOn(channel, key: $0, velocity: 80))) }
    let end = UInt32(seconds * 960)
    let off = keys.map { Event(tick: end, .message(.noteOff(channel, key: $0, velocity: 64))) }
    let program = Event(tick: 0, .message(.programChange(channel, program: 16)))
    return Data(StandardMIDIFile.bytes(tracks: [[program] + on + off]))
  }
}
