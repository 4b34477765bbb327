import Scratch
import SpinetMIDI
import Testing

@Suite struct MIDIParserTests {
  private static let noteOn = MIDIMessage.noteOn(one, key: 60, velocity: 100)
  private static let noteOff = MIDIMessage.noteOff(one, key: 60, velocity: 64)

  private static let streams: [(String, [UInt8], [MIDIMessage], Int)] = [
    ("running status", [0x90, 60, 100, 60, 0], [noteOn, noteOff], 0),
    (
      "running status of one data byte", [0xC0, 1, 2],
      [
        .programChange(one, program: 1), .programChange(one, program: 2),
      ], 0
    ),
    (
      "realtime between all bytes", [0x90, 0xF8, 60, 0xFE, 100, 0xFA, 60, 0xF8, 0],
      [
        .timingClock, .activeSensing, noteOn, .start, .timingClock, noteOff,
      ], 0
    ),
    (
      "realtime inside system exclusive", [0xF0, 1, 0xF8, 2, 0xF7, 0x90, 60, 100], [.timingClock, noteOn], 0
    ),
    ("system exclusive ends running status", [0x90, 60, 100, 0xF0, 1, 0xF7, 60, 100], [noteOn], 2),
    ("unterminated system exclusive", [0xF0, 1, 2, 0x90, 60, 100], [noteOn], 0),
    ("system exclusive cut by a tune request", [0xF0, 1, 0xF6], [.tuneRequest], 0),
    ("system exclusive after another", [0xF0, 1, 0xF0, 2, 0xF7], [], 0),
    ("an end of nothing", [0x90, 60, 100, 0xF7, 60], [noteOn], 2),
    ("data at the beginning", [1, 2, 3, 0x90, 60, 100], [noteOn], 3),
    ("a message cut off", [0x90, 60, 0x90, 60, 100], [noteOn], 1),
    ("a song position cut off", [0xF2, 1, 0x90, 60, 100], [noteOn], 1),
    ("undefined common ends running status", [0x90, 60, 100, 0xF4, 60, 0xF5], [noteOn], 3),
    ("undefined realtime leaves all as it is", [0x90, 60, 0xF9, 100, 0xFD, 60, 0], [noteOn, noteOff], 2),
    ("undefined realtime in system exclusive", [0xF0, 1, 0xF9, 2, 0xF7], [], 1),
    ("common has no running status", [0xF3, 1, 2], [.songSelect(1)], 1),
    ("common ends running status", [0x90, 60, 100, 0xF6, 60, 100], [noteOn, .tuneRequest], 2),
    ("realtime leaves running status", [0x90, 60, 100, 0xFC, 60, 0], [noteOn, .stop, noteOff], 0),
  ]

  @Test(arguments: streams.indices)
  func `Streams are read as the specification has it`(index: Int) {
    let (name, bytes, messages, strayBytes) = Self.streams[index]
    var parser = MIDIParser()
    var read: [MIDIMessage] = []
    parser.parse(bytes) { read.append($0) }
    #expect(read == messages, "\(name)")
    #expect(parser.strayBytes == strayBytes, "\(name)")
  }

  private static let exclusives: [([UInt8], [SysExPart])] = [
    ([0xF0, 1, 0xF8, 2, 0xF7], [.start, .data(1), .data(2), .end]),
    ([0xF0, 0xF7], [.start, .end]),
    ([0xF0, 1, 0x90, 60, 100], [.start, .data(1), .cutOff]),
    ([0xF0, 1, 0xF4, 2], [.start, .data(1), .cutOff]),
    ([0xF7, 1, 0xF9], []),
  ]

  @Test(arguments: exclusives.indices)
  func `System exclusive is told part by part`(index: Int) {
    let (bytes, expected) = Self.exclusives[index]
    var parser = MIDIParser()
    var parts: [SysExPart] = []
    for byte in bytes { _ = parser.parse(byte) { parts.append($0) } }
    #expect(parts == expected)
  }

  @Test func `System exclusive is collected whole, up to a bound`() {
    var parser = MIDIParser()
    var collector = SysExCollector(limit: 3)
    var payloads: [[UInt8]] = []
    let stream: [UInt8] = [
      0xF0, 1, 2, 3, 0xF7, 0xF0, 1, 2, 3, 4, 0xF7, 0xF0, 0xF7, 0xF0, 9, 0x80, 0xF0, 8, 0xF0, 7, 0xF7,
    ]
    for byte in stream { _ = parser.parse(byte) { part in collector.take(part).map { payloads.append($0) } } }
    #expect(payloads == [[1, 2, 3], [], [7]])
    #expect(collector.lostMessages == 3)
  }

  @Test func `A copy resumes inside a message`() {
    var parser = MIDIParser()
    #expect(parser.parse(0x90) == nil)
    #expect(parser.parse(60) == nil)
    var copy = parser
    #expect(copy.parse(100) == Self.noteOn)
    #expect(parser.parse(100) == Self.noteOn)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `A million random bytes give nothing but messages`(seed: UInt64) {
    var bytes = SeededBytes(state: seed)
    var parser = MIDIParser()
    var (messages, faults) = (0, 0)
    for _ in 0..<1_000_000 {
      guard let message = parser.parse(bytes.byte()) else { continue }
      messages += 1
      let wire = message.bytes
      let isSound = wire[0] >= 0x80 && wire.dropFirst().allSatisfy { $0 < 0x80 }
      if !isSound || MIDIMessage(bytes: wire) != message { faults += 1 }
    }
    #expect(faults == 0)
    #expect(messages > 50_000)
  }
}
