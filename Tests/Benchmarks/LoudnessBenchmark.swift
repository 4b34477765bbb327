import Foundation
import Listening
import SpinetDevices
import SpinetMIDI
import SpinetMIDIFile
import SpinetStage
import SystemPackage

/// How loud Spinet's own sounds are beside a font's, program by program of General MIDI, with the same phrase.
struct LoudnessBenchmark {
  let peers: Peers

  /// The last eight families, from Sitar on, hold sound effects too, which have no loudness to be matched.
  private static let programs = 1...112

  func rows() throws -> [Table.Row] {
    guard peers.fluidSynth != nil else { return [] }
    let scratch = try Scratch()
    let differences = try Self.programs.map { try difference(of: $0, scratch) }
    let near = differences.filter { abs($0) <= 3 }.count
    return [
      Table.Row(
        work: "our own programs within 3 dB of \(peers.soundFont)", spinet: "\(near)",
        peer: "\(differences.count)", ratio: (Double(near) / Double(differences.count)).short),
      Table.Row(
        work: "how much louder they are than the font, the median",
        spinet: String(format: "%.1f dB", differences.median),
        peer: "0 dB", ratio: pow(10, differences.median / 20).short),
    ]
  }

  /// Decibels by which the own sound is louder. Prints the pair.
  private func difference(of program: Int, _ scratch: Scratch) throws -> Double {
    let song = scratch.file("phrase.mid")
    try Self.phrase(program: UInt8(program - 1)).write(to: URL(fileURLWithPath: song))
    let own = try loudness(song, font: "none", scratch)
    let font = try loudness(song, font: peers.soundFont, scratch)
    let name = GeneralMIDI.names[program - 1]
    print(String(format: "%3d %5.1f %5.1f LUFS %5.1f dB  ", program, own, font, own - font) + name)
    return own - font
  }

  private func loudness(_ song: String, font: String, _ scratch: Scratch) throws -> Double {
    let file = scratch.file("phrase.wav")
    try Run([Spinet.path, "render", song, "--parts", "gm", "--font", font, "--replace", "-o", file]).succeed()
    let sound = try SoundFileChannels(path: FilePath(file)).samples
    return Loudness.integrated(sound[0], sound[1])
  }

  /// A scale, then four chords; a second is 960 ticks.
  private static func phrase(program: UInt8) -> Data {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Channel(status: 0)
    func note(_ key: UInt8, at start: UInt32, for length: UInt32) -> [Event] {
      [
        Event(tick: start, .message(.noteOn(channel, key: key, velocity: 90))),
        Event(tick: start + length, .message(.noteOff(channel, key: key, velocity: 64))),
      ]
    }
    let scale = [60, 62, 64, 65, 67, 69, 71, 72].enumerated().flatMap {
      note($1, at: UInt32($0) * 240, for: 220)
    }
    let chords = [[48, 60, 64, 67], [53, 60, 65, 69], [55, 59, 62, 67], [48, 60, 64, 72]] as [[UInt8]]
    let held = chords.enumerated().flatMap { index, keys in
      keys.flatMap { note($0, at: 1_920 + UInt32(index) * 960, for: 900) }
    }
    let notes = (scale + held).sorted { $0.tick < $1.tick }
    return Data(
      StandardMIDIFile.bytes(tracks: [
        [Event(tick: 0, .message(.programChange(channel, program: program)))] + notes
      ]))
  }
}
