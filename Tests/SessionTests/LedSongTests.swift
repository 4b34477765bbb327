import SpinetDevices
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetTime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// A song over a performer without an engine, in time that a test lets pass.
struct SongRig {
  typealias Event = StandardMIDIFile.TrackEvent

  let performer: Performer
  let song: SongToPlay
  let drums = PortID(rawValue: 9 << 8)
  private(set) var now = HostTime(seconds: 10)

  /// - Parameters:
  ///   - notes: key, first quarter and length in quarters of each.
  ///   - tempi: quarters a minute, from a quarter on.
  init(_ notes: [(key: UInt8, at: Double, quarters: Double)], tempi: [(at: Double, tempo: Double)] = [])
    throws
  {
    let channel = Channel(status: 0)
    func tick(_ quarter: Double) -> UInt32 { UInt32(quarter * 480) }
    var events = tempi.map { change in
      Event(tick: tick(change.at), .tempo(microsecondsPerQuarter: Int(60e6 / change.tempo)))
    }
    for note in notes {
      events.append(Event(tick: tick(note.at), .message(.noteOn(channel, key: note.key, velocity: 90))))
      events.append(
        Event(tick: tick(note.at + note.quarters), .message(.noteOff(channel, key: note.key, velocity: 0))))
    }
    events.sort { $0.tick < $1.tick }
    let bytes = StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: 480)
    song = SongToPlay(
      try StandardMIDIFile(bytes: bytes, file: "song.mid"), named: "song.mid", at: "/song.mid")
    performer = Performer(
      instrument: try LoadedInstrument(
        StageRig.stage([part("a")]), sessionWidgets: SessionWidgets(sources: song.widgets.all)),
      mappings: ActiveMappings([]), keyboard: nil)
    performer.play(song, startsNow: false, at: now)
  }

  /// Control sleeps, and takes its turn.
  mutating func pass(seconds: Double) {
    now = now.advanced(bySeconds: seconds)
    performer.turn(at: now, isReady: false)
  }

  /// Control takes a turn each hundredth of a second.
  mutating func play(seconds: Double) { for _ in 0..<Int(seconds * 100) { pass(seconds: 0.01) } }

  func set(_ name: String, _ value: Double) {
    performer.instrument.widgets[name]?.set(value)
    performer.applySessionWidgets(at: now)
  }

  func value(_ name: String) -> Double { performer.instrument.widgets[name]?.value ?? .nan }

  func send(_ message: MIDIMessage) { performer.take(message, from: drums, at: now) }

  /// The drums tick, and control takes a turn a moment before and after.
  ///
  /// - Parameter late: how much later than the tick before it each comes, beside its period, in seconds.
  mutating func tick(_ count: Int, tempo: Double = 120, late: (Int) -> Double = { _ in 0 }) {
    let begin = now
    for index in 1...max(count, 1) {
      let moment = begin.advanced(bySeconds: Double(index) * 60 / tempo / 24 + late(index))
      pass(seconds: Double(moment.nanoseconds(since: now)) * 1e-9)
      send(.timingClock)
      performer.turn(at: now, isReady: false)
    }
  }

  var keys: Set<UInt8> { Set(performer.keyboard.soundingKeys) }
}

/// A song that a MIDI clock leads.
struct LedSongTests {
  private static let scale = (0..<8).map { (key: UInt8(60 + $0), at: Double($0), quarters: 0.5) }

  @Test func `A note that is longer than a quarter is held to its end`() throws {
    var rig = try SongRig([(60, 0, 4), (62, 4, 1)])
    rig.tick(48)
    rig.send(.start)
    rig.tick(24 * 4 - 4)
    #expect(rig.keys == [60])
    rig.tick(8)
    #expect(rig.keys == [62])
  }

  @Test(arguments: [0, 0.002, 0.004])
  func `A loop stays with the clock, whether its end or the tick comes first`(late: Double) throws {
    var rig = try SongRig(Self.scale)
    rig.set("song.loop.end", 2)
    rig.set("song.loop.on", 1)
    rig.tick(48)
    rig.send(.start)
    rig.tick(1)
    for _ in 0..<20 {
      rig.tick(48) { $0 % 3 == 0 ? late : 0 }
      let beyond = rig.value("song.position")
      #expect(min(beyond, 2 - beyond) < 1 / 24, "\(beyond)")
    }
  }

  @Test func `A start while it plays begins it again, in its first quarter too`() throws {
    var rig = try SongRig([(60, 0, 0.25), (62, 0.75, 0.25)])
    rig.tick(48)
    rig.send(.start)
    rig.tick(15)
    #expect(rig.keys == [])
    rig.send(.start)
    rig.tick(2)
    #expect(rig.keys == [60])
  }

  @Test func `A clock that leads beyond its end stops it, and control rests`() throws {
    let rig = try SongRig(Self.scale)
    rig.set("clock.tempo", 999)
    rig.set("song.playing", 1)
    // The song has 7.5 quarters.
    rig.send(.songPosition(32))
    rig.send(.timingClock)
    #expect(rig.value("song.playing") == 0)
    #expect(rig.performer.nextMoment(after: rig.now).map { $0 > rig.now } ?? true)
  }

