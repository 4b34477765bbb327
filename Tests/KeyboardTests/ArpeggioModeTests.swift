import SpinetKeyboard
import SpinetMIDI
import SpinetTime
import Testing

/// What each mode plays, as tables. A sixteenth note at 120 beats a minute lasts 125 ms.
struct ArpeggioModeTests {
  @Test(
    arguments: [
      (.up, 1, [60, 64, 67, 60, 64, 67, 60]),
      (.down, 1, [67, 64, 60, 67, 64, 60, 67]),
      (.upDown, 1, [60, 64, 67, 64, 60, 64, 67]),
      (.downUp, 1, [67, 64, 60, 64, 67, 64, 60]),
      (.played, 1, [64, 60, 67, 64, 60, 67, 64]),
      (.up, 2, [60, 64, 67, 72, 76, 79, 60]),
      (.down, 2, [79, 76, 72, 67, 64, 60, 79]),
      (.upDown, 2, [60, 64, 67, 72, 76, 79, 76]),
      (.downUp, 2, [79, 76, 72, 67, 64, 60, 64]),
      (.played, 2, [64, 60, 67, 76, 72, 79, 64]),
      (.up, 5, [60, 64, 67, 72, 76, 79, 84]),
    ] as [(ArpeggioSettings.Mode, Int, [Int])])
  func `Each mode has its order`(mode: ArpeggioSettings.Mode, octaves: Int, notes: [Int]) {
    var rig = ArpeggioRig(mode) {
      $0.arpeggio.octaves = octaves
      // The keys are pressed at one moment, before the first step.
      $0.arpeggio.restart = .free
    }
    rig.wait(until: 1)
    rig.press(64, 60, 67)
    rig.wait(until: 876)
    #expect(rig.begun == notes)
  }

  @Test func `Notes begin on their step and end by their gate`() {
    var rig = ArpeggioRig(.up)
    rig.press(60, 64)
    rig.wait(until: 300)
    #expect(rig.text == "0 +60 62.5 -60 125 +64 187.5 -64 250 +60")
  }

  @Test func `Chord plays all notes on each step, an octave higher on each second one`() {
    var rig = ArpeggioRig(.chord) {
      $0.arpeggio.octaves = 2
      $0.arpeggio.restart = .free
    }
    rig.wait(until: 1)
    rig.press(64, 60)
    rig.wait(until: 260)
    #expect(rig.text == "125 +60 125 +64 187.5 -60 187.5 -64 250 +72 250 +76")
  }

  @Test func `Random is the same from the same seed, plays every note, and differs by seed`() {
    func play(_ seed: UInt64) -> [Int] {
      var rig = ArpeggioRig(.random) { $0.arpeggio.seed = seed }
      rig.press(60, 64, 67)
      rig.wait(until: 4000)
      return rig.begun
    }
    #expect(play(1) == play(1))
    #expect(play(1) != play(2))
    #expect(Set(play(1)) == [60, 64, 67])
    #expect(play(1).count == 33)
  }

  @Test(
    arguments: [
      ("1/1", 2000), ("1/4", 500), ("1/8.", 375), ("1/8T", 166.667), ("1/64", 31.25), ("1/64T", 20.833),
    ] as [(String, Double)])
  func `Rates are lengths of notes`(rate: String, milliseconds: Double) throws {
    let length = try #require(NoteLength(rate))
    var rig = ArpeggioRig(.up) { $0.arpeggio.rate = length }
    rig.press(60)
    rig.wait(until: milliseconds - 0.01)
    #expect(rig.begun == [60])
    rig.wait(until: milliseconds + 0.01)
    #expect(rig.begun == [60, 60])
  }

  @Test func `Swing delays each second step, and gate is a part of what is left`() {
    var rig = ArpeggioRig(.up) {
      $0.arpeggio.swing = Swing(percent: 60)
      $0.arpeggio.gate = 100
    }
    rig.press(60, 64)
    rig.wait(until: 400)
    #expect(rig.text == "0 +60 150 -60 150 +64 250 -64 250 +60 400 -60 400 +64")
  }

  @Test func `A pattern has rests, ties, accents and octaves`() {
    let steps = ["x", ".", "X+1", "_", "x-1"].compactMap(ArpeggioStep.init)
    var rig = ArpeggioRig(.up) {
      $0.arpeggio.pattern = steps
      $0.arpeggio.velocity = 64
    }
    rig.press(60)
    rig.wait(until: 760)
    #expect(
      rig.text == "0 +60 62.5 -60 250 +72 437.5 -72 500 +48 562.5 -48 625 +60 687.5 -60")
    #expect(rig.gains.map { ($0 * 127).rounded() } == [64, 96, 64, 64])
  }

  @Test(
    arguments: [("x", true), ("X+3", true), ("x-3", true), (".", true), ("_", true)]
      + [
        "", "y", "x4", "x+4",
        "x+", "..", "x++1", "+1",
      ].map { ($0, false) })
  func `Steps are written as they are read`(text: String, isStep: Bool) {
    #expect(ArpeggioStep(text)?.description == (isStep ? text : nil))
  }

  @Test func `Velocity is as played or fixed`() {
    var rig = ArpeggioRig(.up)
    rig.send(0x90, 60, 40)
    rig.send(0x90, 64, 90)
    rig.wait(until: 130)
    rig.change { $0.arpeggio.velocity = 7 }
    rig.wait(until: 260)
    #expect(rig.gains.map { ($0 * 127).rounded() } == [40, 90, 7])
  }

  @Test func `Another tempo counts from its own moment on`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.rate = NoteLength("1/1") ?? .sixteenth }
    rig.press(60)
    rig.wait(until: 1100)
    var clock = TickClock()
    clock.set(Tempo(240), at: 1_900_000_000)
    rig.keyboard.follow(clock, at: 1900)
    rig.wait(until: 1960)
    #expect(rig.text == "0 +60 1000 -60 1950 +60")
  }

  @Test func `Notes beyond the keys stay in the nearest octave that has them`() {
    var rig = ArpeggioRig(.up) { $0.arpeggio.octaves = 5 }
    rig.press(120)
    rig.wait(until: 510)
    #expect(rig.begun == [120, 120, 120, 120, 120])
  }
}

