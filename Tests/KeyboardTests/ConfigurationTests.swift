import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetTools
import Testing

struct ConfigurationTests {
  private func read(_ text: String, _ file: String = "k.yaml") throws -> KeyboardFile {
    try KeyboardFile(text, file: file) { _ in "" }
  }

  @Test(arguments: [KeyboardConfiguration.Generation.seed, .current])
  func `Defaults of each generation`(generation: KeyboardConfiguration.Generation) {
    let configuration = KeyboardConfiguration(generation)
    let isSeed = generation == .seed
    #expect(configuration.rows.map(\.lowestKey) == (isSeed ? [48, 60, 72, 84] : [60]))
    #expect(configuration.rows.allSatisfy { $0.keyCount == 13 && $0.isPiano && $0.sendsX == isSeed })
    #expect(configuration.polyphony.number == (isSeed ? 10 : 16))
    #expect(configuration.maximumFingers == 10)
    #expect(configuration.monoMode == .last && configuration.roundingMode == .quantized)
    #expect(configuration.allowsInterKeyboardSlide)
    #expect(configuration.rounding.updateSeconds == 0.06 && configuration.rounding.smoothingPole == 0.9)
    #expect(configuration.rounding.threshold == 3 && configuration.rounding.cycles == 5)
  }

  @Test func `A program's declaration is found outside comments, with its quirks`() throws {
    let program = """
      // declare interface "SmartKeyboard{'nKeyb':'9'}";
      declare name "x"; /* declare interface "SmartKeyboard{'nKeyb':'8'}"; */
      declare interface "SmartKeyboard{
      \t'nKeyb':'2', 'maxFingers' : 5,
        keyb0_nKeys: '6', 'keyb1_nKeys':'7', 'roundingSmoothPole':'0.8', 'keyb1_keybMode':'false',
      }";
      process = 0;
      """
    let file = try read(program, "x.dsp")
    #expect(file.warnings.isEmpty)
    #expect(KeyboardFile(declaration: #" {"nKeyb":"2"}"#, file: "x").configuration.rows.count == 2)
    #expect(
      KeyboardFile(declaration: #"SmartKeyboard{\"nKeyb\":"2"}"#, file: "x").configuration.rows.count == 2)
    #expect(file.configuration.rows.map(\.keyCount) == [6, 7])
    #expect(file.configuration.maximumFingers == 5)
    #expect(file.configuration.rounding.smoothingPole == 0.8)
    #expect(!file.configuration.rows[1].isPiano && file.configuration.rows[1].isStatic)
  }

  @Test func `An unknown key is a warning with its place and the right name, and the rest holds`() throws {
    let program =
      "declare interface \"SmartKeyboard{\n  'nKeyb':'2',\n  'keyb1_nKey':'7', 'maxFingers':'many'}\";"
    let file = try read(program, "x.dsp")
    #expect(
      file.warnings.map(\.description) == [
        "x.dsp:3:3: warning: unknown key “keyb1_nKey”, expected a SmartKeyboard key"
          + " (did you mean keyb1_nKeys?)",
        "x.dsp:3:34: warning: “many” for “maxFingers”, expected 1 to 256",
      ])
    #expect(file.configuration.rows.count == 2)
  }

  @Test func `A program without a declaration says so`() {
    let error = #expect(throws: SpinetError.self) { try read("process = 0;", "x.dsp") }
    #expect(error?.diagnostics.first?.file == "x.dsp")
    #expect(KeyboardFile.declaration(inProgram: "process = 0;", file: "x.dsp") == nil)
  }

  @Test func `A keyboard's YAML takes both kinds of names, bend, zones and tuning`() throws {
    let file = try read(
      """
      Number of Keyboards: 2
      Keyboard 1 - Lowest Key: 40
      Keyboard 1 - Scale: [3, 2, 2, 3, 2]
      Keyboard 0 - Key 3 - Label: Kick
      monoMode: 3
      bend: 12
      mpe: {lower: 7, upper: {members: 5, keyboard: 1}}
      tuning: {a4: 442}
      """)
    let configuration = file.configuration
    #expect(file.warnings.isEmpty)
    #expect(configuration.generation == .current)
    #expect((0..<6).map { configuration.rows[1].pitch(ofKey: $0) } == [40, 43, 45, 47, 50, 52])
    #expect(configuration.rows[0].face(ofKey: 3).label == "Kick")
    #expect(configuration.monoMode == .highest)
    #expect(configuration.bendRange == 12)
    #expect(configuration.zones == MPEZones(lower: 7, upper: 5))
    #expect(configuration.upperZoneRow == 1)
    #expect(isNear(configuration.tuning.hertz(69), 442))
  }

