import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

private func moved(_ widget: String, _ value: String) -> String {
  #""widget":"\#(widget)","value":\#(value)"#
}

@Test(arguments: [
  ("cc 74: osc.mix", ["ump 40B04A00 00000000", "ump 40B04A00 FFFFFFFF"], ["0", "1"]),
  ("cc14 1: osc.mix", ["ump 40B00100 00000000", "ump 40B00100 FFFFFFFF"], ["0", "1"]),
  ("rpn 5: osc.mix", ["ump 40200005 FFFFFFFF"], ["1"]),
  ("nrpn 1234: osc.mix", ["ump 40300952 FFFFFFFF", "ump 40300952 00000000"], ["1", "0"]),
  (
    "bend: osc.mix", ["ump 40E00000 00000000", "ump 40E00000 80000000", "ump 40E00000 FFFFFFFF"],
    ["0", "0.5", "1"]
  ),
  ("pressure: osc.mix", ["ump 40D30000 FFFFFFFF"], ["1"]),
  ("poly C4: osc.mix", ["ump 40A03C00 FFFFFFFF"], ["1"]),
  ("program: osc.mix", ["ump 40C00000 7F000000"], ["1"]),
  ("note C1: osc.mix", ["ump 40901800 FFFF0000", "ump 40801800 00000000"], ["1", "0"]),
  ("key-on C1: osc.mix", ["ump 40901800 FFFF0000"], ["1"]),
  ("note C4 pitch: osc.mix", ["ump 40603C00 00000000", "ump 40603C00 80000000"], ["0", "0.5"]),
  ("ctl 74 of note: osc.mix", ["ump 40003C4A FFFFFFFF", "ump 4000404A 00000000"], ["1", "0"]),
  ("actl 200 of note: osc.mix", ["ump 40103CC8 FFFFFFFF"], ["1"]),
  ("cc 74: osc.mix", ["ump 20B04A7F"], ["1"]),
  ("ch 2 note C4 pitch: osc.mix", ["ump 40613C00 FFFFFFFF"], ["1"]),
])
func `MIDI 2.0 moves what MIDI 1.0 does, and what it says of single notes`(
  line: String, events: [String], values: [String]
) throws {
  #expect(try trace(mapping(line), events) == values.map { moved("osc.mix", $0) })
}

@Test(arguments: ["cc 74", "cc14 1", "rpn 5", "bend", "pressure", "note C4 pitch", "ctl 74 of note"])
func `Neighbouring values of 32 bits are different values of the widget`(_ control: String) throws {
  let messages: [String: MIDI2Message] = [
    "cc 74": .controlChange(one, controller: 74, 0), "cc14 1": .controlChange(one, controller: 1, 0),
    "rpn 5": .parameter(one, .registered(5), 0), "bend": .pitchBend(one, 0),
    "pressure": .channelPressure(one, 0), "note C4 pitch": .notePitch(one, key: 60, 0),
    "ctl 74 of note": .noteController(one, key: 60, .brightness, 0),
  ]
  let head = UMPPacket(try #require(messages[control])).pair.0
  let widgets = instrument()
  let router = Router([try Mapping(text: "map: {\(control): osc.mix}", file: "m")], widgets)
  var last = -1.0
  for step in 0..<4096 as Range<UInt32> {
    guard case .midi2(let message) = UMPPacket(head, 0x7FF0_0000 + step * 256).content else { return }
    #expect(router.route(message, from: .file, at: 0) { _ in })
    let value = widgets["osc.mix"]?.value ?? 0
    #expect(value > last)
    if last >= 0 { #expect(value - last < 1e-6) }
    last = value
  }
}

@Test func `A part of the range moves a parameter's widget by that part`() throws {
  let events = ["ump 40200005 80000000", "ump 40400005 40000000", "ump 40400005 C0000000"]
  let values = try trace(mapping("rpn 5: osc.mix"), events).compactMap { $0.split(separator: ":").last }
  #expect(values.compactMap { Double($0) }.map { ($0 * 1000).rounded() } == [500, 750, 500])
}

@Test func `A fine sweep over the upper half is not a series of presses`() throws {
  let line = "cc 20: {widget: engine.running, mode: toggle}"
  let sweep = (0..<8).map { "ump 40B01400 F00\($0)0000" }
  #expect(try trace(mapping(line), sweep).count == 1)
  #expect(try trace(mapping(line), sweep + ["ump 40B01400 00000000", "ump 40B01400 FFFFFFFF"]).count == 2)
}

@Test func `Pickup, scale and encoders work with 32 bits too`() throws {
  let pickup = try trace(
    mapping("cc 20: {widget: osc.mix, mode: pickup}"), ["ump 40B01400 FFFFFFFF", "ump 40B01400 00000000"])
  #expect(pickup.count == 2 && pickup[0].contains("waiting"))
  let turned = try trace(
    mapping("cc 20: {widget: osc.mix, mode: twos-complement}"), ["ump 40B01400 02000000"])
  #expect(turned.count == 1)
}

@Test(arguments: [
  ("ump 40603C00 80000000", "note 60 pitch ch 1"), ("ump 40003C4A 00000000", "ctl 74 of note ch 1"),
  ("ump 40103C4A 00000000", "actl 74 of note ch 1"), ("ump 40B04A00 00000000", "cc 74 ch 1"),
])
func `Unmapped controls of MIDI 2.0 are told by their names`(_ event: String, _ control: String) throws {
  #expect(try trace(mapping("cc 1: osc.mix"), [event]) == [#""unmapped":"\#(control)""#])
}

@Test(arguments: [
  ("note 60 pitch", "note C4 pitch"), ("ctl 74 of note", "ctl 74 of note"),
  ("ch 3 actl 255 of note", "ch 3 actl 255 of note"),
])
func `Controls of single notes are read and written`(_ text: String, _ written: String) throws {
  #expect(try Control(text).description == written)
}

@Test(arguments: [
  "ctl 74", "ctl of note", "ctl 256 of note", "ctl 74 of note C4", "note C4 pitch bend", "note pitch",
])
func `What is not quite a control of a note is refused`(_ text: String) {
  #expect(throws: (any Error).self) { try Control(text) }
}

@Test func `A controller of single notes is learnt from a pressed key`() {
  var recognizer = ControlRecognizer()
  recognizer.begin()
  recognizer.take(.midi2(.noteOn(one, key: 60, 100)), at: 0)
  for step in 0..<20 as Range<UInt32> {
    recognizer.take(
      .midi2(.noteController(one, key: 60, .brightness, step << 27)), at: UInt64(step) * 10_000_000)
  }
  recognizer.take(.midi2(.noteOff(one, key: 60, velocity: 0)), at: 250_000_000)
  #expect(
    recognizer.verdict(at: 2_000_000_000)
      == .recognized(RecognizedControl(Control(.noteController(.brightness), channel: one), .position)))
}

private let one = Channel(status: 0)
