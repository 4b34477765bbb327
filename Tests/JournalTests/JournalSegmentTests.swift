import SpinetMIDI
import SpinetMIDIFile
import Testing

@testable import SpinetJournal

struct JournalSegmentTests {
  private static let header = JournalSegment.Header(isContinuation: false, wall: 1_000_000, clock: 500)
  private static let instrument = JournalInstrument(
    name: "A pad of a long name, longer than one record", sound: "", keyboard: "/home/me/keys.yaml",
    parts: ["pad", "bass"], widgets: ["filter.cutoff", "ünïcode"])

  private static func bytes(_ records: [JournalRecord], header: JournalSegment.Header = header) -> [UInt8] {
    var bytes = header.bytes
    for record in records { record.append(to: &bytes) }
    return bytes
  }

  private static func entries(_ bytes: [UInt8], isContinuation: Bool = false) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    JournalSegment(bytes: bytes)?.read(isContinuation: isContinuation) { entries.append($0) }
    return entries
  }

  private static let touch = JournalTouch(
    finger: -3, phase: .move, x: 1.0 / 3, y: 0.25, pressure: 0.5, velocity: nil, part: 1)

  /// An event of every kind, and its records.
  private static let all: [(JournalEvent, [JournalRecord])] = [
    (.instrument(instrument), JournalRecord.records(.instrument, source: 0, instrument.bytes, time: 600)),
    (
      .source(7, names: ["Keys", "Keys MIDI 1"]),
      JournalRecord.records(.source, source: 7, Array("Keys\0Keys MIDI 1".utf8), time: 600)
    ),
    (.state(widget: 1, 0.1), [JournalRecord(.state, widget: 1, 0.1, time: 600)]),
    (.move(widget: 300, -1e9), [JournalRecord(.move, widget: 300, -1e9, time: 600)]),
    (
      .message(.pitchBend(Channel(status: 3), value: 16383), from: 0x1801, isPlayed: true),
      [
        JournalRecord(
          .pitchBend(Channel(status: 3), value: 16383), from: 0x1801, isPlayed: true, time: 600)
      ]
    ),
    (
      .message(.start, from: 1, isPlayed: false), [JournalRecord(.start, from: 1, isPlayed: false, time: 600)]
    ),
    (
      .exclusive([UInt8](repeating: 5, count: 100), from: 2),
      JournalRecord.records(.exclusive, source: 2, [UInt8](repeating: 5, count: 100), time: 600)
    ),
    (.touch(touch, from: 0x4000_0001), [JournalRecord(touch, from: 0x4000_0001, time: 600)]),
    (.left(9), [JournalRecord(.left, source: 9, time: 600)]),
    (.released, [JournalRecord(.released, time: 600)]),
    (
      .message2(.notePitch(Channel(status: 3), key: 60, 0x8000_0001), from: 0x1801, isPlayed: true),
      [
        JournalRecord(
          MIDI2Message.notePitch(Channel(status: 3), key: 60, 0x8000_0001), from: 0x1801, isPlayed: true,
          time: 600)
      ]
    ),
  ]

  @Test func `What follows a lost block is read, and what was held before it is released`() throws {
    let before = JournalRecord(
      .noteOn(Channel(status: 0), key: 60, velocity: 9), from: 1, isPlayed: true, time: 600)
    let after = JournalRecord(
      .noteOn(Channel(status: 0), key: 64, velocity: 9), from: 1, isPlayed: true, time: 900)
    let lost = [UInt8](repeating: 0, count: 60 * JournalRecord.size)
    var bytes = Self.bytes([before]) + lost
    after.append(to: &bytes)
    // Zeros at the end are room that nothing was written to.
    bytes += lost
    #expect(JournalSegment(bytes: bytes)?.lostRecords == 60)
    let entries = Self.entries(bytes)
    #expect(
      entries.map(\.event) == [
        .message(.noteOn(Channel(status: 0), key: 60, velocity: 9), from: 1, isPlayed: true), .released,
        .message(.noteOn(Channel(status: 0), key: 64, velocity: 9), from: 1, isPlayed: true),
      ])
    #expect(entries.map(\.moment) == [1_000_100, 1_000_100, 1_000_400])
    #expect(JournalSegment(bytes: Self.bytes([before]) + lost)?.lostRecords == 0)
  }

  @Test func `An instrument of a version that kept no keyboard is read`() throws {
    let bytes = Array("pad\0\0lead\0\0cutoff\0mix\0".utf8)
    let instrument = try #require(JournalInstrument(bytes: bytes))
    #expect(
      instrument == JournalInstrument(name: "pad", sound: "", parts: ["lead"], widgets: ["cutoff", "mix"]))
  }

  @Test func `Every event is read as it was written, at its moment`() {
    let bytes = Self.bytes(Self.all.flatMap(\.1))
    #expect(Self.entries(bytes) == Self.all.map { JournalEntry($0.0, at: 1_000_100) })
  }

  @Test func `A segment that was torn anywhere is read up to its last whole record`() {
    let bytes = Self.bytes(Self.all.flatMap(\.1))
    let whole = Self.entries(bytes)
    for count in JournalSegment.Header.size..<bytes.count {
      let torn = Self.entries(Array(bytes[..<count]))
      #expect(Array(whole.prefix(torn.count)) == torn)
      #expect(torn.count < whole.count)
    }
    for count in 0..<JournalSegment.Header.size {
      #expect(JournalSegment(bytes: Array(bytes[..<count])) == nil)
    }
  }

  @Test func `Zeros that a dead machine leaves end the segment`() {
    let bytes = Self.bytes([Self.all[9].1[0]])
    #expect(Self.entries(bytes + [UInt8](repeating: 0, count: 480)).count == 1)
  }

  @Test func `A kind that is not known is passed over`() {
    var later = JournalRecord(.left, time: 600)
    later.kind = 200
    #expect(Self.entries(Self.bytes([later, Self.all[9].1[0]])).map(\.event) == [.released])
  }

  @Test func `Another version is not read`() {
    var bytes = Self.bytes([])
    bytes[7] = 2
    #expect(JournalSegment(bytes: bytes) == nil)
  }

  @Test func `What repeats the segment before is read only without it`() {
    var repeated = JournalRecord(.state, widget: 1, 0.5, time: 600)
    repeated.flags.insert(.repeats)
    let bytes = Self.bytes(
      [repeated, Self.all[9].1[0]], header: .init(isContinuation: true, wall: 0, clock: 500))
    #expect(Self.entries(bytes, isContinuation: true).map(\.event) == [.released])
    #expect(Self.entries(bytes).map(\.event) == [.state(widget: 1, 0.5), .released])
  }

  @Test func `No bytes make it trap`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var bytes = Self.bytes(Self.all.flatMap(\.1))
      for _ in 0..<20 {
        bytes[Int.random(in: 48..<bytes.count, using: &generator)] = UInt8.random(in: 0...255)
      }
      var finder = TakeFinder()
      for entry in Self.entries(bytes) { finder.take(entry) }
      for take in finder.finish() { #expect((try? StandardMIDIFile(bytes: TakeFile.bytes(of: take))) != nil) }
    }
  }
}
