import SpinetMapping
import SpinetTools
import SpinetWidgets
import Testing

private func moved(_ widget: String, _ value: String) -> String {
  #""widget":"\#(widget)","value":\#(value)"#
}
private func waiting(_ widget: String, _ turn: String) -> String {
  #""widget":"\#(widget)","waiting":true,"turn":"\#(turn)""#
}

/// The traces of one control on `osc.mix` that begin with the widget in the middle.
private func fromTheMiddle(_ options: String, _ values: [Int]) throws -> [String] {
  let widgets = instrument()
  widgets["osc.mix"]?.set(0.5)
  let events = values.map { "B0 01 " + hexadecimal($0) }
  return try trace(mapping("cc 1: {widget: osc.mix, \(options)}"), events, widgets)
}

@Suite struct `Pickup` {
  @Test(arguments: [
    ([0, 30, 60], ["up", "up", "up"], []),
    ([127, 100], ["down", "down"], []),
    ([0, 127], ["up"], [127]),  // a fast turn passes it
    ([127, 10, 20], ["down"], [10, 20]),
    ([64], [], [64]),  // within the tolerance
    ([63, 0, 127], [], [63, 0, 127]),
  ])
  func `waits until the control meets or passes the widget`(values: [Int], turns: [String], moves: [Int])
    throws
  {
    let expected =
      turns.map { waiting("osc.mix", $0) } + moves.map { moved("osc.mix", number(Double($0) / 127)) }
    #expect(try fromTheMiddle("mode: pickup", values) == expected)
  }

  @Test func `waits again once something else has moved the widget`() throws {
    let output = try trace(
      mapping("cc 1: {widget: osc.mix, mode: pickup}", "cc 2: osc.mix"),
      ["B0 01 00", "B0 02 7F", "B0 01 10", "B0 01 7F", "B0 01 00"])
    #expect(
      output == [
        moved("osc.mix", "0"), moved("osc.mix", "1"), waiting("osc.mix", "up"), moved("osc.mix", "1"),
        moved("osc.mix", "0"),
      ])
  }

  @Test func `of an inverted range still says which way to turn the control`() throws {
    #expect(try fromTheMiddle("mode: pickup, range: [1, 0]", [10]) == [waiting("osc.mix", "up")])
  }

  @Test func `of a choice begins where the choice is already the same`() throws {
    let output = try trace(mapping("cc 1: {widget: osc1.wave, mode: pickup}"), ["B0 01 0A", "B0 01 7F"])
    #expect(output == [moved("osc1.wave", "0"), moved("osc1.wave", "4")])
  }
}

@Suite struct `Scale` {
  @Test func `moves at once, without a jump, and meets the control at the end`() throws {
    let output = try fromTheMiddle("mode: scale", [0, 1, 64, 127, 64])
    #expect(output.count == 5)
    #expect(output[0] == waiting("osc.mix", "up"))
    #expect(try abs(value(output[1]) - (0.5 + 0.5 / 127)) < 1e-12)
    #expect(try value(output[2]) > 0.74)
    #expect(output[3...] == [moved("osc.mix", "1"), moved("osc.mix", number(64.0 / 127))])
  }

  @Test func `turned down from above goes to the near end`() throws {
    let output = try fromTheMiddle("mode: scale", [127, 64, 0, 127])
    #expect(try value(output[1]) < 0.5)
    #expect(output[2...] == [moved("osc.mix", "0"), moved("osc.mix", "1")])
  }

  @Test func `that stands where the widget stands is absolute`() throws {
    let output = try fromTheMiddle("mode: scale", [63, 100])
    #expect(output == [moved("osc.mix", number(63.0 / 127)), moved("osc.mix", number(100.0 / 127))])
  }
}

