import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import Testing

@testable import SpinetSession

/// What a song may move, and what moves beside it.
struct SongInfluenceTests {
  private let first = Channel(status: 0)
  private typealias Event = StandardMIDIFile.TrackEvent

  /// Two seconds: a note from the beginning, controller 20 and key 36 at half a second, program 6 at one second.
  private static func song() throws -> SongToPlay {
    let channel = Channel(status: 0)
    let events = [
      Event(tick: 0, .message(.noteOn(channel, key: 60, velocity: 90))),
      Event(tick: 480, .message(.controlChange(channel, controller: 20, value: 127))),
      Event(tick: 480, .message(.noteOn(channel, key: 36, velocity: 90))),
      Event(tick: 490, .message(.noteOff(channel, key: 36, velocity: 0))),
      Event(tick: 960, .message(.programChange(channel, program: 6))),
      Event(tick: 1920, .message(.noteOff(channel, key: 60, velocity: 0))),
    ]
    let bytes = StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: 480)
    return SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
  }

  private static let mapped = [
    "cc 20: {widget: setlist, mode: step, step: 1}", "note 36: {widget: setlist, mode: trigger}",
    "cc 20: clock.running", "cc 20: {widget: clock.tempo, range: [200, 210]}", "cc 20: clock.tap",
    "cc 20: song.position", "cc 20: song.transpose", "cc 20: {widget: song.part.1, range: [1, 0]}",
    "cc 20: {widget: engine.running, range: [1, 0]}",
  ]

  @Test(arguments: mapped)
  func `Its controllers and keys move no set list, no song, no transport and no engine`(line: String) throws {
    let list = Widget("setlist", kind: .choice(["1 a", "2 b", "3 c"]))
    let song = try Self.song()
    var rig = try OnsetRig(period: 64, song: song, widgets: [list], map: line)
    rig.performer.play(song, startsNow: true, at: HostTime(seconds: 0))
    let watched = try ["setlist", "clock.tempo", "song.transpose", "song.part.1", "engine.running"].map {
      try #require(rig.widgets[$0], "\($0)")
    }
    let before = watched.map(\.value)
    try rig.play(until: 0.9)
    #expect(watched.map(\.value) == before)
    #expect(rig.widgets["clock.running"]?.value == 1)
    // A key that a line leaves alone plays.
    #expect(rig.onsets.count == 2 && zip(rig.onsets, [0, 24_000]).allSatisfy { abs($0 - $1) <= 1 })
    try rig.play(until: 1.5)
    // The same from a hand moves it.
    let stamps = rig.widgets.all.map(\.stamp)
    for value in [127, 0] as [UInt8] {
      rig.performer.take(
        .controlChange(first, controller: 20, value: value), from: PortID(rawValue: 7),
        at: HostTime(seconds: 1.5))
    }
    rig.performer.take(
      .noteOn(first, key: 36, velocity: 90), from: PortID(rawValue: 7), at: HostTime(seconds: 1.5))
    #expect(rig.widgets.all.map(\.stamp) != stamps)
  }

  @Test func `Its controllers move what sounds, as a hand does`() throws {
    let cutoff = Widget("filter.cutoff", range: 0...127)
    let song = try Self.song()
    var rig = try OnsetRig(
      period: 64, song: song, widgets: [cutoff], map: "cc 20: [setlist, filter.cutoff]")
    rig.performer.play(song, startsNow: true, at: HostTime(seconds: 0))
    try rig.play(until: 0.6)
    #expect(cutoff.value == 127)
  }

  @Test
  func `A sound that is loaded while it plays goes on with it, and keeps its place before its programs`()
    throws
  {
    let song = try Self.song()
    let stage = StageRig.stage([part("a")])
    let performer = Performer(
      instrument: try LoadedInstrument(stage, sessionWidgets: SessionWidgets(sources: song.widgets.all)),
      mappings: ActiveMappings([]), keyboard: nil)
    var programs: [Int] = []
    performer.chooseSound = { request, _ in programs.append(request.number.program) }
    performer.play(song, at: HostTime(seconds: 0))
    performer.advance(to: HostTime(seconds: 0.2))
    #expect(performer.keyboard.soundingKeys == [60])
    var request = ChangeRequest()
    request.name = "b"
    try performer.change(to: StageRig.stage([part("b")]), request, at: HostTime(seconds: 0.3))
    // What the song holds rings on in the sound that is left, and ends with its note-off.
    #expect(performer.leaving.map { $0.keyboard.soundingKeys } == [[60]])
    #expect(performer.instrument.widgets["clock.running"]?.value == 1)
    performer.advance(to: HostTime(seconds: 0.501))
    #expect(performer.keyboard.soundingKeys == [36])
    for tenth in 6...12 { performer.advance(to: HostTime(seconds: Double(tenth) / 10)) }
    #expect(programs.isEmpty)
    for tenth in 13...19 { performer.advance(to: HostTime(seconds: Double(tenth) / 10)) }
    #expect(performer.sounding.allSatisfy { $0.keyboard.heldNotes == 0 } == false)
    performer.advance(to: HostTime(seconds: 2.1))
    #expect(performer.sounding.allSatisfy { $0.keyboard.heldNotes == 0 })
    #expect(performer.instrument.widgets["clock.running"]?.value == 0)
  }
}
