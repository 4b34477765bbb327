import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import Testing

struct MPETests {
  private func rig() -> KeyboardRig {
    var configuration = KeyboardConfiguration.midi
    configuration.zones = MPEZones(lower: 15, upper: 0)
    return KeyboardRig(configuration)
  }

  @Test func `Two members play one note with two bends, two pressures and two places`() {
    var rig = rig()
    rig.play(0xE1, 0, 64)
    let first = rig.play(0x91, 60, 100)
    #expect(first.names == ["freq", "bend", "gain", "keyboard", "key", "x", "gate"])
    #expect(rig.play(0x92, 60, 100).starts == [1])
    let up = rig.play(0xE1, 0, 80)
    #expect(up.count == 3)
    #expect(up.values(.bend) == [2])
    #expect(up.values(.key) == [72])
    #expect(up.values(.x) == [0.5])
    #expect(rig.play(0xD2, 127) == [.set(VoiceNumber(1), .pressure, 1)])
    #expect(rig.play(0xB2, 74, 0).names == ["y", "timbre"])
  }

  @Test func `A note that a pedal holds keeps its expression, and follows only the master`() {
    var rig = rig()
    rig.play(0xE1, 0, 80)
    rig.play(0x91, 60, 100)
    rig.play(0xB0, 64, 127)
    #expect(rig.play(0x81, 60, 0).isEmpty)
    // The next note on its channel begins with another bend, pressure and timbre.
    #expect(
      rig.play(0xE1, 0, 32).isEmpty && rig.play(0xD1, 90).isEmpty && rig.play(0xB1, 74, 3).isEmpty)
    #expect(rig.play(0x91, 64, 100).starts == [1])
    let bent = rig.play(0xE1, 0, 96)
    #expect(bent.filter { $0 == .set(VoiceNumber(1), .bend, 4) }.count == 1 && bent.values(.bend).count == 1)
    let zone = rig.play(0xE0, 0, 0).values(.bend)
    #expect(zone.count == 2 && zone.contains { isNear($0, 2 * 2.0.power(-2 / 12.0)) })
    #expect(rig.play(0x81, 64, 0).isEmpty)
    #expect(rig.play(0xB0, 64, 0).releases == [0, 1])
  }

  @Test func `The master bends, holds and ends the whole zone`() {
    var rig = rig()
    rig.play(0x91, 60, 100)
    rig.play(0x92, 64, 100)
    #expect(rig.play(0xE0, 0, 0).values(.bend).count == 2)
    rig.play(0xB0, 64, 127)
    #expect(rig.play(0x81, 60, 0).isEmpty)
    #expect(rig.play(0x82, 64, 0).isEmpty)
    #expect(rig.play(0xB0, 64, 0).releases == [0, 1])
    rig.play(0x91, 60, 100)
    #expect(rig.play(0xB0, 123, 0).releases == [0])
  }

  @Test func `RPN 6 makes a zone, ends what sounds there, and RPN 0 on one member sets all`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x91, 60, 100)
    rig.play(0xB0, 101, 0)
    rig.play(0xB0, 100, 6)
    #expect(rig.play(0xB0, 6, 5).releases == [0])
    rig.play(0x91, 60, 100)
    #expect(rig.play(0xE1, 0, 80).values(.bend) == [2])
    for (controller, value): (UInt8, UInt8) in [(101, 0), (100, 0), (6, 24)] {
      rig.play(0xB3, controller, value)
    }
    #expect(isNear(rig.play(0xE1, 0, 80).values(.bend).first, 2.0.squareRoot()))
    rig.play(0x96, 60, 100)
    #expect(isNear(rig.play(0xE6, 0, 0).values(.bend).first, 2.0.power(-2 / 12.0)), "channel 7 is plain")
  }

  @Test(arguments: [(15, 0, 15, 0), (7, 7, 7, 7), (10, 10, 10, 4), (0, 15, 0, 15), (14, 3, 14, 0)])
  func `Zones leave room for each other's masters`(lower: Int, upper: Int, gotLower: Int, gotUpper: Int) {
    let zones = MPEZones(lower: lower, upper: upper)
    #expect([zones.lower, zones.upper] == [gotLower, gotUpper])
  }

  @Test func `Out, each voice has its channel, the longest free first, and its values before its note-on`() {
    var output = KeyboardMIDIOutput(.mpe(members: 3))
    func play(_ voice: Int, _ note: Double) -> [MIDIMessage] {
      var messages: [MIDIMessage] = []
      let voice = VoiceNumber(voice)
      let events: [VoiceEvent] = [
        .start(voice, serial: 1), .set(voice, .gate, 1), .set(voice, .freq, hertz(note)),
        .set(voice, .y, 1), .set(voice, .pressure, 0),
      ]
      output.send(events, into: &messages)
      return messages
    }
    func channel(_ number: Int) -> Channel { Channel(number: number)! }
    let first: [MIDIMessage] = [
      .pitchBend(channel(2), value: 8192 - 85), .controlChange(channel(2), controller: 74, value: 127),
      .channelPressure(channel(2), pressure: 0), .noteOn(channel(2), key: 61, velocity: 100),
    ]
    #expect(play(0, 60.5) == first)
    #expect(play(1, 60).last == .noteOn(channel(3), key: 60, velocity: 100))
    var messages: [MIDIMessage] = []
    output.send([.release(VoiceNumber(0))], into: &messages)
    #expect(messages == [.noteOff(channel(2), key: 61, velocity: 64)])
    #expect(play(2, 62).last == .noteOn(channel(4), key: 62, velocity: 100))
    #expect(play(3, 62).last == .noteOn(channel(2), key: 62, velocity: 100))
    #expect(play(4, 62).first == .noteOff(channel(3), key: 60, velocity: 64))
  }

  @Test func `What rings follows its channel's bend until a new note has the channel`() {
    var configuration = KeyboardConfiguration.midi
    configuration.zones = MPEZones(lower: 15, upper: 0)
    var rig = KeyboardRig(configuration, ringing: true)
    rig.play(0x91, 60, 100)
    rig.play(0x81, 60, 0)
    #expect(rig.play(0xE1, 0, 80) == [.set(VoiceNumber(0), .bend, 2)])
    rig.play(0x91, 64, 100)
    #expect(rig.play(0xE1, 0, 64).filter { $0 == .set(VoiceNumber(1), .bend, 1) }.count == 1)
    #expect(
      !rig.play(0xE1, 0, 64).contains { if case .set(VoiceNumber(0), _, _) = $0 { true } else { false } })
  }

  @Test func `On one channel a second note finds the bend at rest, and the last one has its own back`() {
    let channel = Channel(number: 3)!
    var output = KeyboardMIDIOutput(.midi(channel))
    var messages: [MIDIMessage] = []
    let (one, two) = (VoiceNumber(0), VoiceNumber(1))
    output.send([.start(one, serial: 1), .set(one, .freq, hertz(60)), .set(one, .gate, 1)], into: &messages)
    output.send([.set(one, .freq, hertz(60.5))], into: &messages)
    messages.removeAll()
    output.send([.start(two, serial: 1), .set(two, .freq, hertz(64)), .set(two, .gate, 1)], into: &messages)
    #expect(messages == [.pitchBend(channel, value: 8192), .noteOn(channel, key: 64, velocity: 100)])
    messages.removeAll()
    output.send([.release(two)], into: &messages)
    #expect(
      messages == [.noteOff(channel, key: 64, velocity: 64), .pitchBend(channel, value: 8192 + 2048)])
    messages.removeAll()
    output.send([.set(one, .freq, hertz(63))], into: &messages)
    #expect(
      messages == [
        .noteOff(channel, key: 60, velocity: 64), .pitchBend(channel, value: 8192),
        .noteOn(channel, key: 63, velocity: 100),
      ], "beyond the bend range it is struck again")
  }

  @Test func `The voice without polyphony is a new note each time its gate opens`() {
    var configuration = KeyboardConfiguration(.current)
    configuration.polyphony = .instrument
    var rig = KeyboardRig(configuration)
    var output = KeyboardMIDIOutput(.midi(Channel(status: 0)))
    var messages: [MIDIMessage] = []
    output.send(rig.events, into: &messages)
    #expect(messages.isEmpty)
    output.send(rig.down(0, 10, 10), into: &messages)
    output.send(rig.down(1, 100, 10), into: &messages)
    output.send(rig.up(1, 100, 10), into: &messages)
    let keys = messages.compactMap { if case .noteOn(_, let key, _) = $0 { key } else { nil } }
    #expect(keys == [60, 61])
    #expect(messages.last == .noteOff(Channel(status: 0), key: 61, velocity: 64))
  }

  @Test func `What goes out comes in again as the same pitch`() {
    var source = KeyboardRig(
      KeyboardFile(declaration: "SmartKeyboard{'nKeyb':'1','quantizationMode':'1'}", file: "test")
        .configuration)
    var output = KeyboardMIDIOutput(.mpe(members: 15))
    var target = KeyboardRig(.midi)
    var messages = output.introduction
    output.send(source.down(0, 300, 10), into: &messages)
    let moved = source.move(0, 500, 10)
    output.send(moved, into: &messages)
    var heard: [VoiceEvent] = []
    for message in messages {
      heard += target.answer { $0.keyboard.play(message, from: .file, at: 0, into: &$0.events) }
    }
    let sounded = heard.values(.freq).last! * heard.values(.bend).last!
    #expect(isNear(sounded, moved.values(.freq).last!, 4e-4))
  }

  @Test func `Only the voices of fingers go out if so wished`() {
    var rig = KeyboardRig(.seed)
    var output = KeyboardMIDIOutput(.midi(Channel(status: 3)))
    var messages: [MIDIMessage] = []
    let note = rig.play(0x90, 60, 100)
    output.send(note, where: { rig.keyboard.finger(of: $0) != nil }, into: &messages)
    #expect(messages.isEmpty)
    let down = rig.down(0, 10, 10)
    output.send(down, where: { rig.keyboard.finger(of: $0) != nil }, into: &messages)
    #expect(messages.last == .noteOn(Channel(status: 3), key: 48, velocity: 100))
    messages.removeAll()
    output.send(rig.play(0x80, 60, 0) + rig.up(0, 10, 10), into: &messages)
    #expect(messages == [.noteOff(Channel(status: 3), key: 48, velocity: 64)])
  }
}
