import Scratch
import SpinetOSC
import Testing

/// Packets, byte by byte as OSC 1.0 writes them.
struct OSCPacketTests {
  /// The specification's first example: `/oscillator/4/frequency` with 440.
  private static let example: [UInt8] =
    Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0]

  @Test func `The specification's example is read and written`() throws {
    let message = OSCMessage("/oscillator/4/frequency", [.float(440)])
    #expect(try OSCPacket(Self.example).messages.map(\.message) == [message])
    #expect(message.bytes == Self.example)
  }

  @Test func `Every type is read as it was written`() throws {
    let message = OSCMessage(
      "/a",
      [
        .integer(-5), .long(.min), .float(0.25), .double(-1e300), .text("Köln"), .text(""), .text("four"),
        .bytes([1, 2, 3]), .bytes([]), .time(OSCTime(bits: 77)), .flag(true), .flag(false),
        .midi(1, 0x90, 60, 100), .character(65), .color(0xFF00_00FF), .none, .impulse,
      ])
    #expect(message.bytes.count % 4 == 0)
    #expect(try OSCPacket(message.bytes).messages.map(\.message) == [message])
  }

  @Test func `A message without types has no arguments`() throws {
    #expect(try OSCPacket(Array("/panic\0\0".utf8)).messages.map(\.message) == [OSCMessage("/panic")])
  }

  @Test func `A bundle gives its moment to what is in it, and an inner one is never earlier`() throws {
    let (early, late) = (OSCTime(bits: 5 << 32), OSCTime(bits: 9 << 32))
    let inner = OSCPacket.bundle([OSCMessage("/b")], at: early)
    var outer = OSCPacket.bundle([OSCMessage("/a")], at: late)
    outer += [0, 0, 0, UInt8(inner.count)] + inner
    let messages = try OSCPacket(outer).messages
    #expect(messages.map(\.message.address) == ["/a", "/b"])
    #expect(messages.map(\.time) == [late, late])
  }

  @Test(
    arguments: [
      [], Array("abc\0,f\0\0".utf8), Array("/a".utf8), Array("/a\0\0xf\0\0".utf8), Array("/a\0\0,q\0\0".utf8),
      Array("/a\0\0,i\0\0".utf8) + [0, 0], Array("/a\0\0,i\0\0".utf8) + [0, 0, 0, 1, 0, 0, 0, 0],
      Array("/a\0\0,b\0\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF], Array("#bundle\0".utf8),
      Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9],
      Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `What is no packet is refused`(bytes: [UInt8]) {
    #expect(throws: (any Error).self) { try OSCPacket(bytes) }
  }

  @Test func `Bundles that are too deep are refused`() {
    var bytes = OSCMessage("/a").bytes
    for _ in 0...OSCPacket.depthLimit {
      bytes =
        OSCPacket.bundle([], at: .immediately) + [0, 0, 0, UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
    #expect(throws: (any Error).self) { try OSCPacket(bytes) }
  }

  @Test func `Bytes of all kinds end no process, and what is read is written and read again`() {
    var random = SeededBytes(state: 34)
    for round in 0..<5000 {
      var bytes = OSCPacket.bundle([OSCMessage("/w/x", [.float(1), .text("abc")])], at: .immediately)
      for _ in 0...(round % 5) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
      guard let packet = try? OSCPacket(bytes) else { continue }
      for message in packet.messages.map(\.message) {
        #expect((try? OSCPacket(message.bytes))?.messages.count == 1)
      }
    }
  }
}

/// Moments as NTP writes them.
struct OSCTimeTests {
  @Test func `A moment is read as it was written`() {
    for nanoseconds: UInt64 in [0, 1, 999_999_999, 1_795_667_000_123_456_789, 2_085_978_495_999_999_999] {
      #expect(OSCTime(unixNanoseconds: nanoseconds).unixNanoseconds == nanoseconds)
    }
  }

  @Test func `The second half of a second is half a second`() {
    #expect(OSCTime(bits: 2_208_988_800 << 32 | 1 << 31).unixNanoseconds == 500_000_000)
  }

  @Test func `After 2036 the seconds begin again at 0`() {
    #expect(OSCTime(bits: 1 << 32).unixNanoseconds == 2_085_978_497_000_000_000)
  }

  @Test func `Now has no moment, and neither has 0`() {
    for bits: UInt64 in [0, 1] { #expect(OSCTime(bits: bits).unixNanoseconds == nil) }
    #expect(OSCTime(bits: 2).unixNanoseconds != nil)
  }
}

/// Addresses with wildcards.
struct OSCPatternTests {
  @Test(arguments: [
    ("filter.*", "filter.cutoff", true), ("filter.*", "amp.attack", false), ("*", "", true),
    ("?mp.attack", "amp.attack", true), ("?", "", false), ("[a-c]1", "b1", true), ("[!a-c]1", "b1", false),
    ("[!a-c]1", "d1", true), ("{amp,filter}.cutoff", "filter.cutoff", true),
    ("{amp,filter}.x", "osc.x", false),
    ("a*b*c", "a--b--c", true), ("a*b*c", "a--c--b", false), ("*/level", "bass/level", true),
  ])
  func `A pattern stands for these names`(pattern: String, name: String, isMatch: Bool) {
    #expect(OSCPattern(pattern)?.matches(name) == isMatch)
  }

  @Test func `A name alone is no pattern, and neither is one that does not close or is too long`() {
    for text in ["filter.cutoff", "[a", "{a,b", String(repeating: "*", count: 257)] {
      #expect(OSCPattern(text) == nil)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `A hostile pattern takes no long time`() throws {
    let pattern = try #require(OSCPattern(String(repeating: "*a", count: 127) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 400)))
  }
}
