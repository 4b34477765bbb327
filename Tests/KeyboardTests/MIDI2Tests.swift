import SpinetEngine
import SpinetMIDI
import Testing

@testable import SpinetKeyboard

@Suite struct MIDI2Tests {
  private var rig = KeyboardRig(.midi)
  private let one = Channel(status: 0)

  private mutating func play(_ message: MIDI2Message) -> [VoiceEvent] {
    rig.answer { $0.keyboard.play(message, from: .file, at: $0.now, into: &$0.events) }
  }

  private mutating func strike(_ key: UInt8, _ velocity: UInt16 = 0x8000, pitch: Double? = nil)
    -> [VoiceEvent]
  {
    play(.noteOn(one, key: key, Strike(NoteVelocity(sixteenBits: velocity), pitch: pitch)))
  }

  /// The lower sixteen bits of a velocity are heard.
  @Test mutating func `A velocity of sixteen bits is a gain with all of them`() {
    let gains = [0x8000, 0x8001, 0xFFFF].map { strike(60, $0).values(.gain).first ?? -1 }
    #expect(gains[0] < gains[1] && gains[1] - gains[0] < 0.000_1)
    #expect(gains[2] == 1)
    #expect(strike(60, 0).values(.gate) == [0, 1], "a note-on with velocity 0 begins a note")
  }

  @Test mutating func `The bend of one note leaves the others alone`() {
    _ = strike(60)
    _ = strike(64)
    let bent = play(.notePitch(one, key: 64, 0xA000_0000))
    #expect(bent.voices == [1])
    #expect(abs((bent.values(.bend).last ?? 0) - 2) < 1e-9, "a quarter of 48 semitones up is an octave")
  }

  @Test mutating func `The bends of a note and of its channel add up, also after its end`() {
    rig = KeyboardRig(.midi, ringing: true)
    _ = strike(60)
    _ = play(.notePitch(one, key: 60, 0xA000_0000))
    let channelBend = MIDI2Message.pitchBend(one, 0xFFFF_FFFF)
    let both = 2 * Semitones.ratio(2)
    #expect(abs((play(channelBend).values(.bend).last ?? 0) - both) < 1e-6)
    _ = play(.noteOff(one, key: 60, velocity: 0))
    #expect(abs((play(.pitchBend(one, 0)).values(.bend).last ?? 0) - 2 * Semitones.ratio(-2)) < 1e-9)
  }

  @Test mutating func `The range of the bends of notes is a parameter`() {
    _ = strike(60)
    _ = play(.parameter(one, .notePitchRange, 12 << 25))
    #expect(abs((play(.notePitch(one, key: 60, 0)).values(.bend).last ?? 0) - 0.5) < 1e-9)
    let wider = play(.parameter(one, .notePitchRange, 24 << 25))
    #expect(abs((wider.values(.bend).last ?? 0) - 0.25) < 1e-9, "a note that is bent follows the range")
  }

  @Test mutating func `A note sounds at the pitch that it brings, or that its controller says`() {
    #expect(abs((strike(60, pitch: 69).values(.freq).first ?? 0) - 440) < 1e-9)
    let moved = play(.noteController(one, key: 60, .pitch, 81 << 25))
    #expect(abs((moved.values(.freq).first ?? 0) - 880) < 1e-9)
  }

  @Test mutating func `The timbre of a note hides its channel's`() {
    _ = strike(60)
    _ = strike(64)
    #expect(play(.noteController(one, key: 60, .brightness, .max)).values(.timbre) == [1])
    let channel = play(.controlChange(one, controller: 74, 0))
    #expect(channel.voices == [1] && channel.values(.timbre) == [0])
  }

  @Test mutating func `What is said of a key before its note is the note's`() {
    _ = play(.notePitch(one, key: 60, 0xA000_0000))
    #expect(abs((strike(60).values(.bend).first ?? 0) - 2) < 1e-9)
    #expect(strike(62).values(.bend) == [1])
  }

  @Test mutating func `A detached note keeps what it has, and a reset takes it away`() {
    _ = strike(60)
    _ = play(.notePitch(one, key: 60, 0xA000_0000))
    _ = play(.noteManagement(one, key: 60, .detaches))
    #expect(play(.notePitch(one, key: 60, 0xC000_0000)).isEmpty)
    let next = play(.noteManagement(one, key: 60, .resets))
    #expect(next.isEmpty)
    #expect(strike(60).values(.bend) == [1])
    _ = play(.notePitch(one, key: 60, 0xA000_0000))
    #expect(play(.noteManagement(one, key: 60, .resets)).values(.bend) == [1])
  }

  @Test mutating func `Pressure, bend and pedals have all their bits`() {
    _ = strike(60)
    #expect(play(.polyPressure(one, key: 60, 1)).values(.pressure) == [1 / Double(UInt32.max)])
    #expect(play(.channelPressure(one, .max)).values(.pressure) == [1])
    let bend = play(.pitchBend(one, 0x8000_0001)).values(.bend).first ?? 0
    #expect(bend > 1 && bend < 1.000_000_001)
    _ = play(.controlChange(one, controller: 64, 0x8000_0000))
    #expect(play(.noteOff(one, key: 60, velocity: 0)).isEmpty, "held by the pedal")
    #expect(play(.controlChange(one, controller: 64, 0x7FFF_FFFF)).values(.gate) == [0])
  }

  @Test mutating func `Seven bits in the packets of MIDI 2.0 sound as they did`() {
    for seven in [1, 64, 100, 127] as [UInt8] {
      let old = rig.play(0x90, 60, seven).values(.gain)
      #expect(play(.noteOn(one, key: 60, Strike(NoteVelocity(seven)))).values(.gain) == old)
    }
  }

  /// Any messages in any order end in silence when everything is released.
  @Test mutating func `Nothing that comes hangs`() {
    var random: UInt64 = 34
    for _ in 0..<20_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let head = 0x4000_0000 | UInt32(truncatingIfNeeded: random >> 40) & 0x00F0_0FFF
      let packet = UMPPacket(head, UInt32(truncatingIfNeeded: random >> 8))
      if case .midi2(let message) = packet.content { _ = play(message) }
    }
    let events = rig.answer { $0.keyboard.releaseAll(into: &$0.events) }
    #expect(rig.keyboard.heldNotes == 0)
    #expect(events.values(.bend).allSatisfy { $0.isFinite && $0 > 0 })
  }
}

extension [VoiceEvent] {
  /// The voices that were set, each once, in order.
  fileprivate var voices: [Int] {
    var all: [Int] = []
    for case .set(let voice, _, _) in self where !all.contains(voice.index) { all.append(voice.index) }
    return all
  }
}