  @Test func `Strikes are counted if the file wants it`() throws {
    #expect(try read("strikes: count\n").configuration.countsStrikes)
    #expect(try !read("strikes: once\n").configuration.countsStrikes)
    #expect(!KeyboardConfiguration.midi.countsStrikes)
    #expect(throws: SpinetError.self) { try read("strikes: twice\n") }
    #expect(try read("restrike: ring\n").configuration.restrike == .ring)
    #expect(throws: SpinetError.self) { try read("restrike: never\n") }
  }

  @Test(
    arguments: [
      ("mpe", .mpe(members: 15), nil), ("midi", .midi(Channel(number: 1)!), nil), ("none", nil, nil),
      ("{midi: 3, bend: 12}", .midi(Channel(number: 3)!), 12), ("{mpe: 7}", .mpe(members: 7), nil),
    ] as [(String, KeyboardMIDIOutput.Form?, Double?)])
  func `What is sent out, and as what`(text: String, form: KeyboardMIDIOutput.Form?, bend: Double?) throws {
    let configuration = try read("out: \(text)\n").configuration
    #expect(configuration.output == form)
    #expect(configuration.outputBendRange == bend)
    #expect(KeyboardConfiguration.midi.output == nil)
  }

  @Test(arguments: ["mp", "{}", "{midi: 1, mpe: 3}", "{midi: 17}", "{mpe: 0}", "{channel: 3}", "[1]"])
  func `What cannot be sent out is an error with its place`(text: String) {
    let errors = #expect(throws: SpinetError.self) { try read("nKeyb: 1\nout: \(text)\n") }
    #expect(errors?.diagnostics.first?.location.line == 2)
  }

  @Test func `A declaration in YAML is read by the same rules`() throws {
    let file = try read("interface: \"SmartKeyboard{'nKeyb':'3','keyb2_scale':'1'}\"\n")
    #expect(file.configuration.rows.count == 3)
    #expect(file.configuration.rows[2].scale == .major)
  }

  @Test func `Wrong values are all reported at once, with their places`() {
    let text = "nKeyb: 0\nbend: many\nkeyb0_scale: [1, 900]\nmpe: middle\ntuning: {a4: -1}\nkeyb9_nKeys: 3\n"
    let errors = #expect(throws: SpinetError.self) { try read(text) }
    #expect(errors?.diagnostics.filter { $0.severity == .error }.map(\.location.line) == [1, 2, 3, 4, 5])
    #expect(errors?.diagnostics.contains { $0.severity == .warning && $0.location.line == 6 } == true)
  }

  @Test(arguments: ["", "\n", "# nothing but a comment\n"]) func `An empty file is refused`(text: String) {
    let error = #expect(throws: SpinetError.self) { try read(text) }
    #expect(error?.diagnostics.isEmpty == false)
  }

  @Test(arguments: [
    "SmartKeyboard{", "SmartKeyboard{'", "{{{{", "'a'", ":", "SmartKeyboard{'a':", "\\", "':':'",
  ])
  func `Broken declarations end in warnings`(text: String) {
    #expect(KeyboardFile(declaration: text, file: "x").configuration.rows.count == 4)
  }

  @Test func `The table has every key with its note, name, frequency and look`() {
    let table = KeyboardTable(.seed)
    #expect(table.jsonLines.count == 52)
    #expect(table.jsonLines[1].hasPrefix(#"{"keyboard":0,"key":1,"note":49,"name":"C#3","hertz":138.59"#))
    #expect(table.jsonLines[1].hasSuffix(#""label":"C#","black":true,"piano":true,"static":false}"#))
    #expect(table.lines[0] == "keyboard 0: 13 keys from 48")
    #expect(table.lines[1] == "    0      48    C3    130.8128 Hz  white  C")
    #expect(KeyboardTable(.midi).lines.contains { $0.contains("  8.17580 Hz") })
  }
}
