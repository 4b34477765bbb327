#if Csound
  import SpinetCsound
  import SpinetEngine
  import SpinetRealtime
  import SpinetWidgets
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
      "chnset \"hello\", \"title\"", "Stext invalue \"title\"", "Stext chnget \"title\"",
    ])
    func `A channel that carries text is no widget, and its note sounds`(line: String) throws {
      let engine = try CsdEngine(
        Player.document("instr 1\n\(line)\nouts a(0.5), a(0.5)\nendin", score: "i 1 0 10"))
      #expect(engine.widgets.map(\.name) == [])
      #expect(try Player(engine).render(441).left.peak == 0.5)
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
      #expect(try player.widget("cutoff").defaultValue == 450)
      #expect(try player.widget("cutoff").range == 0...1000)
      #expect(try player.widget("pan").range == -10...10)
      #expect(try player.widget("shape").defaultValue == 7)
      _ = player.render(441)
      #expect(try player.widget("seen").value == 450)
    }

    @Test func `A label shows what its channel says, also 0`() throws {
      let player = try Player(
        "instr 1\nkx init 0\nchnset kx, \"level\"\nendin", score: "i 1 0 10")
      #expect(try player.widget("level").value == 0)
      _ = player.render(441)
      #expect(try player.widget("level").value == 0)
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
#endif
