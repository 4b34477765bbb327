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
}
