import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import Testing

struct FingerTests {
  private func configuration(
    _ text: String = "", file: String = "test"
  ) -> KeyboardConfiguration { KeyboardFile(declaration: "SmartKeyboard{\(text)}", file: file).configuration }

  @Test func `The seed's defaults are four keyboards from 48 by octaves, top to bottom`() {
    var rig = KeyboardRig(.seed)
    for (row, note) in [48, 60, 72, 84].enumerated() {
      let events = rig.down(row, 1, Double(row) * 192 + 1)
      #expect(events.notes == [note])
      #expect(events.values(.keyboard) == [Double(row)])
    }
    #expect(rig.down(9, 1023, 10).notes == [60])
  }

  @Test func `The seed sends gate, freq, keyboard, key, x and y`() {
    var rig = KeyboardRig(.seed)
    let events = rig.down(0, 1024 * 2.25 / 13, 768 * 0.125)
    #expect(events.names == ["gate", "freq", "keyboard", "key", "x", "y"])
    #expect(isNear(events.values(.freq).first, hertz(50)))
    #expect(isNear(events.values(.x).first, 0.25, 1e-9))
    #expect(events.values(.y) == [0.5])
  }

  @Test func `The long names send in the documented order`() {
    var rig = KeyboardRig(
      configuration(
        """
        'Number of Keyboards':'2','Send Fingers Count':'1','Keyboard 1 - Send Keyboard Freq':'1',
        'Keyboard 1 - Send X':'1','Keyboard 1 - Send Y':'1','Keyboard 1 - Send Numbered X':'1',
        'Keyboard 1 - Send Numbered Y':'1','Keyboard 1 - Send Key X':'1','Keyboard 1 - Send Key Y':'1',
        'Keyboard 1 - Send Key Status':'1',
        """))
    let events = rig.down(7, 100, 700)
    #expect(
      events.names == [
        "bend", "gate", "freq", "kb1freq", "kb1bend", "keyboard", "key", "x", "y", "x0", "y0", "kb1k1x",
        "kb1k1y", "kb1k1status", "kb1fingers",
      ])
    #expect(events.values(.keyStatus(keyboard: 1, key: 1)) == [1])
    #expect(rig.up(7, 100, 700).values(.keyStatus(keyboard: 1, key: 1)) == [0])
  }

  @Test(arguments: [
    (0, 0, [0, 1, 2, 3, 4, 5, 6, 7]), (1, 2, [0, 2, 4, 5, 7, 9, 11, 12]),
    (2, 2, [0, 2, 4, 5, 7, 9, 11, 12]), (3, 3, [0, 2, 3, 5, 7, 8, 11, 12]),
  ])
  func `Scales, in the numbers of each generation`(seed: Int, current: Int, steps: [Int]) {
    let old = configuration("'nKeyb':'1','keyb0_nKeys':'8','keyb0_scale':'\(seed)'")
    let new = configuration(
      "'Number of Keyboards':'1','Keyboard 0 - Number of Keys':'8','Keyboard 0 - Scale':'\(current)'")
    for configuration in [old, new] {
      let row = configuration.rows[0]
      #expect((0..<8).map { Int(row.pitch(ofKey: $0)) - row.lowestKey } == steps)
    }
  }

  @Test func `A scale of one's own, from a root of one's own`() {
    let row = configuration("'keyb0_scale':'{2,2,1,2,2,2,1}','keyb0_rootPos':'2'").rows[0]
    #expect((0..<8).map { row.pitch(ofKey: $0) - 48 } == [0, 2, 3, 5, 7, 8, 10, 12])
    let reversed = configuration("'keyb0_orientation':'1'").rows[0]
    #expect(reversed.pitch(ofKey: 0) == 60)
    #expect(reversed.pitch(ofKey: 12) == 48)
  }

  /// Rounding mode, orientation, scale, place in keys of 13 from 60; frequency as a note, and bend after a
  /// move by a quarter of a key.
  @Test(arguments: [
    (0, 0, 0, 4.2, 64.0, 0.0), (0, 1, 0, 4.2, 68, 0), (1, 0, 0, 4.2, 63.7, 0.25), (1, 1, 0, 4.2, 68.3, -0.25),
    (2, 0, 0, 4.2, 64, 0), (2, 1, 0, 4.2, 68, 0), (0, 0, 2, 4.2, 67, 0), (1, 0, 2, 4.2, 66.4, 0.5),
    (2, 0, 2, 4.2, 67, 0),
  ])
  func `Pitch by mode`(mode: Int, reversed: Int, scale: Int, place: Double, note: Double, bend: Double) {
    var rig = KeyboardRig(
      configuration(
        """
        'Number of Keyboards':'1','Rounding Mode':'\(mode)','Keyboard 0 - Orientation':'\(reversed)',
        'Keyboard 0 - Scale':'\(scale)'
        """))
    let key = 1024.0 / 13
    #expect(isNear(rig.down(0, place * key, 10).values(.freq).first, hertz(note)))
    let bends = rig.move(0, (place + 0.25) * key, 10).values(.bend)
    #expect(mode == 0 ? bends.isEmpty : isNear(bends.last, 2.0.power(bend / 12)))
  }

  @Test func `The seed's continuous mode moves the frequency itself`() {
    var rig = KeyboardRig(configuration("'nKeyb':'1','quantizationMode':'1'"))
    let key = 1024.0 / 13
    #expect(isNear(rig.down(0, 4 * key, 10).values(.freq).first, hertz(51.5)))
    let events = rig.move(0, 4.5 * key, 10)
    #expect(isNear(events.values(.freq).first, hertz(52)))
    #expect(events.values(.bend).isEmpty)
  }

  @Test func `A slide is a new note when quantized, and the same one when not`() {
    let key = 1024.0 / 13
    var quantized = KeyboardRig(configuration("'nKeyb':'1','keyb0_nKeys':'13'"))
    quantized.down(0, 0.5 * key, 10)
    let slide = quantized.move(0, 1.5 * key, 10)
    #expect(slide.releases == [0])
    #expect(slide.notes == [49])
    var continuous = KeyboardRig(
      configuration("'Number of Keyboards':'1','Rounding Mode':'1','Keyboard 0 - Send Key Status':'1'"))
    continuous.down(0, 0.5 * key, 10)
    let glide = continuous.move(0, 1.5 * key, 10)
    #expect(glide.starts.isEmpty && glide.releases.isEmpty)
    #expect(glide.values(.key) == [1])
    #expect(glide.values(.keyStatus(keyboard: 0, key: 0)) == [3])
    #expect(glide.values(.keyStatus(keyboard: 0, key: 1)) == [4])
    #expect(isNear(glide.values(.bend).last, 2.0.power(1 / 12.0)))
  }

  @Test
  func `A slide to another keyboard is a new note or, where not allowed, silence until the finger lifts`() {
    var allowed = KeyboardRig(.seed)
    allowed.down(0, 10, 10)
    #expect(allowed.move(0, 10, 200).notes == [60])
    var configuration = KeyboardConfiguration.seed
    configuration.allowsInterKeyboardSlide = false
    var rig = KeyboardRig(configuration)
    rig.down(0, 10, 10)
    #expect(rig.move(0, 10, 200).releases == [0])
    #expect(rig.move(0, 10, 10).isEmpty)
    #expect(rig.up(0, 10, 10).isEmpty)
    #expect(rig.down(0, 10, 10).notes == [48])
  }

  @Test func `A finger beyond the polyphony is not heard, nor one beyond the fingers`() {
    var rig = KeyboardRig(configuration("'maxKeybPoly':'2','maxFingers':'3'"))
    #expect(rig.down(0, 10, 10).starts == [0])
    #expect(rig.down(1, 200, 10).starts == [1])
    #expect(rig.down(2, 400, 10).isEmpty)
    #expect(rig.down(3, 400, 400).isEmpty)
    #expect(rig.up(2, 400, 10).isEmpty)
    #expect(rig.down(3, 400, 400).starts == [2])
  }

  /// Fingers 0, 1, 2 go down on keys 4, 8 and 1; then the sounding one lifts.
  @Test(
    arguments: [
      (0, [48 + 4, 48 + 4, 48 + 4], nil), (1, [52, 56, 49], 52), (2, [52, 56, 49], nil),
      (3, [52, 56, 56], 52), (4, [52, 52, 49], 52),
    ] as [(Int, [Int], Int?)])
  func `One voice goes to the finger that the mode prefers`(mode: Int, sounding: [Int], after: Int?) {
    var rig = KeyboardRig(configuration("'maxKeybPoly':'1','monoMode':'\(mode)'"))
    let key = 1024.0 / 13
    let places = [4.5, 8.5, 1.5].map { $0 * key }
    var note: Int?
    for (finger, place) in places.enumerated() {
      note = rig.down(finger, place, 10).notes.last ?? note
      #expect(note == sounding[finger])
    }
    let active = [52, 56, 49].firstIndex(of: sounding[2])!
    #expect(rig.up(active, places[active], 10).notes.last == after)
  }

  /// Finger 0 sounds on key 8 and slides to `target` while finger 1 waits on key 4.
  @Test(
    arguments: [
      (3, 0, 1, 52), (3, 0, 6, 54), (3, 1, 1, 52), (3, 2, 1, 52), (4, 0, 6, nil),
    ] as [(Int, Int, Int, Int?)])
  func `A finger that slides past a waiting one hands it the voice`(
    mode: Int, rounding: Int, target: Int, after: Int?
  ) {
    var rig = KeyboardRig(
      configuration("'maxKeybPoly':'1','monoMode':'\(mode)','quantizationMode':'\(rounding)'"))
    let key = 1024.0 / 13
    rig.down(0, 8.5 * key, 10)
    rig.down(1, 4.5 * key, 10)
    #expect(rig.move(0, (Double(target) + 0.5) * key, 10).notes.last == after)
    #expect(rig.keyboard.soundingVoices == 1)
    rig.up(0, 100, 10)
    rig.up(1, 100, 10)
    #expect(rig.keyboard.soundingVoices == 0)
  }

  @Test func `The seed's surface without polyphony writes keyboard, key and the finger's own x and y`() {
    var rig = KeyboardRig(configuration("'maxKeybPoly':'0'"))
    #expect(rig.events.starts == [0])
    for events in [rig.down(5, 10, 10), rig.move(5, 12, 10), rig.up(5, 12, 10)] {
      #expect(events.names == ["keyboard", "key", "x0", "y0"])
    }
  }

  @Test func `The later surface without polyphony plays the one voice, gate by gate`() {
    var rig = KeyboardRig(configuration("'Max Keyboard Polyphony':'0'"))
    #expect(rig.down(0, 10, 10).values(.gate) == [1])
    #expect(rig.down(1, 200, 10).starts.isEmpty)
    #expect(rig.up(1, 200, 10).values(.gate) == [0])
    #expect(rig.keyboard.soundingVoices == 1)
  }

  @Test func `Without Send Freq only shared parameters are written`() {
    var rig = KeyboardRig(
      configuration("'Number of Keyboards':'1','Keyboard 0 - Send Freq':'0','Keyboard 0 - Send Key X':'1'"))
    #expect(rig.down(0, 10, 10).names == ["keyboard", "key", "kb0k0x"])
    #expect(rig.keyboard.soundingVoices == 0)
  }

  @Test func `Where all is released the program's keys come up`() {
    let status = VoiceParameter.keyStatus(keyboard: 0, key: 0)
    for polyphony in [0, 1, 4] {
      var rig = KeyboardRig(
        configuration(
          """
          'Max Keyboard Polyphony':'\(polyphony)','Send Fingers Count':'1','Keyboard 0 - Send Key Status':'1'
          """))
      rig.down(0, 10, 10)
      let end = rig.answer { $0.keyboard.releaseAll(into: &$0.events) }
      #expect(end.values(status) == [0] && end.values(.keyboardFingers(0)) == [0])
      #expect(rig.up(0, 10, 10).isEmpty && rig.keyboard.heldNotes == 0)
    }
  }

  @Test func `A bowed string knows its fingers, its frequency and its bend by keyboard`() {
    var rig = KeyboardRig(
      configuration(
        """
        'Number of Keyboards':'2', 'Max Keyboard Polyphony':'0', 'Rounding Mode':'2',
        'Send Fingers Count':'1', 'Keyboard 0 - Number of Keys':'19', 'Keyboard 0 - Lowest Key':'55',
        'Keyboard 0 - Send Keyboard Freq':'1', 'Keyboard 1 - Number of Keys':'1',
        'Keyboard 1 - Send Freq':'0',
        'Keyboard 1 - Send Key X':'1', 'Keyboard 1 - Key 0 - Label':'Bow', 'Keyboard 1 - Static Mode':'1'
        """))
    let down = rig.down(0, 10, 10)
    #expect(isNear(down.values(.keyboardFreq(0)).first, hertz(55)))
    #expect(down.values(.keyboardFingers(0)) == [1])
    #expect(rig.down(1, 100, 10).values(.keyboardFingers(0)) == [2])
    #expect(rig.down(2, 512, 700).values(.keyX(keyboard: 1, key: 0)) == [0.5])
    rig.up(1, 100, 10)
    #expect(rig.up(0, 10, 10).values(.keyboardFingers(0)) == [0])
  }
}