@Suite struct `Endless encoders` {
  @Test func `on a parameter count its data once, whether or not an LSB follows`() throws {
    let select = ["B0 63 09", "B0 62 52"]
    let map = try mapping("nrpn 1234: {widget: osc1.wave, mode: offset-64}")
    let expected = [moved("osc1.wave", "1"), moved("osc1.wave", "2"), moved("osc1.wave", "1")]
    #expect(try trace(map, select + ["B0 06 41", "B0 06 41", "B0 06 3F"]) == expected)
    let whole = ["B0 06 41", "B0 26 00", "B0 06 41", "B0 26 00", "B0 06 3F", "B0 26 00"]
    #expect(try trace(map, select + whole) == expected)
    #expect(
      try trace(mapping("nrpn 1234: osc1.wave"), select + ["B0 60 00", "B0 60 00", "B0 61 00"]) == expected)
  }

  @Test(arguments: [
    // One up, two up, one down, two down, in 14 bits.
    ("twos-complement", [1, 2, 16383, 16382]), ("offset-64", [8193, 8194, 8191, 8190]),
    ("sign-magnitude", [1, 2, 8193, 8194]), ("auto-relative", [16383, 1, 1, 2, 16382]),
    // The same in the MSB, with an LSB of 0.
    ("twos-complement", [128, 256, 127 << 7, 126 << 7]), ("offset-64", [65 << 7, 66 << 7, 63 << 7, 62 << 7]),
  ])
  func `on a pair or a parameter may use all 14 bits`(mode: String, values: [Int]) throws {
    let sums = values.count == 4 ? [1, 3, 2, 0] : [-1, 0, 1, 3, 1]
    for (control, msb, lsb) in [("nrpn 5", "06", "26"), ("cc14 3", "03", "23")] {
      let halves = values.flatMap {
        ["B0 \(msb) \(hexadecimal($0 >> 7))", "B0 \(lsb) \(hexadecimal($0 & 127))"]
      }
      let widgets = instrument()
      widgets["osc.mix"]?.set(0.5)
      let output = try trace(
        mapping("\(control): {widget: osc.mix, mode: \(mode)}"), ["B0 63 00", "B0 62 05"] + halves, widgets)
      #expect(try abs(value(#require(output.last)) - (0.5 + Double(sums.last ?? 0) / 127)) < 1e-12)
      for sum in sums {
        #expect(try output.contains { try abs(value($0) - (0.5 + Double(sum) / 127)) < 1e-12 }, "\(control)")
      }
    }
  }

  @Test(arguments: [([65, 0, 65, 0, 63], [1, 2, 1]), ([1, 64, 127], [1, 0])])
  func `that rest between their movements do not turn then`(values: [Int], detents: [Int]) throws {
    let output = try fromTheMiddle("mode: auto-relative", values)
    #expect(output.count == detents.count)
    for (line, sum) in zip(output, detents) {
      #expect(try abs(value(line) - (0.5 + Double(sum) / 127)) < 1e-12)
    }
  }

  @Test(arguments: [
    ("twos-complement", [1, 2, 127, 126], [1, 3, 2, 0]),
    ("offset-64", [65, 66, 63, 62, 64], [1, 3, 2, 0]),
    ("sign-magnitude", [1, 2, 65, 66, 64], [1, 3, 2, 0]),
    ("auto-relative", [1, 2, 127, 126], [1, 3, 2, 0]),
    ("auto-relative", [65, 66, 63, 62], [1, 3, 2, 0]),
    ("auto-relative", [63, 65], [-1, 0]),
    ("auto-relative", [1, 2, 65, 66], [1, 3, 2, 0]),
    ("auto-relative", [127, 1, 65], [-1, 0, -63]),  // one fast turn is no contradiction
    ("auto-relative", [65, 1, 1], [1, 0, 1]),  // 65 was down: it is corrected
  ])
  func `move the widget by detents, up and down`(mode: String, values: [Int], detents: [Int]) throws {
    let output = try fromTheMiddle("mode: \(mode)", values)
    #expect(output.count == detents.count)
    for (line, sum) in zip(output, detents) {
      #expect(try abs(value(line) - (0.5 + Double(sum) / 127)) < 1e-12)
    }
  }

  @Test func `stop at the ends, and go on from the widget's real value`() throws {
    let output = try trace(
      mapping("cc 1: {widget: osc.mix, mode: twos-complement, step: 0.3}", "cc 2: osc.mix"),
      ["B0 01 01", "B0 01 03", "B0 01 01", "B0 02 00", "B0 01 01", "B0 01 7D"])
    #expect(output == ["0.3", "1", "1", "0", "0.3", "0"].map { moved("osc.mix", $0) })
  }

  @Test func `go through counted values one by one, whatever the step`() throws {
    let widgets = WidgetSet([Widget("voices", range: 0...10, default: 2, step: 2, snaps: true)])
    let events = ["B0 01 41", "B0 01 42", "B0 01 3F", "B0 01 7F"]
    for step in ["", ", step: 0.1", ", step: 2"] {
      widgets["voices"]?.set(2)
      let output = try trace(mapping("cc 1: {widget: voices, mode: offset-64\(step)}"), events, widgets)
      #expect(output == ["4", "8", "6", "10"].map { moved("voices", $0) })
    }
    let pressed = try trace(mapping("cc 1: {widget: voices, mode: step}"), ["B0 01 7F", "B0 01 00"], widgets)
    #expect(pressed == [moved("voices", "10")], "it stops at the end")
  }

  @Test func `go through choices one by one, and turn switches`() throws {
    let output = try trace(
      mapping("cc 1: {widget: osc1.wave, mode: offset-64}", "cc 2: {widget: hold, mode: offset-64}"),
      ["B0 01 41", "B0 01 42", "B0 01 45", "B0 01 3F", "B0 02 41", "B0 02 3F"])
    #expect(
      output == ["1", "3", "4", "3"].map { moved("osc1.wave", $0) } + ["1", "0"].map { moved("hold", $0) })
  }

  @Test func `follow the curve and the range`() throws {
    let output = try trace(
      mapping("cc 1: {widget: filter.cutoff, mode: twos-complement, range: [4000, 500]}"),
      ["B0 01 01", "B0 01 3F", "B0 01 3F"])
    #expect(try value(output[0]) < 2000)
    #expect(output[2] == moved("filter.cutoff", "500"))
  }

  @Test func `accelerate when turned fast`() throws {
    let file = try mapping("cc 1: {widget: osc.mix, mode: twos-complement, step: 0.01, acceleration: 4}")
    let lines = try MappingTrace.lines(
      of: "0 B0 01 01\n100 B0 01 01\n105 B0 01 01\n", file: "t", mapping: file, widgets: instrument())
    #expect(try abs(value(lines[2]) - 0.06) < 1e-12)
    #expect(try abs(value(lines[1]) - 0.02) < 1e-12)
  }

  @Test func `by increment and decrement move a parameter from where the widget is`() throws {
    let output = try trace(
      mapping("nrpn 1: {widget: keyboard.octave, step: 1}"), ["B0 63 00 62 01 60 00", "B0 60 00", "B0 61 00"])
    #expect(output == ["1", "2", "1"].map { moved("keyboard.octave", $0) })
  }
}

