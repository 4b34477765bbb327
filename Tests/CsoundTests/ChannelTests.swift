import EngineRig
import SpinetCsound
import SpinetEngine
import SpinetFormats
import SpinetWidgets
import Testing

struct ChannelTests {
  private static let orchestra = """
    chn_k "cutoff", 1, 3, 1000, 20, 20000, 0, 0, 0, 0, "knob unit=Hz"
    chn_k "on", 1, 1, 1, 0, 1
    chn_k "shape", 1, 1, 1, 0, 2, 0, 0, 0, 0, "choices=saw,square,sine"
    chn_k "hit", 1, 1, 0, 0, 1, 0, 0, 0, 0, "momentary"
    chn_S "title", 1
    instr 1
    kcutoff chnget "cutoff"
    kon chnget "on" ; and not chnget "comment"
    kmix = chnget:k("mix") * 2
    Stitle chnget "title"
    asend chnget "send"
    /* kno chnget "no" */
    khit chnget "hit"
    kcount init 0
    kcount += khit
    chnset kcount, "hits"
    chnset kmix, "doubled"
    chnset a(kmix), "audio"
    ares = a(kcutoff)
    chnset ares, "samples"
    endin
    """

  @Test func `A channel of which the file says no range has the one it is given`() throws {
    let document = try Player.document(Self.orchestra, score: "i 1 0 100")
    let engine = try CsdEngine(document, ranges: ["mix": -2...5, "cutoff": 0...1])
    #expect(engine.widgets.first { $0.name == "mix" }?.range == -2...5)
    #expect(engine.widgets.first { $0.name == "cutoff" }?.range == 20...20_000)
  }

  @Test func `What a patch says of a channel counts more than the file, and the file more than a mapping`()
    throws
  {
    let document = try Player.document(Self.orchestra, score: "i 1 0 100")
    let hints = [
      "mix": WidgetHints(range: 1...100, unit: "%", curve: .logarithmic),
      "cutoff": WidgetHints(range: 100...2000), "hits": WidgetHints(unit: "times"),
    ]
    let engine = try CsdEngine(document, ranges: ["mix": -2...5], hints: hints)
    let widgets = WidgetSet(engine.widgets)
    #expect(widgets["mix"]?.range == 1...100)
    #expect(widgets["mix"]?.unit == "%")
    #expect(widgets["mix"]?.curve == .logarithmic)
    #expect(widgets["cutoff"]?.range == 100...2000)
    #expect(widgets["cutoff"]?.kind == .knob)
    #expect(widgets["cutoff"]?.value == 1000)
    #expect(widgets["hits"]?.unit == "times")
  }

  @Test func `Channels are widgets, with what chn_k says of them`() throws {
    let engine = try CsdEngine(Player.document(Self.orchestra, score: "i 1 0 100"))
    let names = engine.widgets.map(\.name)
    #expect(names == ["cutoff", "on", "shape", "hit", "mix", "hits", "doubled"])
    let cutoff = engine.widgets[0]
    #expect(cutoff.kind == .knob)
    #expect(cutoff.range == 20...20_000)
    #expect(cutoff.value == 1000)
    #expect(cutoff.curve == .logarithmic)
    #expect(cutoff.unit == "Hz")
    #expect(engine.widgets[1].kind == .toggle)
    #expect(engine.widgets[2].kind == .choice(["saw", "square", "sine"]))
    #expect(engine.widgets[3].kind == .momentary)
    #expect(engine.widgets[4].kind == .slider)
    #expect(engine.widgets[5].kind == .label(precision: 3))
  }

  @Test(arguments: [
    ("cutoff", "How bright it is."), ("on", "Whether it sounds."), ("mix", "What is added"),
    ("free", "Of the patch."),
    ("plain", "A channel that the program reads."), ("hits", "What the program writes into this channel."),
    ("line", "Says the line."),
  ]) func `What a channel does is said by the patch, by a comment behind it, or by how it is used`(
    name: String, sentence: String
  ) throws {
    let orchestra = """
      chn_k "cutoff", 1, 3, 1000, 20, 20000 ; How bright it is.
      instr 1
      kon chnget "on" ; first use
      chn_k "on", 1, 1, 1, 0, 1 // Whether it sounds.
      kmix chnget "mix" ;; What is added
      kmix chnget "mix" ; to the sound
      kcutoff chnget "cutoff" ; in Hz
      kfree chnget "free" ; not this
      kplain chnget "plain" ;------
      chnset kon, "hits"
      chnset "now", "line" ; Says the line.
      endin
      """
    let document = try Player.document(orchestra, score: "i 1 0 100")
    let engine = try CsdEngine(document, hints: ["free": WidgetHints(about: "Of the patch.")])
    #expect(WidgetSet(engine.widgets)[name]?.about == sentence)
  }

  @Test func `Values are in the channels before the first k-cycle, at i-time too`() throws {
    let orchestra = """
      instr 1
      ifirst chnget "first"
      ksecond chnget "second"
      chnset k(ifirst), "seen first"
      chnset ksecond, "seen second"
      endin
      """
    let player = try Player(orchestra, score: "i 1 0 100") { widgets in
      widgets["first"]?.set(0.25)
      widgets["second"]?.set(0.75)
    }
    #expect(try player.required("seen first").value == 0.25)
    #expect(try player.required("seen second").value == 0.75)
  }

  @Test func `A momentary button is 1 for one k-cycle a press`() throws {
    let player = try Player(Self.orchestra, score: "i 1 0 100")
    let hit = try player.required("hit")
    for _ in 0..<5 { hit.press() }
    _ = player.render(64 * 20)
    #expect(try player.required("hits").value == 5)
  }

  @Test func `A moved widget is heard by the next control block`() throws {
    let player = try Player(Self.orchestra, score: "i 1 0 100")
    let mix = try player.required("mix")
    for value in [0.5, 0.1, 1] {
      mix.set(value)
      _ = player.render(128)
      #expect(try player.required("doubled").value == value * 2)
    }
  }

  @Test func `A channel that the orchestra writes too takes its widget along, and people still win`() throws {
    let orchestra = """
      instr 1
      kvalue chnget "level"
      if timeinstk() == 10 then
      chnset k(0.9), "level"
      endif
      chnset kvalue, "seen"
      endin
      """
    let player = try Player(orchestra, score: "i 1 0 100")
    let level = try player.required("level")
    level.set(0.3)
    _ = player.render(64 * 5)
    #expect(try player.required("seen").value == 0.3)
    _ = player.render(64 * 20)
    #expect(level.value == 0.9)
    level.set(0.2)
    _ = player.render(64 * 4)
    #expect(level.value == 0.2)
    #expect(try player.required("seen").value == 0.2)
  }
}
