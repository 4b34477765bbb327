import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetTime
import Testing

/// What holds keys in an arpeggio, and what ends them: nothing hangs, and nothing is cut.
struct ArpeggioHoldTests {
  @Test func `A key that is let go ends the arpeggio, and its last note keeps its gate`() {
    var rig = ArpeggioRig(.up)
    rig.press(60)
    rig.wait(until: 10)
    rig.lift(60)
    rig.wait(until: 1000)
    #expect(rig.text == "0 +60 62.5 -60")
    #expect(rig.keyboard.nextTick == nil)
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `A key that is let go with a step does not play it`() {
    var rig = ArpeggioRig(.up)
    rig.press(60)
    rig.wait(until: 124)
    rig.rig.now = 125
    rig.lift(60)
    rig.press(64)
    rig.wait(until: 200)
    #expect(rig.text == "0 +60 62.5 -60 125 +64 187.5 -64")
  }

  @Test func `The latch keeps keys until others are pressed`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.latches = true }
    rig.press(60)
    rig.lift(60)
    rig.wait(until: 260)
    #expect(rig.begun == [60, 60, 60])
    rig.press(64)
    rig.press(67)
    rig.lift(64)
    rig.lift(67)
    rig.wait(until: 600)
    #expect(rig.begun == [60, 60, 60, 64, 67, 64])
    rig.change { $0.arpeggio.latches = false }
    rig.wait(until: 2000)
    #expect(rig.begun.count == 6)
    #expect(rig.held == [])
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `A part that plays no more lets its latched keys go, and not those that are down`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.latches = true }
    rig.press(60, 64)
    rig.lift(60)
    rig.keyboard.unlatch()
    rig.wait(until: 300)
    #expect(rig.begun == [60, 64, 64])
    rig.lift(64)
    rig.keyboard.unlatch()
    rig.wait(until: 2000)
    #expect(rig.held == [])
    #expect(rig.keyboard.nextTick == nil)
  }

  @Test func `The sustain pedal holds keys, not the notes`() {
    var rig = ArpeggioRig(.up)
    rig.send(0xB0, 64, 127)
    rig.press(60)
    rig.lift(60)
    rig.press(64)
    rig.lift(64)
    rig.wait(until: 300)
    #expect(rig.text == "0 +60 62.5 -60 125 +64 187.5 -64 250 +60")
    rig.send(0xB0, 64, 0)
    rig.wait(until: 2000)
    #expect(rig.text == "0 +60 62.5 -60 125 +64 187.5 -64 250 +60 312.5 -60")
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `It restarts with a note, or waits for the clock's next step`() {
    var rig = ArpeggioRig(.up)
    rig.wait(until: 40)
    rig.press(60)
    rig.wait(until: 170)
    #expect(rig.text == "40 +60 102.5 -60 165 +60")
    var free = ArpeggioRig(.up) { $0.arpeggio.restart = .free }
    free.wait(until: 40)
    free.press(60)
    free.wait(until: 251)
    #expect(free.text == "125 +60 187.5 -60 250 +60")
  }

  @Test func `Where positions end it stands, and does not play for ever`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.restart = .free }
    rig.press(60)
    rig.advance(to: 9e15)
    rig.advance(to: 9.1e15)
    #expect(rig.begun.count < 4)
  }

  @Test(arguments: [[0xB0, 123, 0], [0xB0, 120, 0], [0xFF]] as [[UInt8]])
  func `All notes off, all sound off and a reset end keys and notes`(bytes: [UInt8]) {
    var rig = ArpeggioRig(.up) { $0.arpeggio.latches = true }
    rig.press(60, 64)
    rig.wait(until: 10)
    rig.rig.events.removeAll()
    if bytes.count == 1 { rig.send(bytes[0]) } else { rig.send(bytes[0], bytes[1], bytes[2]) }
    #expect(rig.held == [])
    #expect(rig.keyboard.nextTick == nil)
    rig.lift(60, 64)
    rig.wait(until: 1000)
    #expect(rig.begun == [60])
  }

  @Test func `A port that leaves ends its own keys`() {
    var rig = ArpeggioRig(.up)
    let (one, two) = (PortID(rawValue: 1), PortID(rawValue: 2))
    rig.send(0x90, 60, 100, port: one)
    rig.send(0x90, 64, 100, port: two)
    rig.wait(until: 10)
    rig.act { $0.release(port: one, into: &$1) }
    #expect(rig.held == [])
    rig.wait(until: 300)
    #expect(rig.begun == [60, 64, 64])
  }

  @Test func `Another keyboard, an engine that starts, and the end of all notes leave nothing`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.latches = true }
    rig.press(60)
    rig.act { $0.reconfigure(.midi, size: .standard, into: &$1) }
    #expect(rig.held == [])
    #expect(rig.keyboard.nextTick == nil)
    #expect(rig.keyboard.noteEffects == .none)
    rig.change { $0.arpeggio.mode = .down }
    rig.press(62)
    rig.act { $0.releaseAll(into: &$1) }
    #expect(rig.held == [])
    #expect(rig.keyboard.nextTick == nil)
    rig.press(62)
    rig.act { $0.engineStarted(into: &$1) }
    #expect(rig.keyboard.nextTick == nil)
  }

  @Test func `Keys that are down when it is switched on sound on, and end with their keys`() {
    var rig = ArpeggioRig(.off)
    rig.press(60)
    rig.change { $0.arpeggio.mode = .up }
    rig.wait(until: 300)
    #expect(rig.text == "0 +60")
    rig.lift(60)
    #expect(rig.held == [])
  }

  @Test func `A key that is struck again after it was switched off ends with its note-off`() {
    var rig = ArpeggioRig(.up)
    rig.press(60)
    rig.change { $0.arpeggio.mode = .off }
    rig.press(60)
    rig.wait(until: 500)
    #expect(rig.held == [60])
    rig.lift(60)
    #expect(rig.held == [])
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `Switched off in the middle of a note, the note ends by its gate`() {
    var rig = ArpeggioRig(.up)
    rig.press(60)
    rig.wait(until: 10)
    rig.change { $0.arpeggio.mode = .off }
    rig.wait(until: 500)
    #expect(rig.text == "0 +60 62.5 -60")
    rig.lift(60)
    rig.press(60)
    #expect(rig.held == [60])
    rig.lift(60)
    #expect(rig.held == [])
  }

  @Test func `Channel pressure, bend and key pressure reach the notes that sound`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.octaves = 2 }
    rig.press(60)
    rig.wait(until: 130)
    #expect(rig.held == [72])
    rig.send(0xD0, 127)
    #expect(rig.pressures == [1])
    rig.send(0xA0, 60, 0)
    #expect(rig.pressures == [1, 0])
    rig.send(0xE0, 0, 0)
    #expect(rig.rig.events.values(.bend).count == 1)
    rig.wait(until: 260)
    // The next note begins with both.
    #expect(rig.pressures == [1, 0, 1, 0])
  }

  @Test func `Keyboards without polyphony and surfaces of controls pass by`() {
    for polyphony in [Polyphony.instrument, .controlSurface] {
      var configuration = KeyboardConfiguration.midi
      configuration.polyphony = polyphony
      var rig = ArpeggioRig(.up, configuration: configuration) { $0.chord = .major }
      rig.press(60)
      #expect(rig.begun == [60])
      #expect(rig.keyboard.nextTick == nil)
    }
  }

  @Test func `Fingers pass by`() {
    var configuration = KeyboardConfiguration.seed
    configuration.noteEffects.arpeggio.mode = .up
    configuration.noteEffects.chord = .major
    var rig = KeyboardRig(configuration)
    #expect(rig.down(0, 1, 200).starts.count == 1)
    #expect(rig.keyboard.nextTick == nil)
  }

  @Test func `After a pause it goes on in time and makes nothing up`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.rate = NoteLength("1/64") ?? .sixteenth }
    rig.press(60)
    rig.advance(to: 3_600_010)
    #expect(rig.begun.count == 1)
    #expect(rig.held == [])
    rig.wait(until: 3_600_032)
    #expect(rig.lines.suffix(2) == ["3600031.25", "+60"])
  }

  @Test func `Another tempo moves the steps that come, a jump of the clock leaves them in step`() {
    var rig = ArpeggioRig(.up)
    rig.press(60)
    rig.wait(until: 125)
    rig.keyboard.follow(TickClock(tempo: Tempo(60), position: .sixteenth, at: 125_000_000), at: 125)
    rig.wait(until: 380)
    #expect(rig.text == "0 +60 62.5 -60 125 +60 250 -60 375 +60")
    rig.keyboard.follow(TickClock(tempo: Tempo(60), position: .quarter * 1000, at: 380_000_000), at: 380)
    rig.wait(until: 700)
    #expect(rig.text == "0 +60 62.5 -60 125 +60 250 -60 375 +60 500 -60 625 +60")
  }

  @Test func `A thousand random acts leave nothing that sounds`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var rig = ArpeggioRig(.up)
      var random = Numbers(state: seed)
      for _ in 0..<400 { rig.actByChance(&random) }
      for key in 0..<128 as Range<UInt8> { rig.lift(key) }
      rig.send(0xB0, 64, 0)
      rig.change { $0 = .none }
      rig.wait(until: rig.rig.now + 20_000)
      #expect(rig.held == [], "seed \(seed)")
      #expect(rig.keyboard.nextTick == nil, "seed \(seed)")
      #expect(rig.keyboard.heldNotes == 0, "seed \(seed)")
    }
  }
}

/// Numbers without a pattern.
private struct Numbers {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}

extension ArpeggioRig {
  /// Presses, lifts, pedals, changes, or waits.
  fileprivate mutating func actByChance(_ random: inout Numbers) {
    let key = UInt8(48 + random.below(24))
    switch random.below(8) {
    case 0, 1, 2: press(key)
    case 3, 4: lift(key)
    case 5: send(0xB0, 64, random.below(2) == 0 ? 127 : 0)
    case 6:
      let numbers = (0..<4).map { _ in random.below(1000) }
      change {
        $0.arpeggio.mode = ArpeggioSettings.Mode.allCases[numbers[0] % 8]
        $0.arpeggio.latches = numbers[1] % 2 == 0
        $0.arpeggio.rate = NoteLength(index: numbers[2] % 21)
        $0.chord = ChordKind.allCases[numbers[3] % ChordKind.allCases.count]
        $0.arpeggio.restart = numbers[3] % 2 == 0 ? .note : .free
      }
    default: wait(until: rig.now + Double(random.below(300)))
    }
  }
}
