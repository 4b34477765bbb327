import SpinetFaust
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetTools
import SpinetWidgets
import Testing

/// What a program declares, as widgets, a mapping and a keyboard.
struct InterfaceTests {
  private static func program(_ controls: String) throws -> FaustProgram {
    try FaustRig("import(\"stdfaust.lib\");\n\(controls)").program
  }

  private static func widget(_ declaration: String) throws -> Widget {
    try #require(try program("process = \(declaration);").widgets.first)
  }

  @Test func `A slider has its range, default, unit and name`() throws {
    let widget = try Self.widget("hslider(\"cutoff[unit:Hz][tooltip:bright]\", 0.1, 0, 0.7, 0.01)")
    #expect(widget.name == "cutoff")
    #expect(widget.range == 0...0.7)
    #expect(widget.defaultValue == 0.1)
    #expect(widget.unit == "Hz")
    #expect(widget.kind == .slider)
    #expect(widget.curve == .linear)
  }

  struct KindCase: Sendable {
    let declaration: String
    let kind: Widget.Kind
  }

  @Test(arguments: [
    KindCase(declaration: "button(\"a\")", kind: .button),
    KindCase(declaration: "checkbox(\"a\")", kind: .toggle),
    KindCase(declaration: "vslider(\"a[style:knob]\",0,0,1,0.1)", kind: .knob),
    KindCase(declaration: "nentry(\"a\",0,0,9,1)", kind: .slider),
    KindCase(
      declaration: "nentry(\"a[style:menu{'sine':0;'saw':1;'square':2}]\",1,0,2,1)",
      kind: .choice(["sine", "saw", "square"])),
    KindCase(
      declaration: "hslider(\"a[style:radio{'low':10;'high':20}]\",20,0,20,1)",
      kind: .choice(["low", "high"])
    ),
    KindCase(declaration: "os.osc(1) : hbargraph(\"a\",-1,1)", kind: .label(precision: 2)),
  ]) func `Each element is a kind of widget`(example: KindCase) throws {
    #expect(try Self.widget(example.declaration).kind == example.kind)
  }

  @Test func `A choice gives the program the value of its name`() throws {
    let rig = try FaustRig("process = nentry(\"level[style:menu{'low':0.25;'high':0.75}]\",0.75,0,1,0.25);")
    #expect(try rig.widget("level").text == "high")
    #expect(rig.render(64).left.last == 0.75)
    try rig.widget("level").set(0)
    #expect(rig.render(64).right.last == 0.25)
  }

  struct StepCase: Sendable {
    let declaration: String
    /// What is asked for, what it becomes, and how that reads.
    let asked: Double
    let value: Double
    let text: String
  }

  @Test(arguments: [
    StepCase(declaration: "nentry(\"a\",0,0,9,1)", asked: 4.4, value: 4, text: "4"),
    StepCase(declaration: "nentry(\"a\",440,20,20000,0.1)", asked: 99.97, value: 100, text: "100"),
    StepCase(declaration: "nentry(\"a\",0.1,0.1,1,0.1)", asked: 0.31, value: 0.3, text: "0.3"),
    StepCase(declaration: "hslider(\"a\",4,1,16,3)", asked: 8, value: 7, text: "7"),
    StepCase(declaration: "hslider(\"a\",4,1,16,3)", asked: 16, value: 16, text: "16"),
    StepCase(declaration: "hslider(\"a\",-2,-3,3,1)", asked: -1.6, value: -2, text: "−2"),
    StepCase(declaration: "hslider(\"a[unit:s]\",0,0,1,0.01)", asked: 0.504, value: 0.504, text: "504 ms"),
    StepCase(declaration: "hslider(\"a\",440,20,20480,1)", asked: 20.5, value: 20.5, text: "20.5"),
    StepCase(declaration: "hslider(\"a\",0,0,1,1)", asked: 0.3, value: 0.3, text: "30 %"),
  ])
  func `Counted values keep their steps, measured ones do not`(example: StepCase) throws {
    let widget = try Self.widget(example.declaration)
    widget.set(example.asked)
    #expect(widget.value == example.value)
    #expect(widget.text == example.text)
  }

  @Test func `Scales are curves`() throws {
    let log = try Self.widget("hslider(\"f[scale:log]\",440,20,20480,1)")
    log.set(position: 0.5)
    #expect(abs(log.value - 640) < 0.01)
    let exp = try Self.widget("hslider(\"g[scale:exp]\",0,0,2,0.01)")
    exp.set(position: 0.5)
    // ln((1 + e²)/2)
    #expect(abs(exp.value - 1.43378) < 1e-3)
    let fromZero = try Self.widget("hslider(\"h[scale:log]\",0,0,1,0.01)")
    #expect(fromZero.curve == .exponential)
  }

  @Test func `Names are the shortest paths that are unique`() throws {
    let program = try Self.program(
      """
      level = hslider("level",0,0,1,0.01);
      rate = hslider("rate",0,0,1,0.01);
      depth = hslider("depth",0,0,1,0.01);
      process = hgroup("one", level + rate), hgroup("two", level + depth) :> _;
      """)
    #expect(program.widgets.map(\.name).sorted() == ["depth", "one/level", "rate", "two/level"])
  }

  @Test func `What belongs to a voice is no widget, what all voices share is`() throws {
    let program = try Self.program(
      """
      process = os.osc(hslider("freq",440,20,9999,1)) * button("gate") * hslider("gain",1,0,1,0.1)
        * hslider("bend[midi:pitchwheel]",1,0,10,0.1) * hslider("volume",1,0,1,0.01);
      """)
    #expect(program.isPolyphonic)
    #expect(program.voiceCapacity == 16)
    #expect(program.widgets.map(\.name) == ["volume"])
    #expect(FaustInterface(program).mapping == nil)
  }

