import SpinetMIDI
import SpinetMIDIFile
import Testing

@testable import SpinetJournal

private let one = Channel(status: 0)
private let instrument = JournalInstrument(
  name: "pad", sound: "pad", parts: ["pad"], widgets: ["filter.cutoff", "osc.mix"])

/// What happened, with moments in seconds.
struct Story {
  var entries: [JournalEntry] = [JournalEntry(.instrument(instrument), at: 0)]

  mutating func add(_ event: JournalEvent, at seconds: Double) {
    entries.append(JournalEntry(event, at: Int64(seconds * 1e9)))
  }

  mutating func down(_ key: UInt8, at seconds: Double, from source: UInt32 = 1) {
    add(.message(.noteOn(one, key: key, velocity: 100), from: source, isPlayed: true), at: seconds)
  }

  mutating func up(_ key: UInt8, at seconds: Double, from source: UInt32 = 1) {
    add(.message(.noteOff(one, key: key, velocity: 0), from: source, isPlayed: true), at: seconds)
  }

  mutating func note(_ key: UInt8, at seconds: Double, until end: Double) {
    down(key, at: seconds)
    up(key, at: end)
  }

  func takes(pause: Double = 5) -> [Take] {
    var finder = TakeFinder(pauseSeconds: pause)
    for entry in entries { finder.take(entry) }
    return finder.finish()
  }

  /// `1.0–2.5: 3`: begin, end and number of notes.
  func summary(pause: Double = 5) -> [String] {
    takes(pause: pause).map { "\(Double($0.begin) / 1e9)–\(Double($0.end) / 1e9): \($0.notes)" }
  }
}

struct TakeFinderTests {
  private var story = Story()

