import SpinetMIDI
import SpinetMIDIFile
import Testing

/// Exclusive messages in files.
struct ExclusiveMessageTests {
  @Test func `A file's messages come with their times, whole or in parts`() throws {
    let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let track: [UInt8] = [
      96, 0xF0, 3, 0x7E, 5, 0xF7,
      96, 0xF0, 2, 1, 2, 0, 0xF7, 1, 3, 0, 0xF7, 2, 4, 0xF7,
      0, 0xF7, 2, 0xF3, 1,
      0, 0xFF, 0x2F, 0,
    ]
    let chunk: [UInt8] = [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8(track.count)]
    let file = try StandardMIDIFile(bytes: header + chunk + track)
    #expect(
      file.exclusives == [
        Timed([0x7E, 5], at: 0.5), Timed([1, 2, 3, 4], at: 1),
      ])
    #expect(file.events.isEmpty && file.lostExclusives == 0)
  }

  @Test func `A file's messages that are too long or never end are counted`() throws {
    let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let long = [UInt8](repeating: 1, count: SysExInbox.limit + 1) + [0xF7]
    let length = [0x80 | UInt8(long.count >> 7), UInt8(long.count & 127)]
    let track: [UInt8] =
      [0, 0xF0] + length + long + [0, 0xF0, 1, 5, 0, 0xF0, 2, 6, 0xF7, 0, 0xF0, 1, 7, 0, 0xFF, 0x2F, 0]
    let chunk: [UInt8] = [0x4D, 0x54, 0x72, 0x6B, 0, 0, UInt8(track.count >> 8), UInt8(track.count & 255)]
    let file = try StandardMIDIFile(bytes: header + chunk + track)
    #expect(file.exclusives.map(\.value) == [[6]])
    #expect(file.lostExclusives == 3)
  }
}
