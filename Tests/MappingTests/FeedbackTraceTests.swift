import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

private func moved(_ widget: String, _ value: String) -> String {
  #""widget":"\#(widget)","value":\#(value)"#
}
private func feedback(_ bytes: String) -> String { #""feedback":"\#(bytes)""# }

@Test(arguments: [
  ("cc 1: {widget: osc.mix, feedback: true}", "7F", ["B0017F"]),
  ("ch 3 cc 1: {widget: osc.mix, feedback: true}", "7F", ["B2017F"]),
  ("cc 1: {widget: osc.mix, feedback: ch 2 note C1}", "7F", ["91187F"]),
  ("cc 1: {widget: osc.mix, feedback: note 24, lamp: [1, 5]}", "7F", ["901805"]),
  ("cc14 1: {widget: osc.mix, feedback: true}", "7F", ["B0017F", "B0217F"]),
  ("cc14 1: {widget: osc.mix, feedback: true}", "40", ["B00140", "B02100"]),
  ("nrpn 1234: {widget: osc.mix, feedback: true}", "40", ["B06309", "B06252", "B00640", "B02600"]),
  ("rpn 5: {widget: osc.mix, feedback: true}", "7F", ["B06500", "B06405", "B0067F", "B0267F"]),
  ("bend: {widget: osc.mix, feedback: true}", "7F", ["E07F7F"]),
  ("pressure: {widget: osc.mix, feedback: true}", "40", ["D040"]),
  ("poly 60: {widget: osc.mix, feedback: true}", "40", ["A03C40"]),
  ("program: {widget: osc.mix, feedback: true}", "40", ["C040"]),
  ("cc 1: {widget: osc.mix, feedback: true, range: [1, 0]}", "7F", ["B00100"]),
  ("cc 1: {widget: osc.mix, feedback: false}", "7F", []),
  ("cc 1: osc.mix", "7F", []),
])
func `A widget moved by another control is sent back to its own`(line: String, value: String, bytes: [String])
  throws
{
  let widgets = instrument()
  widgets["osc.mix"]?.set(0.25)
  let output = try trace(mapping(line, "cc 9: osc.mix"), ["B0 09 \(value)"], widgets)
  #expect(output.dropFirst() == bytes.map(feedback)[...])
}

@Test(arguments: [
  ("7F", ["B0017F", "B0217F"]), ("40", ["B00140", "B02140"]), ("01", ["B00101", "B02101"]),
])
func `A sender of both halves is told on the scale of all 14 bits`(value: String, bytes: [String]) throws {
  let output = try trace(
    mapping("cc14 1: {widget: osc.mix, feedback: true}", "cc 9: osc.mix"),
    ["B0 01 20", "B0 21 01", "B0 09 \(value)"])
  #expect(output.dropFirst(3) == bytes.map(feedback)[...])
}

@Test func `A control is never told what it has just said`() throws {
  let output = try trace(
    mapping("cc 1: {widget: osc.mix, feedback: true}", "cc 2: {widget: osc.mix, feedback: true}"),
    ["B0 01 7F", "B0 02 00"])
  #expect(output == [moved("osc.mix", "1"), feedback("B0027F"), moved("osc.mix", "0"), feedback("B00100")])
}

@Test func `A motor fader with echo is told where it was moved, once for each place`() throws {
  let output = try trace(
    mapping("bend: {widget: osc.mix, feedback: echo}", "cc 2: osc.mix"), ["E0 7F 7F", "E0 7F 7F", "B0 02 00"])
  let up = [moved("osc.mix", "1"), feedback("E07F7F")]
  #expect(output == up + [moved("osc.mix", "1"), moved("osc.mix", "0"), feedback("E00000")])
}

@Test(arguments: [("[1, 0]", "00", "7F"), ("[1, 0]", "7F", "00"), ("[0.25, 0.75]", "7F", "7F")])
func `What points make of a position is shown at that position`(points: String, value: String, shown: String)
  throws
{
  let widgets = instrument()
  widgets["osc.mix"]?.set(0.4)
  let mapping = try mapping("cc 1: {widget: osc.mix, curve: \(points), feedback: true}", "cc 9: osc.mix")
  #expect(try trace(mapping, ["B0 09 \(value)"], widgets).last == feedback("B001\(shown)"))
}

@Test func `A control on a curve with one value at two positions stays where it was moved`() throws {
  let output = try trace(
    mapping("cc 1: {widget: osc.mix, curve: [0, 1, 0], feedback: true}"), ["B0 01 10", "B0 01 7F"])
  #expect(output == [moved("osc.mix", "\(32.0 / 127)"), moved("osc.mix", "0")])
}

@Test func `Steps are answered on the channel on which they came`() throws {
  let output = try trace(
    mapping("nrpn 1: {widget: osc.mix, feedback: true}"), ["B2 63 00", "B2 62 01", "B2 60 00"])
  #expect(output.count == 5 && output[0].contains("value"))
  #expect(output.dropFirst().allSatisfy { $0.hasPrefix(#""feedback":"B2"#) })
}

@Test func `The lamp of a toggle stays lit after the button is released`() throws {
  let output = try trace(
    mapping("cc 1: {widget: engine.running, mode: toggle, feedback: true}"),
    ["B0 01 7F", "B0 01 00", "B0 01 7F", "B0 01 00"])
  #expect(
    output == [
      moved("engine.running", "1"), feedback("B0017F"), moved("engine.running", "0"), feedback("B00100"),
    ])
}

