import EngineRig
import Listening
import SpinetCsound
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

/// What files that other people wrote do, and what Csound's own command does with them.
struct ForeignFileTests {
  private static let tone = "instr 1\nouts a(0.5), a(0.5)\nendin"

  // MARK: Ends

  @Test func `exitnow ends the performance, and everything before it is heard`() throws {
    let player = try Player(Self.tone + "\ninstr 2\nexitnow\nendin", score: "i 1 0 10\ni 2 0.01 1")
    let sound = player.render(4410).left
    #expect(sound[440] == 0.5)
    #expect(sound[1000] == 0)
    #expect(player.render(4410).left.peak == 0)
  }

  @Test(arguments: [("--nosuch", "unknown long option"), ("-@5", "Cannot open indirection file")])
  func `A flag that Csound does not know is told in its words`(flag: String, words: String) throws {
    let document = try Player.document(Self.tone, options: flag)
    let failure = #expect(throws: SpinetError.self) { try CsdEngine(document) }
    #expect(failure?.why.contains(words) == true, "\(failure?.description ?? "")")
  }

  @Test(arguments: ["--help", "--version", "-U sndinfo", "-z", "--syntax-check-only"])
  func `A flag with which Csound prints and ends is refused with its line`(flag: String) {
    let failure = #expect(throws: SpinetError.self) { try Player.document(Self.tone, options: flag) }
    #expect(failure?.what == "test.csd:3")
  }

  // MARK: Text

  private static func text(_ change: (String) -> String) -> String { change(Player.text(tone)) }

  @Test(arguments: [
    text { "\u{FEFF}" + $0 },
    text { $0.replacing("<CsoundSynthesizer>", with: "<CsoundSynthesizer> ; START") },
    text { $0.replacing("</CsOptions>", with: "</CsOptions>;nothing") },
    text { $0.replacing("<CsInstruments>", with: "  <CsInstruments> the orchestra") },
    text { $0.replacing("instr 1", with: "; a form\u{0C}feed, \u{0B}, \u{85} and \u{2028}\ninstr 1") },
    text {
      $0.replacing("f 0 1000", with: "#define OPEN #[#\n#define CLOSE #]#\nf 0 $OPEN 500 * 2 $CLOSE")
    },
  ])
  func `It reads what csound reads`(text: String) throws {
    let engine = try CsdEngine(CsdDocument(text: text + "\n", file: "test.csd"))
    let player = try Player(engine)
    player.send(.voice(.start(VoiceNumber(0), serial: 1)))
    #expect(engine.name == "Csound")
  }

  @Test func `A form feed ends no line, so that lines are counted as csound counts them`() {
    let orchestra = "; one\u{0C}line\ninstr 1\nouts asig, asig\nendin"
    let failure = #expect(throws: SpinetError.self) { try CsdEngine(Player.document(orchestra)) }
    #expect(failure?.what == "test.csd:12")
  }

  // MARK: Channels

  @Test(arguments: [
    "outvalue \"title\", \"hello\"", "Stext = \"hello\"\noutvalue \"title\", Stext",
    "chnset \"hello\", \"title\"", "Stext sprintfk \"hel%s\", \"lo\"\nchnset Stext, \"title\"",
  ])
  func `A channel in which text is written is a label that shows it, and its note sounds`(line: String)
    throws
  {
    let player = try Player("instr 1\n\(line)\nouts a(0.5), a(0.5)\nendin", score: "i 1 0 10")
    #expect(player.engine.widgets.map(\.name) == ["title"])
    let label = try player.required("title")
    #expect(player.render(441).left.peak == 0.5)
    #expect(label.text == "hello")
    #expect(!label.set(1))
  }

  @Test(arguments: ["Stext invalue \"title\"", "Stext chnget \"title\""])
  func `A channel from which text is read is no widget, and its note sounds`(line: String) throws {
    let player = try Player("instr 1\n\(line)\nouts a(0.5), a(0.5)\nendin", score: "i 1 0 10")
    #expect(player.engine.widgets.map(\.name) == [])
    #expect(player.render(441).left.peak == 0.5)
  }

  @Test func `invalue reads a widget, and outvalue moves one`() throws {
    let player = try Player(
      "instr 1\nklevel invalue \"level\"\noutvalue \"twice\", 2 * klevel\nouts a(klevel), a(klevel)\nendin",
      score: "i 1 0 10")
    try player.required("level").set(0.25)
    #expect(player.render(441).left.last == 0.25)
    #expect(try player.required("twice").value == 0.5)
  }

  // MARK: Outputs and inputs

