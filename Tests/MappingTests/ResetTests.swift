import SpinetFormats
import SpinetMIDI
import SpinetMapping
import Testing

private func moved(_ widget: String, _ value: String) -> String {
  #""widget":"\#(widget)","value":\#(value)"#
}

/// Reset All Controllers, on channel 1.
private let reset = "B0 79 00"

@Suite struct `Reset All Controllers` {
  @Test(arguments: [
    ("cc 1: osc.mix", ["B0 01 7F"], "0"),
    ("cc14 1: osc.mix", ["B0 01 40", "B0 21 01"], "0"),
    ("cc 11: osc.mix", ["B0 0B 00"], "1"),
    ("cc14 11: osc.mix", ["B0 0B 00"], "1"),
    ("cc 11: {widget: osc.mix, range: [0.5, 0]}", ["B0 0B 00"], "0"),
    ("cc 64: {widget: osc.mix, mode: momentary}", ["B0 40 7F"], "0"),
    ("cc 65: osc.mix", ["B0 41 7F"], "0"),
    ("cc 66: osc.mix", ["B0 42 7F"], "0"),
    ("cc 67: osc.mix", ["B0 43 7F"], "0"),
    ("bend: osc.mix", ["E0 7F 7F"], "0.5"),
    ("pressure: osc.mix", ["D0 7F"], "0"),
    ("poly C4: osc.mix", ["A0 3C 7F"], "0"),
    ("cc 1: {widget: osc.mix, mode: scale}", ["B0 01 00", "B0 01 7F"], "0"),
  ])
  func `puts a mapped control at rest by RP-015`(line: String, events: [String], value: String) throws {
    #expect(try trace(mapping(line), events + [reset]).suffix(2).first == moved("osc.mix", value))
  }

  @Test(arguments: [
    ("cc 7: osc.mix", ["B0 07 40"]),
    ("cc 10: osc.mix", ["B0 0A 40"]),
    ("cc 74: osc.mix", ["B0 4A 40"]),
    ("cc 91: osc.mix", ["B0 5B 40"]),
    ("cc 20: osc.mix", ["B0 14 40"]),
    ("program: osc.mix", ["C0 40"]),
    ("note C4: osc.mix", ["90 3C 40"]),
    ("nrpn 1: osc.mix", ["B0 63 00 62 01 06 40"]),
    ("cc 1: osc.mix", ["B1 01 40"]),
    ("cc 11: osc.mix", []),
    ("cc 1: osc.mix", ["B0 01 00"]),
    ("cc 1: {widget: osc.mix, mode: twos-complement}", ["B0 01 05"]),
    ("cc 64: {widget: hold, mode: toggle}", ["B0 40 7F"]),
  ])
  func `leaves everything else where it is`(line: String, events: [String]) throws {
    let output = try trace(mapping(line), events + [reset])
    #expect(output.last == #""unmapped":"cc 121 ch 1""#)
    #expect(output.count == events.count + 1)
  }

  @Test func `leaves a widget alone that something else has moved since`() throws {
    let output = try trace(mapping("cc 1: osc.mix", "cc 20: osc.mix"), ["B0 01 7F", "B0 14 40", reset])
    #expect(output.count == 3 && output[1] == moved("osc.mix", "\(64.0 / 127)"))
  }

  @Test func `makes a control that picks up wait again`() throws {
    let output = try trace(
      mapping("cc 1: {widget: osc.mix, mode: pickup}"),
      ["B0 01 00", "B0 01 7F", reset, "B0 01 60", "B0 01 00"])
    #expect(
      Array(output.suffix(4)) == [
        moved("osc.mix", "0"), #""unmapped":"cc 121 ch 1""#,
        #""widget":"osc.mix","waiting":true,"turn":"down""#, moved("osc.mix", "0"),
      ])
  }

  @Test func `tells a motor fader where it belongs now`() throws {
    let output = try trace(mapping("bend: {widget: osc.mix, feedback: true}"), ["E0 7F 7F", reset])
    #expect(output.last == #""feedback":"E00040""#)
  }

  @Test func `lets a pedal that was down come up without a second effect`() throws {
    let output = try trace(
      mapping("cc 64: {widget: osc.mix, mode: momentary}"), ["B0 40 7F", reset, "B0 40 00", "B0 40 7F"])
    #expect(output.filter { $0.contains("widget") } == ["1", "0", "1"].map { moved("osc.mix", $0) })
  }

  @Test func `is a button like any other where it is mapped`() throws {
    let output = try trace(
      mapping("cc 1: osc.mix", "cc 121: {widget: hold, mode: toggle}"), ["B0 01 7F", "B0 79 7F"])
    #expect(output == [moved("osc.mix", "1"), moved("hold", "1")])
  }
}
