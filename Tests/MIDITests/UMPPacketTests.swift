import Scratch
import SpinetMIDI
import Testing

@Suite struct UMPPacketTests {
  private func content(_ words: UInt32...) -> UMPPacket.Content? { UMPPacket.all(in: words)?.first?.content }

  @Test func `Packets have the sizes that their message types say`() {
    let sizes = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
    for (type, size) in sizes.enumerated() {
      let words = [UInt32(type) << 28] + [UInt32](repeating: 7, count: size - 1)
      #expect(UMPPacket.all(in: words)?.map(\.words) == [words])
      #expect(UMPPacket.all(in: Array(words.dropLast())) == (size == 1 ? [] : nil))
    }
  }

  @Test(
    arguments: [
      ([0x4092_3C00, 0xC924_0000], MIDI2Message.noteOn(three, key: 60, Strike(.init(sixteenBits: 0xC924)))),
      (
        [0x4092_3C03, 0xC924_7900],
        .noteOn(three, key: 60, Strike(.init(sixteenBits: 0xC924), pitch: 60.5))
      ),
      ([0x4582_3C00, 0x8000_0000], .noteOff(three, key: 60, velocity: 0x8000)),
      ([0x40A2_3C00, 0x1234_5678], .polyPressure(three, key: 60, 0x1234_5678)),
      ([0x40B2_4A00, 0x8765_4321], .controlChange(three, controller: 74, 0x8765_4321)),
      ([0x40C2_0001, 0x0500_0102], .programChange(three, program: 5, bank: 130)),
      ([0x40C2_0000, 0x0500_0102], .programChange(three, program: 5, bank: nil)),
      ([0x40D2_0000, 0xFFFF_FFFF], .channelPressure(three, .max)),
      ([0x40E2_0000, 0x8000_0001], .pitchBend(three, 0x8000_0001)),
      ([0x4062_3C00, 0x9000_0000], .notePitch(three, key: 60, 0x9000_0000)),
      ([0x4002_3C4A, 0x4000_0000], .noteController(three, key: 60, .brightness, 0x4000_0000)),
      ([0x4012_3C80, 0x4000_0000], .noteController(three, key: 60, .assignable(128), 0x4000_0000)),
      ([0x4022_0007, 0x6000_0000], .parameter(three, .notePitchRange, 0x6000_0000)),
      ([0x4032_0102, 0x6000_0000], .parameter(three, .assignable(130), 0x6000_0000)),
      ([0x4042_0001, 0xFFFF_FFFF], .parameterMove(three, .registered(1), by: -1)),
      ([0x4052_0001, 0x0000_0002], .parameterMove(three, .assignable(1), by: 2)),
      ([0x40F2_3C02, 0], .noteManagement(three, key: 60, .detaches)),
      ([0x40F2_3C03, 0], .noteManagement(three, key: 60, [.detaches, .resets])),
    ] as [([UInt32], MIDI2Message)])
  func `Channel voice messages are read and written`(_ words: [UInt32], _ message: MIDI2Message) {
    let packet = UMPPacket.all(in: words)?.first
    #expect(packet?.content == .midi2(message))
    var written = UMPPacket(message, group: packet?.group ?? 0).words
    // A program without a bank leaves the place of the bank empty.
    if case .programChange(_, _, nil) = message { written[1] |= 0x102 }
    #expect(written == words)
  }

  @Test func `MIDI 1.0 travels in packets of its own, and velocity 0 is a release there`() {
    #expect(content(0x2092_3C64) == .midi1(.noteOn(three, key: 60, velocity: 100)))
    #expect(content(0x2092_3C00) == .midi1(.noteOff(three, key: 60, velocity: 64)))
    #expect(content(0x20B2_4A40) == .midi1(.controlChange(three, controller: 74, value: 64)))
    #expect(content(0x10F8_0000) == .midi1(.timingClock))
    #expect(content(0x10F2_0102) == .midi1(.songPosition(257)))
    #expect(content(0x4092_3C00, 0) == .midi2(.noteOn(three, key: 60, Strike(.init(sixteenBits: 0)))))
  }

  @Test func `Other packets say nothing to an instrument`() {
    for words in [[0x0020_0000], [0x10F0_0000], [0x10F9_0000], [0x2072_0000], [0x4072_0000, 0]] as [[UInt32]]
    {
      #expect(UMPPacket.all(in: words)?.first?.content == .other)
    }
    #expect(content(0x3047_0102, 0) == .other, "no piece of that form or size")
    #expect(content(0xF000_0101, 0, 0, 0) == .other)
    #expect(content(0xD010_0000, 0, 0, 0) == .other)
    #expect(UMPPacket(0xF000_0101).group == nil)
    #expect(UMPPacket(0x4582_3C00).group == 5)
  }

  @Test(arguments: [0, 1, 5, 6, 7, 12, 13, 400])
  func `System exclusive messages of any length arrive as they were sent`(_ count: Int) {
    let payload = (0..<count).map { UInt8($0 & 0x7F) }
    var inbox = SysExInbox()
    var received: [[UInt8]] = []
    for packet in UMPPacket.exclusive(payload, group: 3) {
      #expect(packet.group == 3)
      guard case .exclusive(let bytes) = packet.content else {
        Issue.record("not system exclusive")
        continue
      }
      inbox.take(bytes, from: .file) { received.append($0) }
    }
    #expect(received == [payload])
    #expect(inbox.lostMessages == 0 && inbox.strayBytes == 0)
  }