  @Test func `All channels reach a block that has room for them`() throws {
    let text = Player.text(
      Self.tone.replacing("outs a(0.5), a(0.5)", with: "outq a(0.1), a(0.2), a(0.3), a(0.4)"),
      score: "i 1 0 10")
    let engine = try CsdEngine(
      CsdDocument(text: text.replacing("nchnls = 2", with: "nchnls = 4"), file: "test.csd"))
    #expect(engine.outputCount == 4)
    try engine.prepare(framesPerSecond: 44_100, largestBlock: 100, link: ControlEnds().link)
    let buffer = SampleBuffer(capacity: 100, channels: 5)
    let block = buffer.block(frameCount: 100, firstFrame: 0, timeline: Timeline(framesPerSecond: 44_100))
    engine.render(block)
    let further = try #require(block.further)
    #expect([block.left[99], block.right[99]] == [0.1, 0.2])
    #expect((0..<3).map { further[$0][99] } == [0.3, 0.4, 0])
  }

  @Test func `Mono has an output for each side`() throws {
    let text = Player.text("instr 1\nout a(0.5)\nendin").replacing("nchnls = 2", with: "nchnls = 1")
    #expect(try CsdEngine(CsdDocument(text: text, file: "test.csd")).outputCount == 2)
  }

  @Test(arguments: [
    ("-i sound.wav", "/there/sound.wav"), ("-isound.wav -W", "/there/sound.wav"),
    ("--input=a.aif", "/there/a.aif"),
    ("-i \"/sound.wav\"", "/sound.wav"), ("-iadc", nil), ("-i adc:hw:0", nil), ("-i -", nil),
    ("-o x.wav", nil),
  ])
  func `The sound file of a flag is its input`(options: String, path: String?) throws {
    let text = Player.text(Self.tone, options: options)
    let document = try CsdDocument(text: text, file: "/there/test.csd", folder: "/there")
    #expect(try CsdEngine(document).inputFile == path.map { FilePath($0) })
  }

  // MARK: Notes

  @Test func `MIDI starts the instruments of any file, as in csound`() throws {
    let player = try Player(
      "instr 1\nouts a(0.5), a(0.5)\nendin\ninstr 2\nouts a(0.25), a(0.25)\nendin",
      score: "i 1 0 0.01\nf 0 1")
    #expect(player.engine.noteInput == .midi)
    #expect(player.render(4410).left.last == 0)
    player.midi(0x91, 60, 100)
    #expect(player.render(4410).left.last == 0.25)
    player.midi(0x81, 60, 0)
    #expect(player.render(4410).left.last == 0)
    _ = player.render(44_100)
    #expect(player.reports().contains(.performanceEnded))
  }

  @Test func `What the header sets is a widget's default, in a range that holds it`() throws {
    let player = try Player(
      """
      chn_k "shape", 1, 2, 1, 0, 10
      chnset 450, "cutoff"
      chnset -3, "pan"
      chnset 7, "shape"
      instr 1
      kcutoff chnget "cutoff"
      kpan chnget "pan"
      kshape chnget "shape"
      chnset kcutoff, "seen"
      endin
      """, score: "i 1 0 10")
    #expect(try player.required("cutoff").defaultValue == 450)
    #expect(try player.required("cutoff").range == 0...1000)
    #expect(try player.required("pan").range == -10...10)
    #expect(try player.required("shape").defaultValue == 7)
    _ = player.render(441)
    #expect(try player.required("seen").value == 450)
  }

  @Test func `A label shows what its channel says, also 0`() throws {
    let player = try Player(
      "instr 1\nkx init 0\nchnset kx, \"level\"\nendin", score: "i 1 0 10")
    #expect(try player.required("level").value == 0)
    _ = player.render(441)
    #expect(try player.required("level").value == 0)
    #expect(try player.required("level").stamp > 0)
  }

  @Test func `A label has no value before its channel is written to`() throws {
    let player = try Player(
      "instr 1\nkgo init 0\nif kgo == 1 then\nchnset kgo, \"level\"\nendif\nendin", score: "i 1 0 10")
    _ = player.render(4_410)
    #expect(try player.required("level").stamp == 0)
  }

  // MARK: Rates

  @Test func `Flags set the rates where the host has none`() throws {
    let document = try Player.document(Self.tone, options: "-r 22050 --ksmps=10")
    let instance = try CsoundInstance(document, CsoundInstance.Settings()) { _ in }
    #expect(instance.framesPerSecond == 22_050)
    #expect(instance.blockFrames == 10)
    var settings = CsoundInstance.Settings()
    settings.framesPerSecond = 48_000
    settings.blockFrames = 16
    let other = try CsoundInstance(document, settings) { _ in }
    #expect(other.framesPerSecond == 48_000)
    #expect(other.blockFrames == 16)
  }
}
