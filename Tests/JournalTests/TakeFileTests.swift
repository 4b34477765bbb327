import SpinetMIDI
import SpinetMIDIFile
import Testing

@testable import SpinetJournal

private let one = Channel(status: 0)

struct TakeFileTests {
  private var story = Story()

  private func file() throws -> StandardMIDIFile {
    let take = try #require(story.takes().first)
    return try StandardMIDIFile(bytes: TakeFile.bytes(of: take))
  }

  @Test mutating func `Notes have their moments from the first one on`() throws {
    story.note(60, at: 100, until: 100.5)
    story.note(62, at: 100.123_46, until: 101)
    let file = try file()
    let expected: [Timed<MIDIMessage>] = [
      Timed(.noteOn(one, key: 60, velocity: 100), at: 0),
      Timed(.noteOn(one, key: 62, velocity: 100), at: 0.123_46),
      Timed(.noteOff(one, key: 60, velocity: 0), at: 0.5),
      Timed(.noteOff(one, key: 62, velocity: 0), at: 1),
    ]
    #expect(file.events.map(\.value) == expected.map(\.value))
    for (event, wanted) in zip(file.events, expected) {
      #expect(abs(event.seconds - wanted.seconds) < 0.000_011)
    }
  }

  @Test mutating func `What is held at the end is released, with pedals and bends`() throws {
    story.down(60, at: 1)
    story.add(.message(.controlChange(one, controller: 64, value: 127), from: 1, isPlayed: true), at: 1.5)
    story.add(.message(.pitchBend(one, value: 0), from: 1, isPlayed: true), at: 2)
    let last = try file().events.suffix(3).map(\.value)
    #expect(
      last == [
        .noteOff(one, key: 60, velocity: 64), .controlChange(one, controller: 64, value: 0),
        .pitchBend(one, value: 8192),
      ])
  }

  @Test mutating func `Two sources have tracks of their own, and what a mapping took stands apart`() throws {
    story.add(.source(1, names: ["Keys", "Keys MIDI 1"]), at: 0)
    story.add(.source(2, names: ["Pads"]), at: 0)
    story.note(60, at: 1, until: 2)
    story.down(60, at: 1, from: 2)
    story.add(.message(.controlChange(one, controller: 74, value: 9), from: 1, isPlayed: false), at: 1.5)
    story.add(.move(widget: 0, 700.5), at: 1.5)
    story.up(60, at: 3, from: 2)
    let file = try file()
    let take = try #require(RecordedTake(file))
    #expect(take.names == [1: ["Keys", "Keys MIDI 1"], 2: ["Pads"], 3: ["Keys", "Keys MIDI 1"]])
    #expect(take.mappedTracks == [3])
    let mapped = zip(file.events, file.tracks).filter { $1 == 3 }.map(\.0.value)
    #expect(mapped == [.controlChange(one, controller: 74, value: 9)])
    #expect(take.actions == [Timed(.move("filter.cutoff", 700.5), at: 0.5)])
    #expect(take.sound == "pad")
  }

  @Test mutating func `The state, tunings and fingers come back as they were`() throws {
    story.add(.state(widget: 1, 0.1), at: 0)
    story.add(.exclusive([0x7F, 1, 2], from: 1), at: 0)
    let down = JournalTouch(finger: 4, phase: .down, x: 1.0 / 3, y: 0.7, velocity: 0.1, part: 0)
    story.add(.touch(down, from: 3), at: 1)
    story.note(60, at: 1.5, until: 2)
    let file = try file()
    let take = try #require(RecordedTake(file))
    #expect(take.states.map(\.name) == ["osc.mix"] && take.states.map(\.value) == [0.1])
    #expect(file.exclusives == [Timed([0x7F, 1, 2], at: 0)])
    var (touch, up) = (down, down)
    // It names its part by the name.
    touch.part = nil
    up = touch
    up.phase = .up
    #expect(
      take.actions == [
        Timed(.touch(touch, from: 3, part: "pad"), at: 0), Timed(.touch(up, from: 3, part: "pad"), at: 1),
      ])
  }

  @Test func `A file of others is no take`() throws {
    #expect(RecordedTake(.empty) == nil)
    let other = StandardMIDIFile.bytes(tracks: [[.init(tick: 0, .specific([0x43, 1]))]])
    #expect(RecordedTake(try StandardMIDIFile(bytes: other)) == nil)
  }
}