  @Test func `Without a gate everything is a widget and one state sounds`() throws {
    let program = try Self.program(
      "process = os.osc(hslider(\"freq\",440,20,9999,1)) * hslider(\"gain\",1,0,1,0.1);")
    #expect(!program.isPolyphonic)
    #expect(program.voiceCapacity == 1)
    #expect(program.widgets.map(\.name) == ["freq", "gain"])
  }

  @Test func `MIDI metadata is a mapping`() throws {
    let program = try Self.program(
      """
      process = hslider("a[midi:ctrl 74]",0,0,1,0.01), hslider("b[midi:ctrl 7 3][midi:chanpress]",0,0,1,0.01),
        hslider("c[midi:pgm]",0,0,127,1), button("d[midi:key 60]"), hslider("e[midi:keypress 61]",0,0,1,0.01),
        hslider("f[midi:pitchwheel 2]",0,-1,3,0.01), hslider("g[midi:ctrl 74]",0,0,1,0.01),
        button("h[midi:clock]") :> _;
      """)
    let mapping = try #require(FaustInterface(program).mapping)
    let lines = mapping.entries.map { "\($0.control): \($0.targets.map(\.widget).joined(separator: " "))" }
    #expect(
      lines.sorted() == [
        "cc 74: a g", "ch 2 bend: f", "ch 3 cc 7: b", "clock: h", "note C4: d", "poly C#4: e", "pressure: b",
        "program: c",
      ])
    #expect(program.notes + FaustInterface(program).notes == [])
    #expect(mapping.check(against: WidgetSet(program.widgets)).isEmpty)
  }

  @Test func `The wheel at rest means 0`() throws {
    let program = try Self.program("process = hslider(\"f[midi:pitchwheel]\",0,-1,3,0.01);")
    let mapping = try #require(FaustInterface(program).mapping)
    let lines = try MappingTrace.lines(
      of: "0 E00000\n1 E00040\n2 E07F7F", file: "trace", mapping: mapping,
      widgets: WidgetSet(program.widgets),
      portNames: [])
    #expect(lines.map { $0.split(separator: ":").last.map(String.init) ?? "" } == ["-1}", "0}", "3}"])
  }

  @Test func `A controller goes from end to end by the scale`() throws {
    let program = try Self.program("process = hslider(\"f[scale:log][midi:ctrl 74]\",440,20,20000,1);")
    let lines = try MappingTrace.lines(
      of: "0 B04A00\n1 B04A40\n2 B04A7F", file: "trace",
      mapping: try #require(FaustInterface(program).mapping),
      widgets: WidgetSet(program.widgets), portNames: [])
    let values = lines.compactMap { Double($0.split(separator: ":").last?.dropLast() ?? "") }
    #expect(values.first == 20)
    #expect(values.last == 20_000)
    #expect(abs(values[1] - 649.9) < 1)
  }

  @Test func `Sensors move widgets by their curves`() throws {
    let program = try Self.program(
      "process = hslider(\"res[acc: 2 0 -10 0 10]\",2,0.1,4,0.01) * hslider(\"b[gyr: 1 2 -5 0 5]\",0,0,1,0.01);"
    )
    #expect(program.motions.map(\.widget.name) == ["b", "res"])
    #expect(program.motions.map(\.curve.sensor) == [.gyroscope, .accelerometer])
    #expect(program.motions.map(\.curve.axis) == [.y, .z])
    #expect(program.motions.map(\.curve.shape) == [.peaked, .rising])
  }

  @Test func `The keyboard and the number of voices are declared`() throws {
    let program = try Self.program(
      """
      declare interface "SmartKeyboard{'Number of Keyboards':'2','Keyboard 1 - Number of Keys':'7'}";
      declare options "[midi:on][nvoices:5]";
      process = os.osc(hslider("freq",440,20,9999,1)) * button("gate");
      """)
    #expect(FaustInterface(program).keyboard?.rows.map(\.keyCount) == [13, 7])
    #expect(program.voiceCapacity == 5)
  }

  @Test func `An effect has its widgets too`() throws {
    let program = try Self.program(
      """
      process = os.osc(hslider("freq",440,20,9999,1)) * button("gate") * hslider("level",1,0,1,0.1);
      effect = *(hslider("level",0.5,0,1,0.1)), *(hslider("width",0.5,0,1,0.1));
      """)
    #expect(Set(program.widgets.map(\.name)) == ["test/level", "effect/test/level", "width"])
  }

  @Test func `Tooltips, styles and names are shown`() throws {
    let program = try Self.program(
      """
      declare name "Karplus";
      declare author "Somebody";
      process = hslider("a[tooltip: How long][style:knob]",0,0,1,0.1) + button("b[tooltip:Press]");
      """)
    #expect(program.title == "Karplus, by Somebody")
    #expect(program.widgets.map(\.about) == ["How long", "Press"])
    #expect(program.widgets.map(\.kind) == [.knob, .button])
  }

  @Test func `Names that mean something else are avoided`() throws {
    var settings = FaustRig.settings
    settings.takenNames = ["panic", "engine.running"]
    let program = try FaustProgram(
      path: FaustRig.file("process = button(\"panic\") + checkbox(\"engine.running\") + button(\"other\");"),
      settings: settings)
    #expect(Set(program.widgets.map(\.name)) == ["test/panic", "test/engine.running", "other"])
  }
}
