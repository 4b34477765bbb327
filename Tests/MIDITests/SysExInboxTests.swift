import SpinetMIDI
import Testing

struct SysExInboxTests {
  private let one = PortID(rawValue: 1)
  private let two = PortID(rawValue: 2)

  @Test func `A message in pieces is put together, each port on its own`() {
    var inbox = SysExInbox()
    var whole: [[UInt8]] = []
    inbox.take([0xF0, 1, 2], from: one) { whole.append($0) }
    inbox.take([0xF0, 9], from: two) { whole.append($0) }
    #expect(inbox.isInside(one) && inbox.isInside(two) && whole.isEmpty)
    inbox.take([3, 0xF7], from: one) { whole.append($0) }
    inbox.take([0xF7, 0xF0, 7, 0xF7], from: two) { whole.append($0) }
    #expect(whole == [[1, 2, 3], [9], [7]])
    #expect(!inbox.isInside(one) && !inbox.isInside(two))
  }

  @Test func `What is cut off, too long or of a port that left is nothing`() {
    var inbox = SysExInbox()
    var whole: [[UInt8]] = []
    inbox.take([0xF0, 1, 0x90, 2, 3, 0xF7], from: one) { whole.append($0) }
    inbox.take([0xF0] + Array(repeating: 5, count: SysExInbox.limit + 1) + [0xF7], from: one) {
      whole.append($0)
    }
    inbox.take([0xF0, 4], from: one) { whole.append($0) }
    inbox.portLeft(one)
    inbox.take([0xF7], from: one) { whole.append($0) }
    #expect(whole.isEmpty && !inbox.isInside(one))
    #expect(inbox.lostMessages == 3 && inbox.strayBytes == 2)
    inbox.take([0xF0] + Array(repeating: 5, count: SysExInbox.limit) + [0xF7], from: one) { whole.append($0) }
    #expect(whole.map(\.count) == [SysExInbox.limit])
  }

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
