import SpinetDevices
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Songs where a followed clock has moved the transport before.
struct SongAfterClockTests {
  private typealias Event = StandardMIDIFile.TrackEvent
  private let drums = PortID(rawValue: 9 << 8)

  /// A note on each of 24 quarters, at 120 quarters a minute.
  private static func song() throws -> SongToPlay {
    let channel = Channel(status: 0)
    let events = (0..<24 as Range<UInt32>).flatMap { quarter in
      [
        Event(tick: quarter * 480, .message(.noteOn(channel, key: 60, velocity: 90))),
        Event(tick: quarter * 480 + 240, .message(.noteOff(channel, key: 60, velocity: 0))),
      ]
    }
    let bytes = StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: 480)
    return SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
  }

  /// The clock starts at the beginning, and stops after a second and two quarters.
  private func leadAndStop(_ rig: inout OnsetRig) throws {
    let performer = rig.performer
    try rig.play(until: 0.005) { performer.take(.start, from: drums, at: $0) }
    for tick in 0...48 {
      try rig.play(until: 0.01 + Double(tick) / 48) { performer.take(.timingClock, from: drums, at: $0) }
    }
    try rig.play(until: 1.02) { performer.take(.stop, from: drums, at: $0) }
  }

  /// Where the song is a moment later.
  private func position(_ rig: inout OnsetRig, at seconds: Double) throws -> Double {
    let performer = rig.performer
    try rig.play(until: seconds) { performer.turn(at: $0, isReady: false) }
    return rig.widgets["song.position"]?.value ?? .nan
  }

  @Test func `A song begins at its beginning, wherever the clock has stopped before`() throws {
    let song = try Self.song()
    var rig = try OnsetRig(period: 64, song: song)
    let performer = rig.performer
    try leadAndStop(&rig)
    try rig.play(until: 2) { performer.play(song, startsNow: false, at: $0) }
    try rig.set("song.position", 0, at: 2.1)
    try rig.set("song.playing", 1, at: 2.25)
    let played = try position(&rig, at: 2.9)
    #expect(abs(played - 1.3) < 0.02)
    #expect(rig.onsets.count == 2 && abs((rig.onsets.first ?? 0) - 108_000) <= 1, "\(rig.onsets)")
  }

  @Test
  func `It shows where a clock has left it, so that whoever moves it to the beginning is obeyed`() throws {
    let song = try Self.song()
    var rig = try OnsetRig(period: 64, song: song)
    let performer = rig.performer
    performer.play(song, startsNow: false, at: HostTime(seconds: 0))
    try rig.play(until: 0.5) { performer.take(.songPosition(40), from: drums, at: $0) }
    let led = try position(&rig, at: 0.6)
    #expect(led == 10)
    try rig.set("song.position", 0, at: 1)
    let moved = try position(&rig, at: 1.1)
    #expect(moved == 0)
    try rig.set("song.playing", 1, at: 1.25)
    let played = try position(&rig, at: 1.9)
    #expect(abs(played - 1.3) < 0.02)
  }
}