/// Chords and scales.
struct ChordAndScaleTests {
  @Test(arguments: [ArpeggioSettings.Restart.note, .free])
  func `Keys that follow the first of a chord by less than 50 ms sound with it`(
    restart: ArpeggioSettings.Restart
  ) {
    var rig = ArpeggioRig(.chord) { $0.arpeggio.restart = restart }
    rig.press(60)
    rig.wait(until: 20)
    rig.press(64)
    rig.wait(until: 50)
    rig.press(67)
    rig.wait(until: 51)
    rig.press(71)
    rig.wait(until: 126)
    rig.press(74)
    rig.wait(until: 200)
    #expect(
      rig.text == "0 +60 20 +64 50 +67 62.5 -60 62.5 -64 62.5 -67 "
        + "125 +60 125 +64 125 +67 125 +71 187.5 -60 187.5 -64 187.5 -67 187.5 -71")
  }

  @Test func `A chord that begins has nothing of the one before it`() {
    var rig = ArpeggioRig(.chord) { $0.arpeggio.restart = .free }
    rig.press(60)
    rig.wait(until: 10)
    rig.lift(60)
    rig.wait(until: 20)
    rig.press(64, 67)
    rig.wait(until: 126)
    #expect(rig.text == "0 +60 62.5 -60 125 +64 125 +67")
  }

  @Test func `A chord sounds as long as its key`() {
    var rig = ArpeggioRig(.off) { $0.chord = .minorSeventh }
    rig.press(60)
    #expect(rig.held == [60, 63, 67, 70])
    rig.wait(until: 50)
    rig.lift(60)
    #expect(rig.held == [])
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `A note of two chords sounds until both keys are up`() {
    var rig = ArpeggioRig(.off) { $0.chord = .major }
    rig.press(60)
    rig.press(64)
    #expect(rig.held == [60, 64, 67, 68, 71])
    rig.lift(64)
    #expect(rig.held == [60, 64, 67])
    rig.lift(60)
    #expect(rig.held == [])
  }

  @Test func `A remembered chord is the one of the settings`() {
    var rig = ArpeggioRig(.off) {
      $0.chord = .memory
      $0.chordMemory = [0, 5, 10, -12]
    }
    rig.press(60)
    #expect(rig.held == [48, 60, 65, 70])
  }

  @Test func `The pedal holds a chord's notes`() {
    var rig = ArpeggioRig(.off) { $0.chord = .fifth }
    rig.send(0xB0, 64, 127)
    rig.press(60)
    rig.lift(60)
    #expect(rig.held == [60, 67])
    rig.send(0xB0, 64, 0)
    #expect(rig.held == [])
  }

  @Test(
    arguments: [
      (ScaleLock(.major, root: 0), [60, 62, 62, 64, 64, 65, 67, 67, 69, 69, 71, 71]),
      (ScaleLock(.harmonicMinor, root: 9), [60, 62, 62, 64, 64, 65, 68, 68, 68, 69, 71, 71]),
      (ScaleLock(.minorPentatonic, root: 2), [60, 62, 62, 65, 65, 65, 67, 67, 69, 69, 72, 72]),
    ] as [(ScaleLock, [Int])])
  func `A wrong key plays the next right one above`(scale: ScaleLock, notes: [Int]) {
    for (step, note) in notes.enumerated() {
      var rig = ArpeggioRig(.off) { $0.scale = scale }
      rig.press(UInt8(60 + step))
      #expect(rig.held == [note])
      rig.lift(UInt8(60 + step))
      #expect(rig.held == [])
    }
  }

  @Test func `Every scale has a right key for every key, each chord its notes`() {
    for kind in ScaleLock.Kind.allCases {
      for root in 0..<12 {
        var rig = ArpeggioRig(.off) { $0.scale = ScaleLock(kind, root: root) }
        for key in 0..<128 { rig.press(UInt8(key)) }
        for key in 0..<128 { rig.lift(UInt8(key)) }
        #expect(rig.held == [])
        #expect(rig.begun.allSatisfy { kind == .off || ScaleLock(kind, root: root).isRight($0) })
      }
    }
    for kind in ChordKind.allCases {
      var rig = ArpeggioRig(.off) { $0.chord = kind }
      rig.press(0, 64, 127)
      rig.lift(0, 64, 127)
      #expect(rig.held == [])
    }
  }

  @Test func `An arpeggio plays the notes of the chord`() {
    var rig = ArpeggioRig(.up) { $0.chord = .major }
    rig.press(60)
    rig.wait(until: 380)
    #expect(rig.begun == [60, 64, 67, 60])
  }
}