@Test func `A lamp of one's own colours is told by the press`() throws {
  let output = try trace(
    mapping("note 1: {widget: engine.running, mode: toggle, feedback: true, lamp: [1, 3]}"),
    ["90 01 7F", "80 01 00"])
  #expect(output == [moved("engine.running", "1"), feedback("900103"), feedback("900103")])
}

@Test func `Of the triggers of one choice, the lamp of the chosen is lit`() throws {
  let output = try trace(
    mapping(
      "note 1: {widget: osc1.wave, mode: trigger, range: [4, 1], feedback: true}",
      "note 2: {widget: osc1.wave, mode: trigger, range: [4, 2], feedback: true}"),
    ["90 01 7F", "80 01 00", "90 02 7F", "80 02 00"])
  #expect(
    output == [
      moved("osc1.wave", "1"), feedback("90017F"), moved("osc1.wave", "2"), feedback("900100"),
      feedback("90027F"),
    ])
}

@Test func `A fader that waits is left alone until its widget moves again`() throws {
  let output = try trace(
    mapping("cc 1: {widget: osc.mix, mode: pickup, feedback: true}", "cc 2: osc.mix"),
    ["B0 02 40", "B0 01 00", "B0 02 7F"])
  #expect(
    output == [
      moved("osc.mix", "\(64.0 / 127)"), feedback("B00140"),
      #""widget":"osc.mix","waiting":true,"turn":"up""#,
      moved("osc.mix", "1"), feedback("B0017F"),
    ])
}

@Test func `The ring of an endless encoder is told where its widget went`() throws {
  let output = try trace(
    mapping("cc 1: {widget: osc.mix, mode: twos-complement, step: 0.5, feedback: true}"),
    ["B0 01 01", "B0 01 01"])
  #expect(output == [moved("osc.mix", "0.5"), feedback("B00140"), moved("osc.mix", "1"), feedback("B0017F")])
}

@Suite struct `Feedback between events` {
  let widgets = instrument()
  let port = PortID(rawValue: 7)

  private func told(_ router: Router, bytes: Int = .max) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    router.feedback(bytes: bytes) { messages.append($1.bytes) }
    return messages
  }

  private func router() throws -> Router {
    let text = "feedback: true\nmap: {cc 1: osc.mix, cc 2: reverb.mix, cc 3: [master.volume, master.pan]}"
    let router = Router([try Mapping(text: text, file: "m")], widgets)
    router.portAppeared(port, names: ["X"])
    return router
  }

  @Test func `a controller that appears is told everything once`() throws {
    let router = try router()
    #expect(told(router) == [[0xB0, 1, 0], [0xB0, 2, 0], [0xB0, 3, 102]])
    #expect(told(router).isEmpty)
    router.resendFeedback(port)
    #expect(told(router).count == 3)
    router.portLeft(port)
    #expect(told(router).isEmpty)
    router.portAppeared(PortID(rawValue: 8), names: ["X"])
    #expect(told(router).count == 3)
  }

  @Test func `a widget that moves often is sent once, as it is in the end`() throws {
    let router = try router()
    _ = told(router)
    for step in 1...100 { widgets["osc.mix"]?.set(Double(step) / 100) }
    #expect(told(router) == [[0xB0, 1, 127]])
    widgets["osc.mix"]?.set(0.999)
    #expect(told(router).isEmpty, "the same number is not sent again")
  }

  @Test func `a slow cable serves everything in turn`() throws {
    let router = try router()
    #expect(told(router, bytes: 3) == [[0xB0, 1, 0]])
    widgets["osc.mix"]?.set(1)
    #expect(told(router, bytes: 3) == [[0xB0, 2, 0]])
    #expect(told(router, bytes: 3) == [[0xB0, 3, 102]])
    #expect(told(router, bytes: 3) == [[0xB0, 1, 127]])
    #expect(told(router, bytes: 3).isEmpty)
  }

  @Test func `answers on the channel on which the control was heard`() throws {
    let router = try router()
    _ = router.route(.controlChange(Channel(status: 4), controller: 1, value: 0), from: port, at: 0) { _ in }
    widgets["osc.mix"]?.set(1)
    #expect(told(router).contains([0xB4, 1, 127]))
  }
}
