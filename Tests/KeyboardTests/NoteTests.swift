import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

struct NoteTests {
  private func rig(_ polyphony: Polyphony = .voices(.max), _ mode: MonoMode = .last, voices: Int = 4)
    -> KeyboardRig
  {
    var configuration = KeyboardConfiguration.midi
    configuration.polyphony = polyphony
    configuration.monoMode = mode
    return KeyboardRig(configuration, voices: voices)
  }

  @Test func `A note says everything before its gate opens`() {
    var rig = rig()
    let events = rig.play(0x90, 60, 100)
    #expect(events.first == .start(VoiceNumber(0), serial: 1))
    #expect(events.names == ["freq", "bend", "gain", "keyboard", "key", "gate"])
    #expect(isNear(events.values(.freq).first, 261.6255653))
    #expect(events.values(.bend) == [1])
    #expect(events.values(.gain) == [100.0 / 127])
    #expect(events.values(.key) == [60])
    #expect(rig.play(0x80, 60, 0) == [.set(VoiceNumber(0), .gate, 0), .release(VoiceNumber(0))])
    #expect(rig.keyboard.soundingVoices == 0)
  }

  @Test func `The lowest free voice is taken, and the oldest held one yields when none is free`() {
    var rig = rig(voices: 3)
    #expect([60, 62, 64].flatMap { rig.play(0x90, $0, 100).starts } == [0, 1, 2])
    rig.play(0x80, 62, 0)
    #expect(rig.play(0x90, 65, 100).starts == [1])
    let events = rig.play(0x90, 67, 100)
    #expect(events.first == .steal(VoiceNumber(0)))
    #expect(events.starts == [0])
    #expect(rig.play(0x80, 60, 0).isEmpty, "the stolen note's end must not touch its successor")
  }

  @Test func `A ringing voice yields before a held one, the one that has rung longest first`() {
    var rig = KeyboardRig(.midi, voices: 3, ringing: true)
    for key: UInt8 in [60, 62, 64] { rig.play(0x90, key, 100) }
    rig.play(0x80, 64, 0)
    rig.play(0x80, 60, 0)
    #expect(rig.play(0x90, 65, 100).steals == [2])
    #expect(rig.play(0x90, 67, 100).steals == [0])
    #expect(rig.play(0x90, 69, 100).steals == [1])
  }

  @Test func `A late report of an end is not taken for the successor's`() {
    var rig = KeyboardRig(.midi, voices: 1, ringing: true)
    rig.play(0x90, 60, 100)
    rig.play(0x80, 60, 0)
    rig.play(0x90, 62, 100)
    rig.keyboard.voiceEnded(VoiceNumber(0), serial: 1)
    #expect(rig.keyboard.soundingVoices == 1)
    rig.keyboard.voiceEnded(VoiceNumber(0), serial: 2)
    #expect(rig.keyboard.soundingVoices == 0)
    #expect(rig.play(0x80, 62, 0).isEmpty)
  }

  @Test func `A key struck twice sounds once, until its first note-off`() {
    var rig = rig()
    rig.play(0x90, 60, 100)
    let again = rig.play(0x90, 60, 90)
    #expect(again.releases == [0] && again.starts == [0])
    // Another channel holds the same key.
    #expect(rig.play(0x91, 60, 90).starts == [1])
    #expect(rig.play(0x80, 60, 0).releases == [0])
    #expect(rig.play(0x80, 60, 0).isEmpty)
    #expect(rig.keyboard.heldNotes == 1)
    // The key has healed itself.
    #expect(rig.play(0x90, 60, 100).starts == [0])
    #expect(rig.play(0x80, 60, 0).releases == [0])
    #expect(rig.play(0x81, 60, 0).releases == [1])
  }

  @Test func `A key struck twice sounds once, until its second note-off, where strikes are counted`() {
    var configuration = KeyboardConfiguration.midi
    configuration.countsStrikes = true
    var rig = KeyboardRig(configuration, voices: 4)
    rig.play(0x90, 60, 100)
    let again = rig.play(0x90, 60, 90)
    #expect(again.releases == [0])
    #expect(again.starts == [0])
    #expect(rig.play(0x80, 60, 0).isEmpty)
    #expect(rig.play(0x80, 60, 0).releases == [0])
    #expect(rig.keyboard.heldNotes == 0)
  }

  /// Keys go down (positive) and up (negative); what sounds after each.
  @Test(
    arguments: [
      (MonoMode.first, [60, 64, 55, -60, -64], [60, 60, 60, 64, 55]),
      (.last, [60, 64, 55, -55, -64], [60, 64, 55, 64, 60]),
      (.steal, [60, 64, 55, -55], [60, 64, 55, nil]),
      (.highest, [60, 64, 55, -64, -60], [60, 64, 64, 60, 55]),
      (.lowest, [60, 64, 55, -55, -60], [60, 60, 55, 60, 64]),
    ] as [(MonoMode, [Int], [Int?])])
  func `One voice goes to whom the mode prefers`(mode: MonoMode, keys: [Int], sounding: [Int?]) {
    var rig = rig(.voices(1), mode)
    var note: Int?
    for (key, expected) in zip(keys, sounding) {
      let events = rig.play(key > 0 ? 0x90 : 0x80, UInt8(abs(key)), 100)
      if !events.releases.isEmpty || !events.steals.isEmpty { note = nil }
      if let new = events.notes.last { note = new }
      #expect(note == expected, "after \(key)")
      #expect(rig.keyboard.soundingVoices <= 1)
    }
  }

