import Foundation

/// A score for `aplaymidi`: a standard MIDI file with a tick a millisecond.
struct Song {
  private var events: [(milliseconds: Int, bytes: [UInt8])] = []

  init() {}

  /// One note on channel 1.
  init(note: UInt8, seconds: Double) { add(note: note, at: 0, until: Int(seconds * 1_000)) }

  /// `count` short notes, one every `milliseconds`.
  static func metronome(note: UInt8, count: Int, every milliseconds: Int) -> Song {
    var song = Song()
    for beat in 1...count { song.add(note: note, at: beat * milliseconds, until: beat * milliseconds + 60) }
    return song
  }

  /// The time between two messages of a channel. A DIN cable carries 3,125 bytes a second, three a message: 0.96 ms. The
  /// emulated machine runs a debug build twenty times as slowly as this one, so it gets a fifth of that rate.
  private static let burstSpacing = 5

  /// A controller of every channel, as 16 cables carry it at once.
  static func burst(controller: UInt8, value: UInt8, milliseconds: Int) -> Song {
    var song = Song()
    for index in 0..<burstLength(milliseconds: milliseconds) {
      for channel in 0..<16 as Range<UInt8> {
        song.events.append((index * burstSpacing, [0xB0 | channel, controller, value]))
      }
    }
    return song
  }

  /// How many messages of a burst each channel gets.
  static func burstLength(milliseconds: Int) -> Int { milliseconds / burstSpacing }

  /// An event each hundredth of a second: a note, a move of controller 20 by one step, the note's end, and another move,
  /// on one channel after the other.
  static func steady(seconds: Int, channels: Int) -> Song {
    var song = Song()
    for turn in 0..<25 * seconds {
      let (channel, key) = (UInt8(turn % channels), UInt8(48 + turn % 24))
      song.events.append((turn * 40, [0x90 | channel, key, 80]))
      song.events.append((turn * 40 + 10, [0xB0 | channel, 20, 1]))
      song.events.append((turn * 40 + 20, [0x80 | channel, key, 0]))
      song.events.append((turn * 40 + 30, [0xB0 | channel, 20, 1]))
    }
    return song
  }

  /// How many moves each channel of such a song has.
  static func movesOfSteady(seconds: Int, channels: Int) -> [Int] {
    (0..<channels).map { channel in 2 * ((25 * seconds - channel + channels - 1) / channels) }
  }

  /// A note again and again for eight seconds, for a way on which messages are lost. Its end is said again too.
  static func insistent(note: UInt8, isHeld: Bool) -> Song {
    var song = Song()
    for turn in 0..<16 {
      song.events.append((turn * 500, [0x90, note, 100]))
      if !isHeld { song.events.append((turn * 500 + 450, [0x80, note, 0])) }
    }
    for turn in 16..<20 where !isHeld { song.events.append((turn * 500, [0x80, note, 0])) }
    return song
  }

  mutating func add(note: UInt8, at start: Int, until end: Int) {
    events.append((start, [0x90, note, 100]))
    events.append((end, [0x80, note, 0]))
  }

  /// Of its times, which are milliseconds at 120 beats a minute.
  var ticksPerBeat: UInt16 = 500

  /// Format 0, 120 beats a minute.
  var file: Data {
    var track: [UInt8] = []
    var now = 0
    for event in events {
      track += Song.variableLength(event.milliseconds - now) + event.bytes
      now = event.milliseconds
    }
    track += [0, 0xFF, 0x2F, 0]
    let header: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, UInt8(ticksPerBeat >> 8), UInt8(ticksPerBeat & 255)]
    let length = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    return Data(header + Array("MTrk".utf8) + length + track)
  }

  private static func variableLength(_ value: Int) -> [UInt8] {
    var groups = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return groups
  }

  /// Starts `aplaymidi` on it, into the sequencer client `client`.
  func play(to client: String) throws -> Program {
    let path = "/tmp/\(UUID().uuidString).mid"
    try file.write(to: URL(filePath: path))
    return try Program(["aplaymidi", "-d", "0", "-p", client, path])
  }
}
