import SpinetMIDI
import Testing

let one = Channel(status: 0)
let ten = Channel(status: 9)

@Suite struct MIDIMessageTests {
  static let table: [([UInt8], MIDIMessage)] = [
    ([0x80, 60, 5], .noteOff(one, key: 60, velocity: 5)),
    ([0x99, 127, 1], .noteOn(ten, key: 127, velocity: 1)),
    ([0xA0, 1, 2], .polyPressure(one, key: 1, pressure: 2)),
    ([0xB9, 74, 64], .controlChange(ten, controller: 74, value: 64)),
    ([0xC0, 12], .programChange(one, program: 12)),
    ([0xD9, 99], .channelPressure(ten, pressure: 99)),
    ([0xE0, 0, 64], .pitchBend(one, value: 8192)),
    ([0xE9, 127, 127], .pitchBend(ten, value: 16383)),
    ([0xE0, 1, 0], .pitchBend(one, value: 1)),
    ([0xF1, 0x35], .quarterFrame(0x35)),
    ([0xF2, 1, 2], .songPosition(257)),
    ([0xF3, 7], .songSelect(7)),
    ([0xF6], .tuneRequest),
    ([0xF8], .timingClock),
    ([0xFA], .start),
    ([0xFB], .continue),
    ([0xFC], .stop),
    ([0xFE], .activeSensing),
    ([0xFF], .systemReset),
  ]

  @Test(arguments: table)
  func `Each message has its bytes, and the bytes are that message`(bytes: [UInt8], message: MIDIMessage) {
    #expect(message.bytes == bytes)
    #expect(MIDIMessage(bytes: bytes) == message)
    var parser = MIDIParser()
    #expect(bytes.compactMap { parser.parse($0) } == [message])
    #expect(parser.strayBytes == 0)
  }

  @Test func `A note-on of velocity 0 is a note-off of velocity 64`() {
    #expect(MIDIMessage(bytes: [0x90, 60, 0]) == .noteOff(one, key: 60, velocity: 64))
  }

  @Test(
    arguments: [
      [], [0x90], [0x90, 60], [0x90, 60, 1, 1], [60, 1], [0x90, 0x80, 1], [0x90, 60, 0xF8], [0xC0, 1, 1],
      [0xF0, 1, 0xF7], [0xF4], [0xF5], [0xF7], [0xF9], [0xFD], [0xF8, 0],
    ] as [[UInt8]])
  func `Bytes that are not one whole message are none`(bytes: [UInt8]) {
    #expect(MIDIMessage(bytes: bytes) == nil)
  }

  @Test func `Values too wide are cut, never sent as status bytes`() {
    #expect(MIDIMessage.noteOn(one, key: 200, velocity: 255).bytes == [0x90, 72, 127])
    #expect(MIDIMessage.pitchBend(one, value: 0xFFFF).bytes == [0xE0, 127, 127])
  }

  @Test func `A 14-bit controller is two control changes, beyond 31 one`() {
    var sent: [[UInt8]] = []
    MIDIMessage.controller14(ten, number: 2, value: 257) { sent.append($0.bytes) }
    MIDIMessage.controller14(ten, number: 64, value: 127) { sent.append($0.bytes) }
    #expect(sent == [[0xB9, 2, 2], [0xB9, 34, 1], [0xB9, 64, 127]])
  }

  @Test func `A parameter is four control changes`() {
    var sent: [[UInt8]] = []
    MIDIMessage.parameter(one, number: 1234, value: 16383, registered: false) { sent.append($0.bytes) }
    MIDIMessage.parameter(one, number: 6, value: 128, registered: true) { sent.append($0.bytes) }
    #expect(sent.prefix(4) == [[0xB0, 99, 9], [0xB0, 98, 82], [0xB0, 6, 127], [0xB0, 38, 127]])
    #expect(sent.suffix(4) == [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 1], [0xB0, 38, 0]])
  }
}
