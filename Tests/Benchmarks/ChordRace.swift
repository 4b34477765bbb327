import Foundation
import SpinetMIDI
import SpinetMIDIFile

/// Programs that play a chord of few notes and one of many, in turn. The slope between the two is what a voice
/// costs: start-up and effects fall out.
struct ChordRace {
  /// The words that make a program play so many notes for so many seconds.
  typealias Entrant = (_ notes: Int, _ seconds: Int) throws -> [String]

  var few = 8
  var many = 56
  var seconds = 60
  var rounds = 7

  /// Processor seconds per voice and second: for each entrant the median.
  func run(_ entrants: [Entrant]) throws -> [Double] {
    var costs = [[Double]](repeating: [], count: entrants.count)
    try Machine.pinned {
      for _ in 0..<rounds {
        for (index, entrant) in entrants.enumerated() { costs[index].append(try slope(entrant)) }
      }
    }
    return costs.map(\.median)
  }

  private func slope(_ entrant: Entrant) throws -> Double {
    let small = try Run(try entrant(few, seconds)).succeed().processorSeconds
    let large = try Run(try entrant(many, seconds)).succeed().processorSeconds
    return (large - small) / Double((many - few) * seconds)
  }

  /// Spinet renders the chord with a patch into `scratch`.
  static func spinet(_ patch: String, in scratch: Scratch) -> Entrant {
    { notes, seconds in
      let path = scratch.file("\(notes).mid")
      try song(notes, seconds).write(to: URL(fileURLWithPath: path))
      return [
        Spinet.path, "render", path, patch, "--replace", "-o", scratch.file("spinet.wav"), "--period", "64",
        "--tail", "0",
      ]
    }
  }

  /// What makes FluidSynth render a song in blocks of 64 frames without its effects.
  static func dryFluidSynth(_ soundFont: String, _ song: String, in scratch: Scratch) -> [String] {
    let dry = ["-ni", "-R", "0", "-C", "0", "-r", "48000", "-o", "synth.polyphony=1024"]
    return dry + ["-T", "raw", "-O", "float", "-F", scratch.file("fluidsynth.raw"), soundFont, song]
  }

  /// Notes from key 36 on, held together. At the file's default tempo a second is 960 ticks.
  ///
  /// - Parameter channels: over which the notes are spread; nil for 64 to a channel.
  static func song(_ notes: Int, _ seconds: Int, channels: Int? = nil, program: UInt8? = nil) -> Data {
    typealias Event = StandardMIDIFile.TrackEvent
    let perChannel = channels.map { notes / $0 } ?? 64
    let keys = (0..<notes).map { note in
      (channel: Channel(status: UInt8(note / perChannel)), key: UInt8(36 + note % 64))
    }
    let programs = Set(keys.map(\.channel)).compactMap { channel in
      program.map { Event(tick: 0, .message(.programChange(channel, program: $0))) }
    }
    let on = keys.map { Event(tick: 0, .message(.noteOn($0.channel, key: $0.key, velocity: 80))) }
    let end = UInt32(seconds * 960)
    let off = keys.map { Event(tick: end, .message(.noteOff($0.channel, key: $0.key, velocity: 64))) }
    return Data(StandardMIDIFile.bytes(tracks: [programs + on + off]))
  }
}
