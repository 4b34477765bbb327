import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

struct PedalTests {
  @Test func `The sustain pedal holds at 64 and lets go at 63, on its own channel`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x91, 62, 100)
    rig.play(0xB0, 64, 64)
    #expect(rig.play(0x80, 60, 0).isEmpty)
    #expect(rig.play(0x81, 62, 0).releases == [1])
    #expect(rig.play(0xB0, 64, 63).releases == [0])
  }

  @Test func `An engine that asks hears which pedals hold a note whose key is up`() {
    var configuration = KeyboardConfiguration.midi
    configuration.sendsPedals = true
    var rig = KeyboardRig(configuration)
    rig.play(0x90, 60, 100)
    rig.play(0xB0, 66, 127)
    rig.play(0xB0, 64, 127)
    #expect(rig.play(0x80, 60, 0) == [.set(VoiceNumber(0), .pedals, 3)])
    #expect(rig.play(0xB0, 66, 0) == [.set(VoiceNumber(0), .pedals, 1)])
    #expect(rig.play(0xB0, 64, 0).releases == [0])
    // Without a pedal, nothing is told.
    rig.play(0x90, 62, 100)
    #expect(!rig.play(0x80, 62, 0).contains { if case .set(_, .pedals, _) = $0 { true } else { false } })
  }

  @Test(arguments: [(true, Restrike.automatic), (false, .ring)])
  func `A key struck again under a pedal joins its note, if that fades or may ring`(
    fades: Bool, rule: Restrike
  ) {
    for pedal: UInt8 in [64, 66] {
      var configuration = KeyboardConfiguration.midi
      configuration.restrike = rule
      var rig = KeyboardRig(configuration, voices: 3)
      rig.keyboard.fades = fades
      rig.play(0x90, 60, 120)
      rig.play(0xB0, pedal, 127)
      #expect(rig.play(0x80, 60, 0).isEmpty)
      let again = rig.play(0x90, 60, 10)
      #expect(again.starts == [1] && again.releases.isEmpty)
      // Without sustain, only what was down when the pedal was pressed is held.
      #expect(rig.play(0x80, 60, 0).releases == (pedal == 64 ? [] : [1]))
      rig.play(0x90, 60, 20)
      let last = rig.play(0x90, 62, 20)
      // The limit of voices ends the oldest one.
      #expect(pedal == 66 || last.steals == [0])
      rig.play(0x80, 62, 0)
      rig.play(0x80, 60, 0)
      #expect(rig.play(0xB0, pedal, 0).releases.contains(pedal == 64 ? 1 : 0))
      #expect(rig.keyboard.heldNotes == 0)
    }
  }

  @Test(arguments: [(false, Restrike.automatic), (true, .damp)])
  func `A key struck again under a pedal ends a note that would sound for ever`(fades: Bool, rule: Restrike) {
    var configuration = KeyboardConfiguration.midi
    configuration.restrike = rule
    var rig = KeyboardRig(configuration)
    rig.keyboard.fades = fades
    rig.play(0x90, 60, 120)
    rig.play(0xB0, 64, 127)
    rig.play(0x80, 60, 0)
    #expect(rig.play(0x90, 60, 10).releases == [0])
  }

  @Test func `Without a pedal, a key struck again ends its note`() {
    var rig = KeyboardRig(.midi)
    rig.keyboard.fades = true
    rig.play(0x90, 60, 120)
    #expect(rig.play(0x90, 60, 10).releases == [0])
  }

  @Test func `Sostenuto holds only the keys that are down when it is pressed`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0xB0, 66, 127)
    rig.play(0x90, 64, 100)
    #expect(rig.play(0x80, 60, 0).isEmpty)
    #expect(rig.play(0x80, 64, 0).releases == [1])
    #expect(rig.play(0xB0, 66, 0).releases == [0])
  }

  @Test func `The soft pedal takes a third of the gain of notes struck while it is down`() {
    var rig = KeyboardRig(.midi)
    rig.play(0xB0, 67, 127)
    #expect(isNear(rig.play(0x90, 60, 127).values(.gain).first, 0.66))
    rig.play(0xB0, 67, 0)
    #expect(rig.play(0x90, 62, 127).values(.gain) == [1])
  }

  @Test(arguments: [UInt8(123), 124, 125, 126, 127])
  func `All notes off honours the pedal`(controller: UInt8) {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0xB0, 64, 127)
    #expect(rig.play(0xB0, controller, 0).isEmpty)
    #expect(rig.play(0xB0, 64, 0).releases == [0])
    rig.play(0x90, 60, 100)
    #expect(rig.play(0xB0, controller, 0).releases == [0])
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `All sound off steals the channel's voices, ringing ones too`() {
    var rig = KeyboardRig(.midi, ringing: true)
    rig.play(0x90, 60, 100)
    rig.play(0x90, 62, 100)
    rig.play(0x91, 64, 100)
    rig.play(0x80, 60, 0)
    #expect(rig.play(0xB0, 120, 0).steals == [0, 1])
    #expect(rig.keyboard.soundingVoices == 1)
  }

  @Test func `Resetting controllers lifts the pedal and centres the bend`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0xB0, 64, 127)
    rig.play(0xE0, 0, 0)
    rig.play(0x80, 60, 0)
    let events = rig.play(0xB0, 121, 0)
    #expect(events.values(.bend) == [1])
    #expect(events.releases == [0])
  }

  /// What is said before the reset, what must come of the reset, and what it must leave alone.
  @Test(
    arguments: [
      ([[0xE0, 0, 0]], .bend, [1]),
      ([[0xD0, 100]], .pressure, [0]),
      ([[0xA0, 60, 100]], .pressure, [0]),
      ([[0xD0, 100], [0xA0, 60, 50]], .pressure, [0]),
      ([[0xB0, 74, 100]], .timbre, []),
      ([], .pressure, []),
    ] as [([[UInt8]], VoiceParameter, [Double])])
  func `Reset All Controllers resets what RP-015 says`(
    before: [[UInt8]], parameter: VoiceParameter, values: [Double]
  ) {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x91, 60, 100)
    for bytes in before { rig.send(bytes) }
    #expect(rig.play(0xB0, 121, 0).values(parameter) == values)
  }

  @Test(arguments: [UInt8(64), 66])
  func `Reset All Controllers lifts the pedal of its channel`(pedal: UInt8) {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x91, 60, 100)
    for channel in 0...1 as ClosedRange<UInt8> { rig.play(0xB0 | channel, pedal, 127) }
    rig.play(0x80, 60, 0)
    rig.play(0x81, 60, 0)
    #expect(rig.play(0xB0, 121, 0).releases == [0])
  }

  @Test func `Reset All Controllers lifts the soft pedal, keeps the bend range, and selects no parameter`() {
    var rig = KeyboardRig(.midi)
    for (controller, value): (UInt8, UInt8) in [(101, 0), (100, 0), (6, 12), (67, 127), (121, 0), (6, 2)] {
      rig.play(0xB0, controller, value)
    }
    #expect(rig.play(0x90, 60, 127).values(.gain) == [1])
    #expect(rig.play(0xE0, 0, 0).values(.bend) == [0.5])
  }

  @Test func `Bend follows RPN 0, in semitones and hundredths, for its own channel`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x91, 60, 100)
    #expect(isNear(rig.play(0xE0, 0, 0).values(.bend).first, 0.8908987181))
    for (controller, value): (UInt8, UInt8) in [(101, 0), (100, 0), (6, 12), (38, 0)] {
      rig.play(0xB0, controller, value)
    }
    #expect(rig.play(0xE0, 0, 0).values(.bend) == [0.5])
    #expect(isNear(rig.play(0xE1, 0, 0).values(.bend).first, 0.8908987181))
    rig.play(0xB0, 101, 127)
    rig.play(0xB0, 100, 127)
    rig.play(0xB0, 6, 2)
    #expect(rig.play(0xE0, 0, 0).values(.bend) == [0.5], "the null parameter takes no data")
  }

  @Test func `Channel pressure goes to its channel's voices, key pressure to one`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x90, 62, 100)
    #expect(rig.play(0xD0, 127).values(.pressure) == [1, 1])
    #expect(rig.play(0xA0, 62, 0) == [.set(VoiceNumber(1), .pressure, 0)])
    #expect(rig.play(0x90, 64, 1).values(.pressure) == [1], "a new note begins with what is known")
  }
}