  @Test func `Nothing is no take`() { #expect(story.takes() == []) }

  @Test mutating func `A pause that is long enough ends a take`() {
    story.note(60, at: 1, until: 2)
    story.note(62, at: 6.9, until: 7)
    story.note(64, at: 12.1, until: 13)
    #expect(story.summary() == ["1.0–7.0: 2", "12.1–13.0: 1"])
    #expect(story.summary(pause: 10) == ["1.0–13.0: 3"])
  }

  @Test mutating func `MIDI 2.0 becomes MIDI 1.0, and what that cannot say is left out`() throws {
    let strike = Strike(NoteVelocity(sixteenBits: 0xC924))
    story.add(.message2(.noteOn(one, key: 60, strike), from: 1, isPlayed: true), at: 1)
    story.add(.message2(.notePitch(one, key: 60, 0xC000_0000), from: 1, isPlayed: true), at: 1.5)
    story.add(.message2(.noteOff(one, key: 60, velocity: 0x8000), from: 1, isPlayed: true), at: 2)
    let take = try #require(story.takes().first)
    let messages = take.entries.compactMap { entry in
      if case .message(let message, _, _) = entry.event { message } else { nil }
    }
    #expect(messages == [.noteOn(one, key: 60, velocity: 100), .noteOff(one, key: 60, velocity: 64)])
    #expect(take.notes == 1)
  }

  /// A story whose instrument has an arpeggio, and is latched or not.
  private static func latched(_ latch: Double, mode: Double = 1) -> Story {
    var story = Story()
    let widgets = ["arp.mode", "arp.latch", "scene"]
    story.entries = [
      JournalEntry(
        .instrument(JournalInstrument(name: "a", sound: "a", parts: ["a"], widgets: widgets)), at: 0)
    ]
    story.add(.state(widget: 0, mode), at: 0)
    story.add(.state(widget: 1, latch), at: 0)
    story.note(60, at: 1, until: 2)
    return story
  }

  @Test func `What a latch plays on is no pause, until it is let go`() {
    var ends: [[String]] = []
    for event in [
      JournalEvent.move(widget: 1, 0), .move(widget: 0, 0), .move(widget: 2, 1), .released, .left(1),
      .message(.controlChange(one, controller: 123, value: 0), from: 1, isPlayed: true),
    ] {
      var story = Self.latched(1)
      story.add(event, at: 30)
      story.note(64, at: 40, until: 41)
      ends.append(story.summary())
      // The next key is latched anew where the latch is on.
      #expect(ends.last?.first == "1.0–30.0: 1", "\(event): \(story.summary())")
    }
    var playing = Self.latched(1)
    playing.note(64, at: 40, until: 41)
    #expect(playing.summary() == ["1.0–41.0: 2"])
    for (latch, mode) in [(0.0, 1.0), (1, 0)] {
      var story = Self.latched(latch, mode: mode)
      story.note(64, at: 40, until: 41)
      #expect(story.summary() == ["1.0–2.0: 1", "40.0–41.0: 1"])
    }
  }

  @Test(arguments: [true, false])
  func `What a pedal holds in an arpeggio is no pause`(isEarly: Bool) {
    func story(mode: Double) -> Story {
      var story = Self.latched(0, mode: mode)
      story.entries.removeLast(2)
      func pedal(_ value: UInt8, at seconds: Double) {
        story.add(
          .message(.controlChange(one, controller: 64, value: value), from: 1, isPlayed: true), at: seconds)
      }
      if isEarly { pedal(127, at: 0.5) }
      story.down(60, at: 1)
      if !isEarly { pedal(127, at: 1.5) }
      story.up(60, at: 2)
      pedal(0, at: 30)
      story.note(64, at: 40, until: 41)
      return story
    }
    #expect(story(mode: 1).summary() == ["1.0–30.0: 1", "40.0–41.0: 1"])
    #expect(story(mode: 0).summary().count == 2)
    #expect(story(mode: 0).takes()[0].end < 3_000_000_000)
  }

  @Test mutating func `The tempo of the song is in a take, and as a state it is no move`() throws {
    story.note(60, at: 1, until: 3)
    story.entries.insert(JournalEntry(.state(widget: 1, 0.5), at: 2_000_000_000), at: 2)
    story.entries.insert(JournalEntry(.tempo(90), at: 2_000_000_000), at: 3)
    let take = try #require(story.takes().first)
    #expect(take.entries.map(\.event).contains(.tempo(90)))
    #expect(!take.entries.map(\.event).contains { if case .move = $0 { true } else { false } })
    let file = try StandardMIDIFile(bytes: TakeFile.bytes(of: take))
    let recorded = try #require(RecordedTake(file))
    #expect(recorded.actions == [Timed(.tempo(90), at: 1)])
  }

  @Test func `A take that a latch played on lasts until the instrument has ended`() throws {
    var story = Self.latched(1)
    story.add(.released, at: 21)
    let take = try #require(story.takes().first)
    #expect(abs(try StandardMIDIFile(bytes: TakeFile.bytes(of: take)).duration - 20) < 0.001)
  }

  @Test mutating func `A held note is no pause`() {
    story.note(60, at: 1, until: 60)
    story.note(62, at: 64, until: 65)
    #expect(story.summary() == ["1.0–65.0: 2"])
  }

  @Test mutating func `Moves alone are no take, but are in the state of the next`() {
    story.add(.state(widget: 0, 900), at: 0)
    story.add(.state(widget: 1, 0.5), at: 0)
    story.add(.move(widget: 0, 700), at: 1)
    story.note(60, at: 20, until: 21)
    #expect(story.takes().map(\.state) == [[0: 700, 1: 0.5]])
    #expect(story.takes()[0].entries.count == 2)
  }

  @Test mutating func `Moves within the pause after the last note belong to the take, later ones do not`() {
    story.note(60, at: 1, until: 2)
    story.add(.move(widget: 0, 700), at: 4)
    story.add(.move(widget: 0, 800), at: 6.5)
    story.add(.move(widget: 0, 900), at: 7.5)
    #expect(story.summary() == ["1.0–6.5: 1"])
    #expect(story.takes()[0].entries.count == 4)
  }

  @Test mutating func `A finger is a note`() {
    story.add(.touch(JournalTouch(finger: 1, phase: .down, x: 0.5, y: 0.5), from: 9), at: 1)
    story.add(.touch(JournalTouch(finger: 1, phase: .move, x: 0.6, y: 0.5), from: 9), at: 30)
    story.add(.touch(JournalTouch(finger: 1, phase: .up, x: 0.6, y: 0.5), from: 9), at: 31)
    #expect(story.summary() == ["1.0–31.0: 1"])
  }

  @Test mutating func `A source that goes lets its notes go, and no others`() {
    story.down(60, at: 1, from: 1)
    story.down(60, at: 2, from: 2)
    story.add(.left(1), at: 3)
    story.note(64, at: 12, until: 13)
    #expect(story.summary() == ["1.0–13.0: 3"])
    story.up(60, at: 14, from: 2)
    story.note(64, at: 30, until: 31)
    #expect(story.summary() == ["1.0–14.0: 3", "30.0–31.0: 1"])
  }

  @Test mutating func `What a mapping took is no note`() {
    story.add(.message(.noteOn(one, key: 36, velocity: 1), from: 1, isPlayed: false), at: 1)
    #expect(story.takes() == [])
  }

  @Test mutating func `Another instrument begins another take`() {
    story.note(60, at: 1, until: 2)
    story.add(.instrument(JournalInstrument(name: "bass", sound: "", parts: [], widgets: [])), at: 2.5)
    story.note(60, at: 3, until: 4)
    #expect(story.takes().map(\.instrument.name) == ["pad", "bass"])
  }

  @Test mutating func `A note that is held over a change of sounds ends in its own take`() {
    story.down(60, at: 1)
    story.add(.instrument(JournalInstrument(name: "bass", sound: "", parts: [], widgets: [])), at: 2)
    story.down(48, at: 3)
    story.up(60, at: 4)
    story.up(48, at: 5)
    #expect(story.summary() == ["1.0–4.0: 1", "3.0–5.0: 1"])
    #expect(story.takes().first?.entries.count == 2)
  }

  @Test mutating func `A span of time is one take, with the state at its begin`() {
    story.note(60, at: 1, until: 2)
    story.add(.move(widget: 0, 0.25), at: 3)
    story.note(62, at: 4, until: 5)
    story.note(64, at: 50, until: 51)
    story.note(65, at: 100, until: 101)
    var finder = TakeFinder(within: 3_500_000_000...60_000_000_000)
    for entry in story.entries { finder.take(entry) }
    let takes = finder.finish()
    #expect(takes.map(\.notes) == [2] && takes.map(\.seconds) == [47])
    #expect(takes.first?.state == [0: 0.25])
  }

  @Test mutating func `The end of the instrument makes a take no longer`() {
    story.note(60, at: 1, until: 2)
    story.add(.released, at: 4)
    #expect(story.summary() == ["1.0–2.0: 1"])
  }

  @Test mutating func `Pedals, bends and parameters from before are in the setup, as they were last`() {
    func play(_ message: MIDIMessage, at seconds: Double) {
      story.add(.message(message, from: 1, isPlayed: true), at: seconds)
    }
    play(.controlChange(one, controller: 64, value: 127), at: 0.1)
    play(.controlChange(one, controller: 101, value: 0), at: 0.2)
    play(.controlChange(one, controller: 100, value: 0), at: 0.2)
    play(.controlChange(one, controller: 6, value: 12), at: 0.2)
    play(.pitchBend(one, value: 9000), at: 0.3)
    play(.controlChange(one, controller: 64, value: 0), at: 0.4)
    story.down(60, at: 1)
    let expected: [MIDIMessage] = [
      .controlChange(one, controller: 101, value: 0), .controlChange(one, controller: 100, value: 0),
      .controlChange(one, controller: 6, value: 12), .pitchBend(one, value: 9000),
      .controlChange(one, controller: 64, value: 0),
    ]
    #expect(story.takes()[0].setup == expected.map { .message($0, from: 1, isPlayed: true) })
  }
}
