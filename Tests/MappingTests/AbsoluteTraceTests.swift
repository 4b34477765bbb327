import SpinetMapping
import Testing

private func moved(_ widget: String, _ value: String) -> String {
  #""widget":"\#(widget)","value":\#(value)"#
}

@Test(arguments: [
  ("cc 1: osc.mix", ["B0 01 00", "B0 01 7F"], ["0", "1"]),
  ("cc 1: osc.mix", ["BF 01 00"], ["0"]),
  ("cc14 1: osc.mix", ["B0 01 7F", "B0 21 00", "B0 21 7F"], ["1", "1", "1"]),
  ("nrpn 1234: osc.mix", ["B0 63 09 62 52 06 7F", "B0 06 00"], ["1", "0"]),
  ("rpn 5: osc.mix", ["B0 65 00 64 05 06 7F"], ["1"]),
  ("note C1: osc.mix", ["90 18 7F", "80 18 40"], ["1", "0"]),
  ("note 24: osc.mix", ["90 18 7F", "90 18 00"], ["1", "0"]),
  ("bend: osc.mix", ["E0 00 00", "E0 00 40", "E0 7F 7F"], ["0", "0.5", "1"]),
  ("pressure: osc.mix", ["D3 00", "D3 7F"], ["0", "1"]),
  ("poly C4: osc.mix", ["A0 3C 7F"], ["1"]),
  ("program: osc.mix", ["C0 00", "C0 7F"], ["0", "1"]),
  ("ch 10 cc 1: osc.mix", ["B9 01 7F"], ["1"]),
])
func `Every kind of control reaches both ends of a slider`(line: String, events: [String], values: [String])
  throws
{
  #expect(try trace(mapping(line), events) == values.map { moved("osc.mix", $0) })
}

@Test(arguments: [
  ("cc 1: master.pan", "B0 01 40", "0"),
  ("cc 1: {widget: master.pan, curve: s}", "B0 01 40", "0"),
  ("cc 1: {widget: master.pan, range: [1, -1]}", "B0 01 40", "0"),
  ("cc 1: {widget: filter.cutoff, range: [0.5e3, 5e3], curve: lin}", "B0 01 00", "500"),
  ("cc14 1: master.pan", "B0 01 40", "0"),
  ("bend: {widget: filter.cutoff, range: [200, 800], curve: log}", "E0 00 40", "400"),
  ("bend: {widget: osc.mix, curve: exp}", "E0 00 40", "0.25"),
  ("bend: {widget: osc.mix, curve: s}", "E0 00 40", "0.5"),
  ("bend: {widget: osc.mix, curve: [0, 0.8, 1]}", "E0 00 40", "0.8"),
  ("bend: {widget: osc.mix, curve: [[0, 0], [0.25, 0.6], [0.75, 0.2], [1, 1]]}", "E0 00 40", "0.4"),
  ("cc 1: {widget: reverb.mix, range: [0.5, 0]}", "B0 01 00", "0.5"),
  ("cc 1: {widget: reverb.mix, range: [0.5, 0]}", "B0 01 7F", "0"),
  ("cc 1: filter.cutoff", "B0 01 7F", "20000"),
  ("cc 1: filter.cutoff", "B0 01 00", "20"),
])
func `Ranges and curves are exact at the ends and in the middle`(line: String, event: String, value: String)
  throws
{
  let output = try trace(mapping(line), [event])
  let number = try #require(output.first?.split(separator: ":").last.flatMap { Double($0) })
  #expect(abs(number - Double(value)!) < 1e-9)
  #expect(output.count == 1)
}

@Test func `Note 5 never moves controller 5, nor the other way round`() throws {
  #expect(try trace(mapping("note 5: osc.mix"), ["B0 05 7F"]) == [#""unmapped":"cc 5 ch 1""#])
  #expect(try trace(mapping("cc 5: osc.mix"), ["90 05 7F"]) == [#""unmapped":"note 5 ch 1""#])
}

@Test(arguments: [
  ("B0 4A 40", ["cc 74 ch 1"]),
  ("9F 3C 40", ["note 60 ch 16"]),
  ("E1 00 40", ["bend ch 2"]),
  ("D0 40", ["pressure ch 1"]),
  ("A0 3C 40", ["poly 60 ch 1"]),
  ("C0 05", ["program ch 1"]),
  ("B0 63 09 62 52 06 7F 26 00", ["nrpn 1234 ch 1", "nrpn 1234 ch 1"]),
  ("B0 65 00 64 00 06 02", ["rpn 0 ch 1"]),
  ("F8 B0 4A F8 40", ["cc 74 ch 1"]),
  ("F0 7E 7F F7", []),
])
func `What nothing maps is named`(event: String, names: [String]) throws {
  #expect(try trace(mapping("cc 1: osc.mix"), [event]) == names.map { #""unmapped":"\#($0)""# })
}

