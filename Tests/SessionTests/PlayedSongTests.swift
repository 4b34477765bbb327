import SpinetDevices
import SpinetKeyboard
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetStage
import SpinetTime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// A song that plays beside the keys.
struct PlayedSongTests {
  private let first = Channel(status: 0)
  private static let drums = Channel(status: 9)
  private typealias Event = StandardMIDIFile.TrackEvent

  /// Eight quarter notes of half a quarter on channel 1, and the first of each bar on channel 10. From the fifth on the
  /// tempo is 90.
  private static func song(ticks: UInt32 = 480) throws -> SongToPlay {
    var events = [Event(tick: 0, .tempo(microsecondsPerQuarter: 500_000))]
    for note in UInt32(0)..<8 {
      let (begin, key) = (note * ticks, UInt8(60 + note))
      if note == 4 { events.append(Event(tick: begin, .tempo(microsecondsPerQuarter: 666_667))) }
      events.append(Event(tick: begin, .message(.noteOn(Channel(status: 0), key: key, velocity: 90))))
      events.append(
        Event(tick: begin + ticks / 2, .message(.noteOff(Channel(status: 0), key: key, velocity: 0))))
      guard note % 4 == 0 else { continue }
      events.append(Event(tick: begin, .message(.noteOn(drums, key: 36, velocity: 90))))
      events.append(Event(tick: begin + 10, .message(.noteOff(drums, key: 36, velocity: 0))))
    }
    let bytes = StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: Int(ticks))
    return SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
  }

  private static func rig(period: Int = 64, _ song: SongToPlay) throws -> OnsetRig {
    let rig = try OnsetRig(period: period, song: song)
    rig.performer.play(song, startsNow: false, at: HostTime(seconds: 0))
    return rig
  }

  private static func near(_ onsets: [Int], _ wanted: [Double]) -> Bool {
    onsets.count == wanted.count && zip(onsets, wanted).allSatisfy { abs(Double($0) - $1) <= 1 }
  }

  @Test(arguments: [16, 64, 256, 1024])
  func `Its onsets are the file's to one frame, at any size of blocks`(period: Int) throws {
    let song = try Self.song()
    var rig = try Self.rig(period: period, song)
    try rig.set("song.playing", 1, at: 0.25)
    try rig.play(until: 6)
    let wanted = song.contents.events.compactMap { event -> Double? in
      if case .noteOn = event.value { (event.seconds + 0.25) * 48_000 } else { nil }
    }
    #expect(Self.near(rig.onsets, wanted))
    #expect(rig.widgets["song.playing"]?.value == 0)
    #expect(rig.performer.keyboard.heldNotes == 0)
  }

  @Test func `Stop ends what it holds, and play goes on from there`() throws {
    var rig = try Self.rig(try Self.song())
    try rig.set("song.playing", 1, at: 0)
    try rig.set("clock.running", 0, at: 0.6)
    #expect(rig.performer.keyboard.heldNotes == 0)
    try rig.play(until: 3)
    #expect(rig.onsets.count == 3)
    try rig.set("song.playing", 1, at: 3)
    try rig.play(until: 3.5)
    // 0.4 s of the second quarter note were left.
    #expect(Self.near(Array(rig.onsets.dropFirst(3)), [3.4 * 48_000]))
  }

  @Test func `It goes to a bar, running or not`() throws {
    var rig = try Self.rig(try Self.song())
    try rig.set("song.position", 4, at: 0)
    try rig.set("song.playing", 1, at: 0.5)
    try rig.play(until: 1)
    // The tempo of that place is 90.
    #expect(abs((rig.widgets["clock.tempo"]?.value ?? 0) - 90) < 0.01)
    #expect(Self.near(rig.onsets, [24_000, 24_000]))
    try rig.set("song.position", 3, at: 1)
    try rig.play(until: 1.55)
    #expect(Self.near(Array(rig.onsets.dropFirst(2)), [48_000, 72_000, 72_000]))
  }

  @Test func `A loop is repeated without a gap`() throws {
    var rig = try Self.rig(try Self.song())
    for (name, value) in [("song.loop.start", 1.0), ("song.loop.end", 3), ("song.loop.on", 1)] {
      rig.widgets[name]?.set(value)
    }
    try rig.set("song.playing", 1, at: 0)
    try rig.play(until: 4.9)
    let notes = Set(rig.onsets)
    #expect(notes == Set((0..<10).map { 24_000 * $0 }))
  }

  @Test func `Tempo, transposition and mutes take effect where it is`() throws {
    var rig = try Self.rig(try Self.song())
    rig.widgets["song.part.10"]?.set(0)
    try rig.set("song.playing", 1, at: 0)
    // From the second note on twice as fast, also after the song's change of tempo.
    try rig.set("clock.tempo", 240, at: 0.5)
    try rig.set("song.transpose", 12, at: 0.6)
    try rig.play(until: 1.4)
    let wanted = [0, 0.5, 0.75, 1, 1.25].map { $0 * 48_000 }
    #expect(Self.near(rig.onsets, wanted))
    #expect(abs((rig.widgets["clock.tempo"]?.value ?? 0) - 180) < 0.01)
    #expect(rig.performer.keyboard.soundingKeys == [76])
  }

  @Test func `Keys on top sound beside it, and stay when it stops`() throws {
    var rig = try Self.rig(try Self.song())
    try rig.set("song.playing", 1, at: 0)
    let performer = rig.performer
    try rig.play(until: 0.1) { [first] in
      performer.take(.noteOn(first, key: 40, velocity: 90), from: PortID(rawValue: 7), at: $0)
    }
    try rig.set("song.playing", 0, at: 0.2)
    #expect(performer.keyboard.soundingKeys == [40])
  }

  @Test func `A long pause of the computer plays nothing twice and holds nothing`() throws {
    var rig = try Self.rig(try Self.song())
    try rig.set("song.playing", 1, at: 0)
    rig.performer.advance(to: HostTime(seconds: 60))
    #expect(rig.performer.keyboard.heldNotes == 0)
    #expect(rig.performer.nextSongMoment.map { $0 <= HostTime(seconds: 60.001) } ?? true)
  }

  @Test func `Stop during the count-in keeps the place`() throws {
    var rig = try Self.rig(try Self.song())
    rig.widgets["metronome.count-in"]?.set(1)
    try rig.set("song.position", 4, at: 0)
    try rig.set("song.playing", 1, at: 0)
    try rig.set("song.playing", 0, at: 1)
    #expect(rig.widgets["song.position"]?.value == 4)
    rig.widgets["metronome.count-in"]?.set(0)
    try rig.set("song.playing", 1, at: 2)
    try rig.play(until: 2.1)
    // The fifth note and its drum.
    #expect(rig.onsets == [96_000, 96_000])
  }

  /// Two programs on channel 1, in the first and the second bar.
  private static func programs() throws -> SongToPlay {
    let channel = Channel(status: 0)
    let events = [
      Event(tick: 0, .message(.programChange(channel, program: 5))),
      Event(tick: 0, .message(.noteOn(channel, key: 60, velocity: 90))),
      Event(tick: 1920, .message(.noteOff(channel, key: 60, velocity: 0))),
      Event(tick: 1920, .message(.programChange(channel, program: 6))),
      Event(tick: 1920, .message(.noteOn(channel, key: 62, velocity: 90))),
      Event(tick: 3840, .message(.noteOff(channel, key: 62, velocity: 0))),
    ]
    let bytes = StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: 480)
    return SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
  }

  @Test(arguments: [(true, 4), (nil, 0), (false, 0)])
  func `Its programs choose sounds only where it has brought them, also where it goes`(
    changesSounds: Bool?, chosen: Int
  ) throws {
    var song = try Self.programs()
    song.changesSounds = changesSounds
    var rig = try Self.rig(song)
    var programs: [Int] = []
    rig.performer.chooseSound = { request, _ in programs.append(request.number.program) }
    try rig.set("song.playing", 1, at: 0)
    // Over the second change, back behind the first, and forward again.
    try rig.set("song.position", 1, at: 2.5)
    try rig.set("song.position", 5, at: 2.6)
    try rig.play(until: 2.7)
    #expect(programs.count == chosen, "\(programs)")
  }

  @Test func `A loop that is longer than the song ends with it`() throws {
    let song = try Self.song()
    var rig = try Self.rig(song)
    var played = PlayedSong(song)
    for (name, value) in [("song.loop.start", 6.0), ("song.loop.end", 100), ("song.loop.on", 1)] {
      rig.widgets[name]?.set(value)
    }
    _ = played.followWidgets()
    #expect(played.player.loop == .quarter * 6..<song.song.length)
    #expect(song.song.lastBar == 2)
    try rig.play(until: 0.1)
  }

  @Test(arguments: [(1.0, 1.0), (1, 1.000_01), (2, 1), (1, 1.06)])
  func `A loop of almost no length is none`(loop: (start: Double, end: Double)) throws {
    let song = try Self.song()
    let rig = try Self.rig(song)
    var played = PlayedSong(song)
    for (name, value) in [("song.loop.start", loop.start), ("song.loop.end", loop.end), ("song.loop.on", 1)] {
      rig.widgets[name]?.set(value)
    }
    _ = played.followWidgets()
    #expect(played.player.loop == nil)
    rig.widgets["song.loop.end"]?.set(loop.start + 0.0625)
    _ = played.followWidgets()
    #expect(played.player.loop != nil)
  }

  @Test func `A count-in clicks, and the song begins after it`() throws {
    var rig = try Self.rig(try Self.song())
    rig.widgets["metronome.count-in"]?.set(1)
    rig.widgets["metronome.recorded"]?.set(1)
    try rig.set("song.playing", 1, at: 0)
    try rig.play(until: 2.1)
    let loud = rig.sound.indices.filter { abs(rig.sound[$0]) > 0.05 }
    #expect(loud.first.map { $0 < 100 } ?? false)
    // Clicks at the four beats, none after them, and the two first notes at 2 s.
    #expect(Set(loud.filter { $0 < 96_000 }.map { $0 / 24_000 }) == [0, 1, 2, 3])
    #expect(rig.sound[96_000] == 2)
    #expect(!loud.contains { $0 > 96_000 && $0 < 100_000 })
  }
}