  @Test func `Without polyphony one voice exists and events only write its parameters`() {
    var rig = rig(.voices(1))
    rig = KeyboardRig(
      {
        var c = KeyboardConfiguration.midi
        c.polyphony = .instrument
        return c
      }())
    #expect(rig.events == [.start(VoiceNumber(0), serial: 1)])
    #expect(rig.play(0x90, 60, 100).names == ["freq", "bend", "gain", "keyboard", "key", "gate"])
    #expect(rig.play(0x90, 64, 100).starts.isEmpty)
    #expect(rig.play(0x80, 64, 0).notes == [60])
    #expect(rig.play(0x80, 60, 0) == [.set(VoiceNumber(0), .gate, 0)])
    #expect(rig.keyboard.soundingVoices == 1)
  }

  @Test func `With -1 fingers make no voices and notes do`() {
    var configuration = KeyboardConfiguration.seed
    configuration.polyphony = .controlSurface
    var rig = KeyboardRig(configuration)
    #expect(rig.down(0, 10, 10).allSatisfy { if case .set(.all, _, _) = $0 { true } else { false } })
    #expect(rig.play(0x90, 60, 100).starts == [0])
  }

  @Test func `The octave shifts new notes only, and an old one ends under its own name`() {
    var rig = rig()
    rig.play(0x90, 60, 100)
    rig.keyboard.octave = 1
    #expect(rig.play(0x80, 60, 0).releases == [0])
    #expect(rig.play(0x90, 60, 100).notes == [72])
  }

  @Test func `A controller that leaves takes its own notes and pedals and no others`() {
    let (mine, theirs) = (PortID(rawValue: 1), PortID(rawValue: 2))
    var rig = rig()
    rig.play(0xB0, 64, 127, port: mine)
    rig.play(0x90, 60, 100, port: mine)
    rig.play(0x90, 60, 100, port: theirs)
    rig.play(0x80, 60, 0, port: mine)
    let events = rig.answer { $0.keyboard.release(port: mine, into: &$0.events) }
    #expect(events.releases == [0])
    #expect(rig.keyboard.heldNotes == 1)
    rig.play(0x90, 60, 100, port: mine)
    #expect(rig.play(0x80, 60, 0, port: mine).releases == [0], "its pedal is up after it left")
  }

  @Test func `A new configuration ends what is held and goes on counting`() {
    var rig = KeyboardRig(.midi, ringing: true)
    rig.play(0x90, 60, 100)
    let change = rig.answer { $0.keyboard.reconfigure(.seed, size: .standard, into: &$0.events) }
    #expect(change == [.set(VoiceNumber(0), .gate, 0), .release(VoiceNumber(0))])
    rig.keyboard.voiceEnded(VoiceNumber(0), serial: 1)
    #expect(rig.play(0x90, 60, 100).first == .start(VoiceNumber(0), serial: 2))
    var instrument = KeyboardConfiguration.seed
    instrument.polyphony = .instrument
    let one = rig.answer { $0.keyboard.reconfigure(instrument, size: .standard, into: &$0.events) }
    #expect(one.suffix(2) == [.steal(VoiceNumber(0)), .start(VoiceNumber(0), serial: 3)])
    let none = rig.answer { $0.keyboard.reconfigure(.midi, size: .standard, into: &$0.events) }
    #expect(none.last == .steal(VoiceNumber(0)))
  }

  @Test func `Silence takes every voice, and the one without polyphony begins again`() {
    var rig = KeyboardRig(.midi, ringing: true)
    rig.play(0x90, 60, 100)
    rig.play(0x90, 64, 100)
    rig.play(0x80, 60, 0)
    #expect(rig.answer { $0.keyboard.silenceAll(into: &$0.events) }.steals == [0, 1])
    #expect(rig.keyboard.soundingVoices == 0 && rig.keyboard.heldNotes == 0)
    var configuration = KeyboardConfiguration.midi
    configuration.polyphony = .instrument
    rig = KeyboardRig(configuration)
    #expect(rig.answer { $0.keyboard.silenceAll(into: &$0.events) }.starts == [0])
  }
}

@Test func `An engine that hears channels is told the channel of each note, in MPE that of its zone`() {
  var configuration = KeyboardConfiguration.midi
  var silent = KeyboardRig(configuration)
  #expect(silent.play(0x93, 60, 100).values(.channel) == [])
  configuration.sendsChannel = true
  var rig = KeyboardRig(configuration)
  for status in UInt8(0x90)...0x9F {
    #expect(rig.play(status, 60, 100).values(.channel) == [Double(status & 0x0F) + 1])
  }
  configuration.zones.setLower(7)
  var zoned = KeyboardRig(configuration)
  #expect(zoned.play(0x93, 60, 100).values(.channel) == [1])
  #expect(zoned.play(0x99, 60, 100).values(.channel) == [10])
}