  @Test func `Any words are read, and what they say can be written`() {
    var random = SeededBytes(state: 34)
    for _ in 0..<20_000 {
      let words = (0..<4).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      let packet = UMPPacket(words[0], words[1], words[2], words[3])
      guard case .midi2(let message) = packet.content else { continue }
      #expect(UMPPacket(message).content == .midi2(message))
      message.forEachMIDI1Message { #expect(MIDIMessage(bytes: $0.bytes) == $0) }
      _ = message.control + message.valueText
    }
  }
}

@Suite struct MIDI2MessageTests {
  private func midi1(_ message: MIDI2Message) -> [MIDIMessage] {
    var all: [MIDIMessage] = []
    message.forEachMIDI1Message { all.append($0) }
    return all
  }

  @Test func `MIDI 1.0 hears what it can say, with fewer bits`() {
    #expect(
      midi1(.noteOn(one, key: 60, Strike(.init(sixteenBits: 0xC924)))) == [
        .noteOn(one, key: 60, velocity: 100)
      ])
    #expect(
      midi1(.noteOn(one, key: 60, Strike(.init(sixteenBits: 0)))) == [.noteOn(one, key: 60, velocity: 1)],
      "velocity 0 would be a release")
    #expect(midi1(.noteOff(one, key: 60, velocity: 0)) == [.noteOff(one, key: 60, velocity: 0)])
    #expect(
      midi1(.controlChange(one, controller: 74, 0x8765_4321)) == [
        .controlChange(one, controller: 74, value: 67)
      ])
    #expect(midi1(.pitchBend(one, 0x8000_0001)) == [.pitchBend(one, value: 8192)])
    #expect(
      midi1(.programChange(one, program: 5, bank: 130)) == [
        .controlChange(one, controller: 0, value: 1), .controlChange(one, controller: 32, value: 2),
        .programChange(one, program: 5),
      ])
    #expect(
      midi1(.parameter(one, .registered(0), 0x1800_0000)).map(\.bytes) == [
        [0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12], [0xB0, 38, 0],
      ])
    #expect(midi1(.notePitch(one, key: 60, 0)).isEmpty)
    #expect(midi1(.noteController(one, key: 60, .brightness, 0)).isEmpty)
    #expect(midi1(.noteManagement(one, key: 60, .resets)).isEmpty)
  }

  @Test func `Seven bits become sixteen and come back, with ends and middle exact`() {
    for seven in 0...127 as ClosedRange<UInt8> {
      let wide = NoteVelocity(seven).sixteenBits
      #expect(NoteVelocity(sixteenBits: wide).seven == max(seven, 1))
    }
    #expect(NoteVelocity(64).sixteenBits == 0x8000)
    #expect(NoteVelocity(127).sixteenBits == 0xFFFF)
    #expect(ValueScaling.widen(64, from: 7, to: 32) == 0x8000_0000)
    #expect(ValueScaling.widen(127, from: 7, to: 32) == .max)
    #expect(ValueScaling.widen(0x2000, from: 14, to: 32) == 0x8000_0000)
    #expect(ValueScaling.widen(0x3FFF, from: 14, to: 32) == .max)
  }

  @Test func `Velocities of seven bits are exactly what they were`() {
    for seven in 0...127 as ClosedRange<UInt8> { #expect(NoteVelocity(seven).exact == Double(seven)) }
    #expect(NoteVelocity(sixteenBits: .max).exact == 127)
    let near = [0xC924, 0xC925].map { NoteVelocity(sixteenBits: $0).exact }
    #expect(near[0] < near[1] && near[1] - near[0] < 0.002)
  }

  @Test func `Controls and values read as in mapping files`() {
    let pitch = MIDI2Message.notePitch(one, key: 60, 0xC000_0000)
    #expect(pitch.control == "note C4 pitch ch 1")
    #expect(pitch.valueText == "4096")
    let timbre = MIDI2Message.noteController(ten, key: 61, .brightness, .max)
    #expect(timbre.control == "ctl 74 of note C#4 ch 10")
    #expect(timbre.valueText == "127")
    #expect(
      MIDI2Message.noteController(one, key: 60, .assignable(200), 0).control == "actl 200 of note C4 ch 1")
    #expect(MIDI2Message.controlChange(one, controller: 74, 0x4100_0000).valueText == "32.25")
    #expect(
      MIDI2Message.noteOn(one, key: 60, Strike(.init(sixteenBits: 0xC924), pitch: 60.5)).valueText
        == "on 99.79 pitch 60.5")
    #expect(MIDI2Message.noteManagement(one, key: 60, [.detaches, .resets]).valueText == "detach reset")
    #expect(MIDI2Message.parameter(one, .registered(7), .max).control == "rpn 7 ch 1")
  }
}

private let three = Channel(status: 2)