@Suite struct `Buttons` {
  @Test(arguments: [
    (["B0 01 7F", "B0 01 00", "B0 01 7F", "B0 01 00"], ["1", "0"]),  // press and release
    (["B0 01 7F", "B0 01 7F", "B0 01 7F"], ["1", "0", "1"]),  // presses alone
    (["B0 01 50", "B0 01 60", "B0 01 70", "B0 01 00"], ["1"]),  // a pad that streams its pressure
    (["B0 01 00", "B0 01 3F"], []),
  ])
  func `toggle by press, whatever is sent on release`(events: [String], values: [String]) throws {
    let output = try trace(mapping("cc 1: {widget: engine.running, mode: toggle}"), events)
    #expect(output == values.map { moved("engine.running", $0) })
  }

  @Test(arguments: ["nrpn 1234", "cc14 6"]) func `of 14 bits are pressed once by their two halves`(
    control: String
  )
    throws
  {
    let press = ["B0 06 7F", "B0 26 00", "B0 06 00", "B0 26 00"]
    let output = try trace(
      mapping("\(control): {widget: engine.running, mode: toggle}"), ["B0 63 09", "B0 62 52"] + press + press)
    #expect(output.filter { $0.contains("widget") } == ["1", "0"].map { moved("engine.running", $0) })
  }

