import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import Testing

/// MIDI notes on an instrument that listens to touches.
struct TouchTests {
  private func configuration(_ text: String) -> KeyboardConfiguration {
    let one = "'Max Keyboard Polyphony':'0',"
    return KeyboardFile(declaration: "SmartKeyboard{\(one)\(text)}", file: "test").configuration
  }

  /// Two keyboards of two keys, 60 and 61 above 72 and 73.
  private var bells: KeyboardConfiguration {
    configuration(
      """
      'Number of Keyboards':'2','Keyboard 0 - Number of Keys':'2','Keyboard 1 - Number of Keys':'2',
      'Keyboard 0 - Send Freq':'0','Keyboard 1 - Send Freq':'0','Keyboard 0 - Send Key Status':'1',
      'Keyboard 1 - Send Key Status':'1','Keyboard 0 - Send X':'1','Keyboard 0 - Send Y':'1'
      """)
  }

  /// Two strings of 13 keys, from 48 and from 55, and what the other hand plays.
  private func strings(_ others: String) -> KeyboardConfiguration {
    configuration(
      """
      'Number of Keyboards':'3','Keyboard 0 - Lowest Key':'48','Keyboard 1 - Lowest Key':'55',
      'Keyboard 0 - Send Keyboard Freq':'1','Keyboard 1 - Send Keyboard Freq':'1',
      'Send Fingers Count':'1',\(others)
      """)
  }

  private func status(_ keyboard: UInt8, _ key: UInt8) -> VoiceParameter {
    .keyStatus(keyboard: keyboard, key: key)
  }