  @Test func `The metronome begins with the song`() throws {
    var rig = try SongRig(Self.scale)
    rig.set("metronome.on", 1)
    rig.tick(24)
    rig.send(.start)
    rig.tick(1)
    // The first beat has clicked.
    #expect(rig.performer.backing.metronome.next(in: rig.performer.bars)?.position == .quarter)
  }

  @Test func `A clock that pauses for a moment holds the tempo, and leads on where it is`() throws {
    for pause in [0.31, 0.37, 0.45, 0.55, 0.7, 1.3] {
      var rig = try SongRig(Self.scale)
      rig.tick(48, tempo: 133)
      rig.send(.start)
      rig.tick(25, tempo: 133)
      rig.play(seconds: pause)
      for _ in 0..<48 {
        rig.tick(1, tempo: 133)
        #expect(abs(rig.value("clock.tempo") - 133) < 0.05, "after \(pause) s")
      }
      #expect(abs(rig.value("song.position") - 3) < 0.02, "after \(pause) s")
    }
  }

  @Test func `While a clock ticks, no hand and no tap sets the tempo`() throws {
    var rig = try SongRig(Self.scale)
    rig.tick(48, tempo: 133)
    rig.set("clock.tempo", 90)
    #expect(abs(rig.value("clock.tempo") - 133) < 0.05)
    for _ in 0..<4 {
      rig.performer.instrument.sessionWidgets.tap.cell.press()
      rig.tick(12, tempo: 133)
    }
    #expect(abs(rig.value("clock.tempo") - 133) < 0.05)
    rig.play(seconds: 0.7)
    rig.set("clock.tempo", 90)
    #expect(rig.value("clock.tempo") == 90)
    // It ticks again, and has its tempo again as soon as that is known.
    rig.tick(14, tempo: 133)
    #expect(abs(rig.value("clock.tempo") - 133) < 0.05)
  }

  @Test func `A machine that was switched off and on again is followed as before`() throws {
    var rig = try SongRig(Self.scale)
    rig.tick(48, tempo: 133)
    rig.performer.portLeft(rig.drums, at: rig.now)
    rig.set("clock.tempo", 90)
    rig.tick(10, tempo: 133)
    #expect(rig.value("clock.tempo") == 90)
    rig.tick(10, tempo: 133)
    #expect(abs(rig.value("clock.tempo") - 133) < 0.05)
  }

  @Test func `A clock at 999 is followed`() throws {
    var rig = try SongRig(Self.scale)
    rig.tick(96, tempo: 999)
    #expect(abs(rig.value("clock.tempo") - 999) < 1)
    rig.send(.start)
    rig.tick(49, tempo: 999)
    #expect(abs(rig.value("song.position") - 2) < 0.05)
  }
}

/// What hands do when a song is about to end.
struct EndingSongTests {
  @Test func `A hand that stops it and moves it back in the moment of its end does not begin it`() throws {
    var rig = try SongRig([(60, 0, 1)])
    rig.set("song.playing", 1)
    rig.play(seconds: 0.49)
    rig.performer.instrument.widgets["song.position"]?.set(0)
    rig.performer.instrument.widgets["song.playing"]?.set(0)
    rig.pass(seconds: 0.02)
    #expect(rig.value("song.playing") == 0 && rig.value("clock.running") == 0)
    #expect(rig.value("song.position") == 0)
  }
}

/// A song while the computer was asleep, or busy for longer than a note can wait.
struct SongAfterPauseTests {
  private static let scale = (0..<8).map { (key: UInt8(60 + $0), at: Double($0), quarters: 0.5) }

  @Test func `A song that has ended meanwhile stops, and control rests`() throws {
    var rig = try SongRig(Self.scale)
    rig.set("song.playing", 1)
    rig.play(seconds: 0.1)
    rig.pass(seconds: 60)
    #expect(rig.value("song.playing") == 0 && rig.value("clock.running") == 0)
    #expect(rig.keys == [])
    #expect(rig.performer.nextMoment(after: rig.now).map { $0 > rig.now } ?? true)
    rig.set("song.playing", 1)
    rig.play(seconds: 0.1)
    #expect(rig.keys == [60])
  }

  @Test func `A loop goes on where it would be`() throws {
    var rig = try SongRig(Self.scale)
    rig.set("song.loop.start", 1)
    rig.set("song.loop.end", 3)
    rig.set("song.loop.on", 1)
    rig.set("song.playing", 1)
    rig.play(seconds: 0.1)
    // Half a quarter in the fifth round; the first begins at 0.
    rig.pass(seconds: 0.15 + 0.5 * 11)
    #expect(abs(rig.value("song.position") - 1.5) < 0.01, "\(rig.value("song.position"))")
    rig.play(seconds: 0.3)
    #expect(rig.keys == [62])
    rig.play(seconds: 2)
    #expect((1...3).contains(rig.value("song.position")))
  }

  @Test func `The song's tempo is that of the place where it goes on`() throws {
    var rig = try SongRig(Self.scale, tempi: [(0, 120), (4, 60)])
    rig.set("song.playing", 1)
    rig.play(seconds: 0.1)
    rig.pass(seconds: 2.6)
    #expect(rig.value("clock.tempo") == 60)
  }
}
