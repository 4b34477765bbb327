import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

/// What is in time sounds the same at every size of blocks, sample by sample.
struct TimedSoundTests {
  private let first = Channel(status: 0)
  private typealias Event = StandardMIDIFile.TrackEvent
  private static let sizes = [16, 128, 480, 1024]

  /// Four notes, of which the last ones have another tempo, with a bend among them.
  private static func song() throws -> SongToPlay {
    let channel = Channel(status: 0)
    var events = [Event(tick: 0, .tempo(microsecondsPerQuarter: 413_000))]
    for note in UInt32(0)..<4 {
      let key = UInt8(50 + 3 * note)
      if note == 2 { events.append(Event(tick: 480, .tempo(microsecondsPerQuarter: 331_007))) }
      events.append(Event(tick: note * 241, .message(.noteOn(channel, key: key, velocity: 90))))
      events.append(
        Event(tick: note * 241 + 97, .message(.pitchBend(channel, value: UInt16(8000 + 97 * note)))))
      events.append(Event(tick: note * 241 + 200, .message(.noteOff(channel, key: key, velocity: 0))))
    }
    let bytes = StandardMIDIFile.bytes(tracks: [events.sorted { $0.tick < $1.tick }], ticksPerQuarter: 480)
    return SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
  }

  /// A voice with two LFOs and an echo in time.
  private static func rig(_ period: Int, _ song: SongToPlay?, _ more: [String: Double]) throws
    -> OnsetRig
  {
    let rig = try OnsetRig(period: period, song: song, engine: SynthEngine(voices: 8))
    let inTime: [String: Double] = [
      "lfo.sync": 8, "lfo.voice": 0, "lfo.pitch": 0.4, "lfo2.sync": 6, "lfo2.voice": 0, "lfo2.filter": 1,
      "delay.sync": 7, "delay.mix": 0.4, "clock.tempo": 133,
    ]
    for (name, value) in inTime.merging(more, uniquingKeysWith: { $1 }) {
      try #require(rig.widgets[name], "\(name)").set(value)
    }
    rig.performer.applySessionWidgets(at: HostTime(seconds: 0))
    return rig
  }

  private func expectSame(_ play: (Int) throws -> [Float]) throws {
    let wanted = try play(64)
    #expect(wanted.contains { abs($0) > 0.01 })
    for size in Self.sizes {
      let sound = try play(size)
      #expect(sound.count == wanted.count)
      let frame = sound.indices.first { sound[$0] != wanted[$0] }
      #expect(frame == nil, "blocks of \(size): \(sound[frame ?? 0]) is not \(wanted[frame ?? 0])")
    }
  }

  @Test(.timeLimit(.minutes(2))) func `LFOs and echoes in time, while the tempo changes`() throws {
    try expectSame { size in
      var rig = try Self.rig(size, nil, [:])
      let performer = rig.performer
      try rig.play(until: 0.1) { performer.take(.noteOn(first, key: 57, velocity: 100), from: .file, at: $0) }
      try rig.set("clock.tempo", 77, at: 0.353)
      try rig.play(until: 0.9)
      return rig.sound
    }
  }

  @Test(.timeLimit(.minutes(2))) func `An arpeggio with swing, latch and a pattern of lengths`() throws {
    try expectSame { size in
      var rig = try Self.rig(
        size, nil, ["arp.mode": 3, "arp.rate": 13, "arp.swing": 61, "arp.gate": 70, "arp.latch": 1])
      let performer = rig.performer
      for (seconds, key) in [(0.05, 50), (0.051, 54), (0.4, 61)] as [(Double, UInt8)] {
        try rig.play(until: seconds) {
          performer.take(.noteOn(first, key: key, velocity: 100), from: .file, at: $0)
          performer.take(
            .noteOff(first, key: key, velocity: 0), from: .file, at: $0.advanced(bySeconds: 0.01))
        }
      }
      try rig.play(until: 1)
      return rig.sound
    }
  }

  @Test(.timeLimit(.minutes(2))) func `A song with its tempi and bends`() throws {
    try expectSame { size in
      let song = try Self.song()
      var rig = try Self.rig(size, song, [:])
      rig.performer.play(song, startsNow: false, at: HostTime(seconds: 0))
      try rig.set("song.playing", 1, at: 0.111)
      try rig.play(until: 1)
      return rig.sound
    }
  }

  @Test(.timeLimit(.minutes(2))) func `A clock that is followed, with ticks early and late`() throws {
    try expectSame { size in
      var rig = try Self.rig(size, nil, ["arp.mode": 1, "arp.rate": 13])
      let performer = rig.performer
      performer.take(.noteOn(first, key: 57, velocity: 100), from: .file, at: HostTime(seconds: 0))
      for tick in 0..<48 {
        let late = [0, 0.0011, -0.0007][tick % 3]
        try rig.play(until: 0.02 + Double(tick) * 60 / 121 / 24 + late) {
          performer.take(.timingClock, from: PortID(rawValue: 9), at: $0)
        }
      }
      try rig.play(until: 1.1)
      return rig.sound
    }
  }
}