  /// A foot that rests on a pedal for 2.5 s, then short presses.
  @Test(arguments: [
    ("engine.running, mode: toggle", [1.0, 0, 1]),
    ("osc1.wave, mode: step", [1, 2, 3]),
    ("engine.running, mode: toggle, latching: true", [1, 0, 1, 0, 1, 0]),
    ("osc1.wave, mode: step, latching: true", [1, 2, 3, 4, 0, 1]),
  ])
  func `count each press once, and each edge only if they latch`(target: String, values: [Double]) throws {
    let file = try mapping("cc 80: {widget: \(target)}")
    let text = """
      0 B0 50 7F
      2500 B0 50 00
      5000 B0 50 7F
      5800 B0 50 00
      8000 B0 50 7F
      10500 B0 50 00

      """
    let lines = try MappingTrace.lines(of: text, file: "t", mapping: file, widgets: instrument())
    #expect(try lines.map(value) == values)
  }

  /// Such a pedal may be on when Spinet starts; its first message is then an edge.
  @Test(arguments: [("latching: true", [1.0, 0, 1]), ("latching: false", [1])])
  func `that latch may be on before their first message`(option: String, values: [Double]) throws {
    let file = try mapping("cc 80: {widget: engine.running, mode: toggle, \(option)}")
    let text = "0 B0 50 00\n900 B0 50 7F\n1800 B0 50 00\n"
    let lines = try MappingTrace.lines(of: text, file: "t", mapping: file, widgets: instrument())
    #expect(try lines.map(value) == values)
  }

  @Test func `toggle between the ends of a range`() throws {
    let output = try trace(
      mapping("note 60: {widget: reverb.mix, mode: toggle, range: [0.2, 0.7]}"),
      ["90 3C 10", "80 3C 00", "90 3C 10", "80 3C 00"])
    #expect(output == ["0.7", "0.2"].map { moved("reverb.mix", $0) })
  }

  @Test func `are momentary while they are held`() throws {
    let output = try trace(
      mapping("note 60: {widget: reverb.mix, mode: momentary, range: [0.2, 0.7]}"),
      ["90 3C 01", "80 3C 00", "90 3C 7F", "90 3C 00"])
    #expect(output == ["0.7", "0.2", "0.7", "0.2"].map { moved("reverb.mix", $0) })
  }

  @Test func `by a bend are pressed above three quarters, and let go at rest`() throws {
    let output = try trace(
      mapping("bend: {widget: hold, mode: momentary}"), ["E0 00 40", "E0 7F 7F", "E0 00 40"])
    #expect(output == [moved("hold", "1"), moved("hold", "0")])
  }

  @Test func `trigger by press alone`() throws {
    let output = try trace(
      mapping(
        "cc 1: {widget: panic, mode: trigger}", "cc 2: {widget: osc1.wave, mode: trigger, range: [0, 2]}"),
      ["B0 01 7F", "B0 01 00", "B0 02 7F", "B0 02 00"])
    #expect(output == [moved("panic", "1"), moved("osc1.wave", "2")])
  }

  @Test(arguments: [
    ("osc1.wave, mode: step", ["1", "2", "3", "4", "0"]),
    ("osc1.wave, mode: step, step: -1", ["4", "3", "2", "1", "0"]),
    ("osc1.wave, mode: step, range: [2, 4]", ["2", "3", "4", "2", "3"]),
    ("keyboard.octave, mode: step, step: 2", ["2", "4", "4", "4", "4"]),
    ("keyboard.octave, mode: step, step: -3", ["-3", "-4", "-4", "-4", "-4"]),
    ("engine.running, mode: step", ["1", "0", "1", "0", "1"]),
  ])
  func `step through choices and along sliders`(target: String, values: [String]) throws {
    let name = String(target.prefix { $0 != "," })
    let output = try trace(
      mapping("cc 1: {widget: \(target)}"), Array(repeating: "B0 01 7F 01 00", count: 5))
    #expect(output == values.map { moved(name, $0) })
  }
}

private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

private func value(_ line: String) throws -> Double {
  let digits = try #require(line.split(separator: ":").last).filter { $0 != "}" }
  return try #require(Double(digits))
}

private func hexadecimal(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