@Test func `One control moves many widgets, many controls one`() throws {
  let output = try trace(
    mapping("cc 22: [osc.mix, {widget: reverb.mix, range: [0.5, 0]}]", "cc 23: osc.mix"),
    ["B0 16 7F", "B0 17 00"])
  #expect(output == [moved("osc.mix", "1"), moved("reverb.mix", "0"), moved("osc.mix", "0")])
}

@Test func `A control with a channel comes before the same without`() throws {
  let output = try trace(
    mapping("cc 1: osc.mix", "ch 2 cc 1: reverb.mix"), ["B0 01 7F", "B1 01 7F", "B2 01 00"])
  #expect(output == [moved("osc.mix", "1"), moved("reverb.mix", "1"), moved("osc.mix", "0")])
}

@Test func `A pair takes both halves, and a mapped pair leaves no half unmapped`() throws {
  let output = try trace(mapping("cc14 2: osc.mix"), ["B0 02 40", "B0 22 40"])
  #expect(output == [moved("osc.mix", "\(8192.0 / 16256)"), moved("osc.mix", "\(8256.0 / 16383)")])
}

private let selections = [
  ("cc14 1", "", "01", "21"), ("nrpn 9", "63 00 62 09", "06", "26"), ("rpn 9", "65 00 64 09", "06", "26"),
]

@Test(arguments: selections)
func `A sender of both halves uses all 14 bits up to its top`(
  control: String, selection: String, msb: String, lsb: String
) throws {
  let select = selection.isEmpty ? [] : ["B0 \(selection)"]
  let pairs = [("40", "01"), ("7F", "00"), ("7F", "40"), ("7F", "7F"), ("00", "00")]
  let output = try trace(
    mapping("\(control): osc.mix"), select + pairs.flatMap { ["B0 \(msb) \($0)", "B0 \(lsb) \($1)"] })
  let values = [8193.0, 16256, 16320, 16383, 0].map {
    moved("osc.mix", $0 == 0 ? "0" : $0 == 16383 ? "1" : "\($0 / 16383)")
  }
  #expect(output.enumerated().filter { $0.offset % 2 == 1 }.map(\.element) == values)
}

@Test(arguments: selections)
func `A sender whose LSB is always 0 reaches the top as one of the MSB alone does`(
  control: String, selection: String, msb: String, lsb: String
) throws {
  let select = selection.isEmpty ? [] : ["B0 \(selection)"]
  let output = try trace(
    mapping("\(control): osc.mix"), select + ["B0 \(msb) 40", "B0 \(lsb) 00", "B0 \(msb) 7F", "B0 \(lsb) 00"])
  #expect(output.last == moved("osc.mix", "1"))
}

@Test func `One control that sends LSBs does not change the scale of another`() throws {
  let output = try trace(
    mapping("cc14 1: osc.mix", "cc14 2: reverb.mix"), ["B0 01 7F", "B0 21 7F", "B0 02 7F", "B0 01 7F"])
  #expect(
    output == [
      moved("osc.mix", "1"), moved("osc.mix", "1"), moved("reverb.mix", "1"), moved("osc.mix", "1"),
    ])
}

@Test func `Points that run downwards are followed from the first to the last`() throws {
  let output = try trace(
    mapping("cc 1: {widget: osc.mix, curve: [1, 0]}"), ["B0 01 00", "B0 01 7F", "B0 01 01"])
  #expect(output == ["1", "0", "\(1 - 1.0 / 127)"].map { moved("osc.mix", $0) })
}

@Test func `A program number picks the choice of that number`() throws {
  let output = try trace(mapping("program: osc1.wave"), ["C0 03", "C0 00", "C0 7F"])
  #expect(output == ["3", "0", "4"].map { moved("osc1.wave", $0) })
}

@Test func `A switch follows the upper half, a soft note is on`() throws {
  let output = try trace(
    mapping("cc 1: engine.running", "note 1: hold"), ["B0 01 3F", "B0 01 40", "90 01 01", "80 01 00"])
  #expect(
    output == [
      moved("engine.running", "0"), moved("engine.running", "1"), moved("hold", "1"), moved("hold", "0"),
    ])
}

@Test func `A knob on a momentary button presses once on its way up`() throws {
  let output = try trace(
    mapping("cc 1: panic"), ["B0 01 10", "B0 01 50", "B0 01 70", "B0 01 00", "B0 01 7F"])
  #expect(output == [moved("panic", "1"), moved("panic", "1")])
}
