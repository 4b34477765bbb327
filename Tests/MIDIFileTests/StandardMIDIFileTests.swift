import Scratch
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetText
import Testing

/// A file of one header and these chunks.
func songFile(format: UInt8 = 1, tracks: UInt8? = nil, division: [UInt8] = [0, 96], _ chunks: [[UInt8]])
  -> [UInt8]
{
  let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, format, 0, tracks ?? UInt8(chunks.count)]
  return header + division + chunks.flatMap { $0 }
}

private let one = Channel(status: 0)

func track(_ data: [UInt8]) -> [UInt8] {
  let count = data.count
  return [0x4D, 0x54, 0x72, 0x6B, 0, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)] + data
}

private let end: [UInt8] = [0, 0xFF, 0x2F, 0]
private let noteOn = MIDIMessage.noteOn(one, key: 60, velocity: 100)
private let noteOff = MIDIMessage.noteOff(one, key: 60, velocity: 64)

@Suite struct StandardMIDIFileTests {
  @Test func `Format 0 plays at 120 quarter notes a minute with running status`() throws {
    let song = try StandardMIDIFile(
      bytes: songFile(format: 0, [track([0, 0x90, 60, 100, 96, 60, 0, 0x81, 0x40] + end.dropFirst())]))
    #expect(
      song.events == [
        Timed(noteOn, at: 0), Timed(noteOff, at: 0.5),
      ])
    #expect(song.duration == 1.5)
  }

  @Test func `Tempo changes of any track hold for all, exactly`() throws {
    let tempi: [UInt8] = [96, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 96, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90]
    let notes: [UInt8] = [96, 0x90, 60, 100, 48, 60, 0, 48, 60, 100, 96, 60, 0]
    for chunks in [[track(tempi + end), track(notes + end)], [track(notes + end), track(tempi + end)]] {
      let song = try StandardMIDIFile(bytes: songFile(chunks))
      #expect(song.events.map(\.seconds) == [0.5, 1, 1.5, 1.75])
      #expect(song.duration == 1.75)
      #expect(
        song.tempi == [
          Timed(60, at: 0.5), Timed(240, at: 1.5),
        ])
    }
  }

  @Test func `At equal times tracks come in their order, and so do events`() throws {
    let song = try StandardMIDIFile(
      bytes: songFile([
        track([10, 0xC0, 1, 0, 0xC0, 2] + end), track([0, 0xC0, 3, 10, 0xC0, 4] + end),
        track([10, 0xC0, 5] + end),
      ]))
    #expect(song.events.map { $0.value.bytes[1] } == [3, 1, 2, 4, 5])
  }

  @Test(
    arguments: [
      ([0xE8, 40], 960.0), ([0xE7, 40], 1000), ([0xE2, 100], 3000), ([0xE3, 100], 3_000_000.0 / 1001),
    ] as [([UInt8], Double)])
  func `Time code divides seconds, and tempo does not matter`(division: [UInt8], ticksPerSecond: Double)
    throws
  {
    let data: [UInt8] = [0, 0xFF, 0x51, 3, 1, 0, 0, 0x87, 0x68, 0x90, 60, 100] + end
    let song = try StandardMIDIFile(bytes: songFile(format: 0, division: division, [track(data)]))
    #expect(song.events == [Timed(noteOn, at: 1000 / ticksPerSecond)])
  }

  @Test func `What is not played is skipped`() throws {
    let data: [UInt8] =
      [0, 0xFF, 0x03, 2, 65, 66, 0, 0xF0, 3, 1, 2, 0xF7, 0, 0xF7, 2, 0xF3, 1, 5, 0xFF, 0x7F, 0]
      + [0, 0x90, 60, 100] + end + [1, 2, 3]
    let unknown: [UInt8] = [0x58, 0x59, 0x5A, 0x20, 0, 0, 0, 2, 9, 9]
    let song = try StandardMIDIFile(bytes: songFile(tracks: 1, [unknown, track(data), [0, 0, 0]]))
    #expect(song.events.map(\.value) == [noteOn])
  }

  @Test func `A longer header and a track without an end are read`() throws {
    var bytes = songFile([track([0, 0x90, 60, 100])])
    bytes[7] = 8
    bytes.insert(contentsOf: [1, 2], at: 14)
    #expect(try StandardMIDIFile(bytes: bytes).events.count == 1)
  }

  @Test func `What is written reads back`() throws {
    let messages = (UInt8(0x80)...0xEF).compactMap {
      MIDIMessage(bytes: [$0, 60, 100]) ?? MIDIMessage(bytes: [$0, 60])
    }
    #expect(messages.count == 7 * 16)
    let notes = messages.enumerated().map {
      StandardMIDIFile.TrackEvent(tick: UInt32($0.offset) * 1000, .message($0.element))
    }
    let conductor = [
      StandardMIDIFile.TrackEvent(tick: 0, .tempo(microsecondsPerQuarter: 1_000_000)),
      StandardMIDIFile.TrackEvent(tick: 500_000_000, .message(.timingClock)),
    ]
    let bytes = StandardMIDIFile.bytes(tracks: [conductor, notes], ticksPerQuarter: 1000)
    let song = try StandardMIDIFile(bytes: bytes)
    #expect(song.events.map(\.value) == messages)
    #expect(song.events.map(\.seconds) == messages.indices.map { Double($0) })
    #expect(song.duration == 500_000)
  }

  private static let broken: [([UInt8], Int, String)] = [
    ([], 0, "not a standard MIDI file, expected MThd at its beginning"),
    ([0x4D, 0x54, 0x68], 0, "not a standard MIDI file, expected MThd at its beginning"),
    ([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0], 0, "not a standard MIDI file, expected MThd at its beginning"),
    ([0x4D, 0x54, 0x68, 0x64, 0, 0], 6, "the data end inside the header"),
    ([0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 5, 0, 0, 0, 1, 0], 4, "a header of 5 bytes, expected at least 6"),
    (
      [0x4D, 0x54, 0x68, 0x64, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0], 4,
      "a length of 4294967295 bytes reaches beyond the end"
    ),
    (songFile([]), 14, "no tracks, expected at least one MTrk chunk"),
    (songFile(tracks: 1, []), 14, "no tracks, expected at least one MTrk chunk"),
    (
      songFile(tracks: 1, [[0x58, 0x59, 0x5A, 0x20, 0, 0, 0, 0]]), 22,
      "no tracks, expected at least one MTrk chunk"
    ),
    (songFile(division: [0, 0], [track(end)]), 12, "a division of 0 ticks, expected at least 1"),
    (songFile(division: [0xE8, 0], [track(end)]), 13, "a division of 0 ticks, expected at least 1"),
    (songFile(division: [0x80, 1], [track(end)]), 12, "128 frames a second, expected 24, 25, 29 or 30"),
    (songFile(tracks: 1, [[0x4D, 0x54]]), 16, "no tracks, expected at least one MTrk chunk"),
    (
      songFile(tracks: 1, [[0x4D, 0x54, 0x72, 0x6B, 0, 0]]), 20, "no tracks, expected at least one MTrk chunk"
    ),
    (
      [0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0] + Array("RMID".utf8), 12,
      "a RIFF file without a song, expected a data chunk"
    ),
  ]

  @Test(arguments: broken.indices)
  func `A broken file is refused with byte and reason`(index: Int) {
    let (bytes, offset, reason) = Self.broken[index]
    #expect(throws: ReadingProblem("byte \(offset): \(reason)")) { try StandardMIDIFile(bytes: bytes) }
  }

  /// Note on at once, note off after 96 ticks, in whatever is around them; and what is told, if anything.
  private static let damaged: [([UInt8], String?)] = [
    (songFile(format: 2, [track(notes + end)]), nil),
    (songFile(format: 3, [track(notes + end)]), "byte 8: unknown format 3, read as format 1"),
    (
      songFile(format: 0, [track(notes + end), track(end)]),
      "byte 10: 2 tracks in a file of format 0, read as format 1"
    ),
    (songFile(tracks: 3, [track(notes + end)]), "byte 10: the header counts 3 tracks, and there are 1"),
    (
      songFile(tracks: 1, [track(end), track(notes + end)]),
      "byte 10: the header counts 1 tracks, and there are 2"
    ),
    (
      songFile([[0x4D, 0x54, 0x72, 0x6B, 0x7F, 0xFF, 0xFF, 0xFF] + notes + end]),
      "byte 18: a length of 2147483647 bytes reaches beyond the end"
    ),
    (
      songFile([track(notes + [0x81])]),
      "byte 31: the data end inside a time; the rest of track 1 is not played"
    ),
    (
      songFile([track(notes + [0, 0x90, 60, 0x80])]),
      "byte 33: status byte 128, expected a data byte; the rest of track 1 is not played"
    ),
    (
      songFile([track(notes + [0, 0xF1])]),
      "byte 31: status byte 241 cannot stand in a file; the rest of track 1 is not played"
    ),
    (
      songFile([track(notes + [0, 0xFF, 1, 5, 1])]),
      "byte 33: a length of 5 bytes reaches beyond the end; the rest of track 1 is not played"
    ),
    (
      songFile([track(notes + [0x81, 0x82, 0x83, 0x84, 0x05])]),
      "byte 30: a variable-length number of more than 4 bytes; the rest of track 1 is not played"
    ),
    (
      songFile([track([0, 0xFF, 0x51, 3, 0, 0, 0] + notes + end)]),
      "byte 26: a tempo of 0 microseconds a quarter note; it is left out"
    ),
    (
      songFile([track([0, 0xFF, 0x51, 2, 1, 0] + notes + end)]),
      "byte 26: a tempo of 2 bytes, expected 3; it is left out"
    ),
    (
      songFile([track([0, 0x90, 60, 100, 0, 0xFF, 1, 0, 96, 60, 0] + end)]),
      "byte 31: running status goes on after another kind of event"
    ),
    (
      songFile([track([0, 0x90, 60, 100, 0, 0xF0, 2, 1, 0xF7, 96, 60, 0] + end)]),
      "byte 32: running status goes on after another kind of event"
    ),
    (riff(songFile([track(notes + end)])), nil),
  ]
  private static let notes: [UInt8] = [0, 0x90, 60, 100, 96, 0x90, 60, 0]

  private static func riff(_ song: [UInt8]) -> [UInt8] {
    let other = Array("DISP".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let data = Array("data".utf8) + [UInt8(song.count), 0, 0, 0] + song
    let body = Array("RMID".utf8) + other + data
    return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
  }

  @Test(arguments: damaged.indices)
  func `What is in a damaged or unusual file plays, and it is told where it is wrong`(index: Int) throws {
    let (bytes, warning) = Self.damaged[index]
    let song = try StandardMIDIFile(bytes: bytes)
    #expect(song.events == [Timed(noteOn, at: 0), Timed(noteOff, at: 0.5)])
    #expect(song.warnings == (warning.map { [$0] } ?? []))
  }

  @Test func `The songs of format 2 follow each other`() throws {
    let song = try StandardMIDIFile(
      bytes: songFile(format: 2, [track(Self.notes + end), track(Self.notes + end)]))
    #expect(song.events.map(\.seconds) == [0, 0.5, 0.5, 1])
    #expect(song.duration == 1 && song.warnings.isEmpty)
  }

  @Test func `An error says file, byte, what, what was expected and what to do`() {
    let error = #expect(throws: SpinetError.self) {
      try StandardMIDIFile(bytes: songFile(division: [0, 0], [track(end)]), file: "song.mid")
    }
    #expect(error?.code == .fileInvalid)
    #expect(
      error?.description
        == "song.mid: byte 12: a division of 0 ticks, expected at least 1; give a standard MIDI file"
    )
  }

  @Test func `A file cut anywhere and a file of random bytes never trap`() throws {
    let whole = songFile([
      track([0, 0xFF, 0x51, 3, 1, 2, 3, 9, 0x90, 60, 100, 0x82, 5, 60, 0, 1, 0xF0, 1, 2] + end)
    ])
    #expect(try StandardMIDIFile(bytes: whole).events.count == 2)
    for count in whole.indices {
      let cut = Array(whole.prefix(count))
      // The header has 14 bytes, and that of the track 8.
      guard count >= 22 else {
        #expect(throws: ReadingProblem.self) { try StandardMIDIFile(bytes: cut) }
        continue
      }
      let song = try StandardMIDIFile(bytes: cut)
      #expect(!song.warnings.isEmpty && song.events.count <= 2)
    }
    var random = SeededBytes(state: 7)
    var played = 0
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int(random.next() % UInt64(bytes.count))] = random.byte() }
      guard let song = try? StandardMIDIFile(bytes: bytes) else { continue }
      played += 1
      #expect(song.duration.isFinite && song.duration >= song.events.last?.seconds ?? 0)
    }
    #expect(played > 100)
  }

  @Test func `A long time of many events stays in order`() throws {
    let wait: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
    let slowest: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF]
    let data = slowest + (0..<5_000).flatMap { _ in wait + [0xC0, 1] } + end
    let song = try StandardMIDIFile(bytes: songFile(division: [0, 1], [track(data)]))
    #expect(song.events.count == 5_000)
    #expect(zip(song.events, song.events.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
  }
}
