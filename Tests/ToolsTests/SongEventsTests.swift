import SpinetMIDI
import SpinetMIDIFile
import Testing

@testable import SpinetTools

struct SongEventsTests {
  /// A song of a note at tick 0 and 480, with a tempo change at the second and another at its end.
  private static let song: [UInt8] = {
    let track: [UInt8] =
      [0, 0x90, 60, 100, 0x83, 0x60, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90, 0, 0x90, 62, 100]
      + [0x83, 0x60, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  private func events(until end: Double) throws -> [String] {
    var song = SongEvents(try StandardMIDIFile(bytes: Self.song, file: "test.mid"))
    var lines: [String] = []
    while let (seconds, event) = song.next(until: end) {
      switch event {
      case .message(let message, let track): lines.append("\(seconds) \(message.bytes[1]) \(track as Any)")
      case .tempo(let tempo): lines.append("\(seconds) tempo \(tempo)")
      default: lines.append("\(seconds) other")
      }
    }
    return lines
  }

  @Test func `A tempo comes before a note of the same time, and none after the last note`() throws {
    #expect(try events(until: 10) == ["0.0 60 nil", "0.5 tempo 240.0", "0.5 62 nil"])
  }

  @Test func `Nothing comes after the end`() throws {
    #expect(try events(until: 0.4) == ["0.0 60 nil"])
  }
}