  @Test(arguments: [(60, 0, 0), (61, 0, 1), (72, 1, 0), (73, 1, 1), (21, 0, 0), (63, 0, 1), (108, 1, 1)])
  func `A note presses the key that plays it, or the nearest`(note: UInt8, keyboard: UInt8, key: UInt8) {
    var rig = KeyboardRig(bells)
    #expect(rig.play(0x90, note, 100).values(status(keyboard, key)) == [1])
    #expect(rig.keyboard.isLit(row: Int(keyboard), key: Int(key)))
    #expect(rig.keyboard.heldNotes == 1)
    #expect(rig.play(0x80, note, 0).values(status(keyboard, key)) == [0])
    #expect(!rig.keyboard.isLit(row: Int(keyboard), key: Int(key)))
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `What a note says first is what it says to every other instrument`() {
    var rig = KeyboardRig(bells)
    let names = rig.play(0x90, 60, 127).names
    #expect(names.prefix(6) == ["freq", "bend", "gain", "keyboard", "key", "gate"])
    #expect(names.dropFirst(6) == ["pressure", "keyboard", "key", "x", "y", "kb0k0status"])
  }

  @Test func `Velocity, pressure and brightness go down the key, bend across it`() {
    var rig = KeyboardRig(bells)
    let down = rig.play(0x90, 60, 127)
    #expect(down.values(.x) == [0.5])
    #expect(down.values(.y) == [1])
    #expect(down.values(.pressure) == [1])
    #expect(rig.play(0xE0, 0, 0).values(.x) == [0])
    #expect(rig.play(0xE0, 0, 64).values(.x) == [0.5])
    #expect(rig.play(0xD0, 0).values(.y) == [0])
    #expect(rig.play(0xA0, 60, 127).values(.y) == [1])
    let brighter = rig.play(0xB0, 74, 0)
    #expect(brighter.values(.y) == [0])
    #expect(brighter.values(status(0, 0)) == [2])
  }

  @Test func `A key struck while it is down comes up first`() {
    var rig = KeyboardRig(bells)
    rig.play(0x90, 60, 100)
    #expect(rig.play(0x90, 60, 100).values(status(0, 0)) == [0, 1])
    #expect(rig.play(0x90, 40, 100).values(status(0, 0)) == [0, 1], "another note on the same key")
  }

  @Test func `A pad of one key is as wide as the MIDI keyboard`() {
    var rig = KeyboardRig(
      configuration(
        "'Keyboard 0 - Number of Keys':'1','Keyboard 0 - Send Freq':'0','Keyboard 0 - Send X':'1'"))
    for key: UInt8 in [0, 60, 127] {
      #expect(rig.play(0x90, key, 100).values(.x) == [Double(key) / 127])
    }
    var voices = KeyboardFile(
      declaration: "SmartKeyboard{'Keyboard 0 - Number of Keys':'1','Keyboard 0 - Send X':'1'}", file: "test"
    ).configuration
    rig = KeyboardRig(voices)
    #expect(rig.play(0x90, 127, 100).values(.x) == [1])
    voices.rows[0].keyCount = 13
    rig = KeyboardRig(voices)
    #expect(rig.play(0x90, 127, 100).values(.x) == [])
  }

  @Test func `A note stops the first free string that has it, and the other hand plucks that`() {
    var rig = KeyboardRig(
      strings(
        "'Keyboard 2 - Number of Keys':'2','Keyboard 2 - Lowest Key':'5','Keyboard 2 - Send Key Status':'1'"))
    let first = rig.play(0x90, 57, 100)
    #expect(isNear(first.values(.keyboardFreq(0)).last, hertz(57)))
    #expect(first.values(.keyboardFingers(0)) == [1])
    #expect(first.values(status(2, 0)) == [1])
    let second = rig.play(0x90, 58, 100)
    #expect(isNear(second.values(.keyboardFreq(1)).last, hertz(58)))
    #expect(second.values(status(2, 1)) == [1])
    #expect(isNear(rig.play(0xE0, 0, 96).values(.keyboardBend(1)).first, hertz(70) / hertz(69)))
    let up = rig.play(0x80, 58, 0)
    #expect(up.values(.keyboardFingers(1)) == [0])
    #expect(up.values(status(2, 1)) == [0])
    #expect(rig.play(0x90, 5, 100).values(status(2, 0)) == [0, 1], "its own key")
  }

  @Test func `The note below on a string sounds again when the one above it ends`() {
    var rig = KeyboardRig(strings("'Keyboard 2 - Send Freq':'0','Keyboard 2 - Send Key X':'1'"))
    for key: UInt8 in [50, 52] { rig.play(0x90, key, 100) }
    #expect(isNear(rig.play(0x80, 52, 0).values(.keyboardFreq(0)).last, hertz(50)))
  }

  /// The parameter that moves and the one that rests.
  @Test(
    arguments: [
      ("'Keyboard 2 - Send Freq':'0','Keyboard 2 - Send Key X':'1','Keyboard 2 - Send Key Y':'1'", "kb2k0x"),
      ("'Keyboard 2 - Send Freq':'0','Keyboard 2 - Send Y':'1'", "y"),
      ("'Keyboard 2 - Send Freq':'0'", "x"),
      ("'Keyboard 2 - Send Keyboard Freq':'1','Keyboard 0 - Send Y':'1'", "y"),
    ])
  func `The other hand bows while a string is stopped, and no longer`(others: String, name: String) {
    var rig = KeyboardRig(strings(others))
    #expect(rig.keyboard.nextTick == nil)
    rig.play(0x90, 50, 127)
    var places: [Double] = []
    for _ in 0..<50 {
      guard let tick = rig.keyboard.nextTick else { break }
      rig.now = tick
      let events = rig.answer { $0.keyboard.advance(to: tick, into: &$0.events) }
      for case .set(.all, let parameter, let value) in events where parameter.description == name {
        places.append(value)
      }
    }
    #expect(places.count == 50)
    #expect((places.min() ?? 1) < 0.1 && (places.max() ?? 0) > 0.9)
    #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) < 0.1 })
    rig.play(0x80, 50, 0)
    #expect(rig.keyboard.nextTick == nil)
    #expect(rig.answer { $0.keyboard.advance(to: 9000, into: &$0.events) }.isEmpty)
  }

  /// Controllers and channels that leave, and everything that ends notes.
  @Test(arguments: 0..<5) func `However a note ends, its key comes up`(way: Int) {
    var rig = KeyboardRig(bells)
    rig.play(0x90, 60, 100)
    let end = rig.answer { rig in
      switch way {
      case 0: rig.keyboard.release(port: .file, into: &rig.events)
      case 1: rig.keyboard.releaseAll(into: &rig.events)
      case 2: rig.keyboard.silenceAll(into: &rig.events)
      case 3: rig.keyboard.reconfigure(.midi, size: .standard, into: &rig.events)
      default:
        let message = MIDIMessage.controlChange(Channel(status: 0), controller: 120, value: 0)
        rig.keyboard.play(message, from: .file, at: 0, into: &rig.events)
      }
    }
    #expect(end.values(status(0, 0)) == [0])
    #expect(!rig.keyboard.isLit(row: 0, key: 0))
    #expect(rig.keyboard.heldNotes == 0)
  }

  @Test func `Fingers and notes share the surface`() {
    var rig = KeyboardRig(bells)
    rig.down(0, 10, 10)
    rig.play(0x90, 60, 100)
    #expect(rig.keyboard.heldNotes == 2)
    rig.up(0, 10, 10)
    #expect(rig.keyboard.isLit(row: 0, key: 0))
    for finger in 0..<20 { rig.down(finger, 600, 10) }
    #expect(rig.keyboard.heldNotes == 11, "ten fingers and a note")
  }

  @Test func `A note takes no finger from the surface`() {
    var configuration = bells
    configuration.maximumFingers = 1
    var rig = KeyboardRig(configuration)
    rig.play(0x90, 60, 100)
    #expect(rig.down(0, 600, 10).values(status(0, 1)) == [1])
    #expect(rig.down(1, 10, 700).isEmpty)
    #expect(rig.up(0, 600, 10).values(status(0, 1)) == [0])
    #expect(rig.keyboard.isLit(row: 0, key: 0))
  }
}
