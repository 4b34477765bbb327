import SpinetWidgets
import Testing

@Test func `A widget stands at its default, and goes back to it`() {
  let widget = Widget("w", range: 10...20, default: 12)
  #expect(widget.value == 12)
  #expect(widget.set(15) && widget.value == 15)
  #expect(widget.reset() && widget.value == 12)
  #expect(Widget("w", range: 10...20).value == 10)
  #expect(Widget("w", range: 10...20, default: 99).defaultValue == 20)
}

@Test(arguments: [(-5.0, 10.0), (25, 20), (.infinity, 20), (-.infinity, 10), (13.5, 13.5)])
func `What is outside the range becomes the nearer end`(value: Double, result: Double) {
  let widget = Widget("w", range: 10...20, default: 12)
  widget.set(value)
  #expect(widget.value == result)
}

@Test func `What is no number changes nothing`() {
  let widget = Widget("w", range: 10...20, default: 12)
  #expect(!widget.set(.nan))
  #expect(widget.value == 12 && widget.stamp == 0)
}

@Test func `The stamp rises with every change, and only then`() {
  let widget = Widget("w")
  #expect(widget.set(0.5) && widget.stamp == 1)
  #expect(!widget.set(0.5) && widget.stamp == 1)
  #expect(widget.set(0.6) && widget.stamp == 2)
}

@Test func `Positions run along the curve`() {
  let widget = Widget("w", range: 20...20_000, curve: .logarithmic)
  widget.set(position: 1.0 / 3)
  #expect(abs(widget.value - 200) < 1e-9)
  #expect(abs(widget.position - 1.0 / 3) < 1e-12)
  widget.set(position: 1)
  #expect(widget.value == 20_000)
}

@Test(arguments: [(0.49, 0.0), (0.5, 1), (7, 1), (-1, 0)])
func `A switch has two states`(value: Double, state: Double) {
  let widget = Widget("w", kind: .toggle, range: 5...9)
  #expect(widget.range == 0...1)
  widget.set(value)
  #expect(widget.value == state)
}

@Test func `A choice is one of its names`() {
  let widget = Widget("w", kind: .choice(["sine", "saw", "square"]), default: 1)
  #expect(widget.range == 0...2 && widget.text == "saw")
  widget.set(1.6)
  #expect(widget.value == 2 && widget.text == "square")
  #expect(widget.parse("sine") == 0 && widget.parse("1") == 1 && widget.parse("triangle") == nil)
  #expect(Widget("w", kind: .choice([])).range == 0...0)
}

@Test func `Every press of a momentary button is counted, and taken once`() {
  let widget = Widget("w", kind: .momentary)
  for value in [1, 0.2, 0, -1, 1] { widget.set(value) }
  #expect(widget.cell.pendingPresses == 3)
  #expect(widget.stamp == 3)
  #expect(widget.value == 0)
  for _ in 0..<3 { #expect(widget.cell.popPress()) }
  #expect(!widget.cell.popPress())
  #expect(widget.cell.pendingPresses == 0)
}

@Test func `Presses from several threads are all counted`() async {
  let widget = Widget("w", kind: .momentary)
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 { group.addTask { for _ in 0..<1_000 { widget.press() } } }
  }
  #expect(widget.cell.pendingPresses == 4_000)
}

@Test(arguments: [(5.0, "5"), (-1, "-1"), (1e19, "1e+19"), (.infinity, "inf"), (.nan, "nan")])
func `A choice that is none of its names is shown as a number`(value: Double, text: String) {
  #expect(Widget("w", kind: .choice(["sine", "saw"])).text(for: value) == text)
}

@Test func `The upper end is a step wherever it lies`() {
  let widget = Widget("w", step: 0.3, snaps: true)
  for (asked, value) in [(0.97, 1.0), (0.94, 0.9), (0.5, 0.6)] {
    widget.set(asked)
    #expect(widget.value == value)
  }
}

@Test func `Other kinds show themselves in their own way`() {
  #expect(Widget("w", kind: .toggle).text(for: 1) == "on")
  #expect(Widget("w", kind: .label(precision: 2), unit: "dB").text(for: -3.14159) == "−3.14 dB")
  #expect(Widget("w").parse("off") == 0)
  #expect(Widget("w").parse("inf") == nil)
}

@Test func `A pad is two sliders, a multi-slider many`() {
  let pad = XYPad("pad", x: -1...1, default: (0.5, 0.25))
  #expect(pad.widgets.map(\.name) == ["pad.x", "pad.y"])
  #expect(pad.widgets.map(\.value) == [0.5, 0.25])
  #expect(
    MultiSlider("bars", count: 3, range: 1...2, default: 1.5).widgets.map(\.name) == [
      "bars.1", "bars.2", "bars.3",
    ])
  #expect(MultiSlider("bars", count: 0).widgets.count == 1)
}

@Test(arguments: [(0.3, 0.25), (0.38, 0.5), (1, 1), (0.9, 1), (-4, 0)])
func `A widget that snaps is nowhere between its steps`(asked: Double, value: Double) {
  let widget = Widget("w", default: 0.2, step: 0.25, snaps: true)
  #expect(widget.defaultValue == 0.25)
  widget.set(asked)
  #expect(widget.value == value)
  #expect(Widget("w", default: 0.2, step: 0.25).defaultValue == 0.2)
  #expect(Widget("w", default: 0.2, step: 0, snaps: true).defaultValue == 0.2)
}

@Test func `Steps of any size are kept exactly`() {
  let widget = Widget("w", range: 0.1...2.1, step: 0.1, snaps: true)
  for step in 0...20 {
    widget.set(0.1 + Double(step) * 0.1 + 0.03)
    #expect(Double(widget.text) == Double(step + 1) / 10)
    #expect(widget.value == Double(step + 1) / 10)
  }
}

@Test func `A widget whose range is not known takes any number, and controllers keep to the range`() {
  let widget = Widget("w", range: 0...1, isOpen: true)
  #expect(widget.set(440) && widget.value == 440)
  #expect(widget.allows(-3) && !widget.allows(.infinity) && !Widget("v").allows(2))
  widget.set(position: 1)
  #expect(widget.value == 1)
}

@Test func `What a person may write is told as values are shown, where that is exact`() {
  func expected(_ range: ClosedRange<Double>, _ unit: String) -> String {
    Widget("w", range: range, unit: unit).expectation
  }
  #expect(expected(20...20_000, "Hz") == "a number from 20 Hz to 20 kHz")
  #expect(expected(0...12_345, "Hz") == "a number from 0 Hz to 12345 Hz")
}

@Test func `A widget keeps the decimals that it was given`() {
  let exact = Widget("exact", range: 0...2, default: 1.23456, unit: "V", precision: 4)
  #expect(exact.text == "1.2346 V" && exact.parse("0.5") == 0.5)
  #expect(Widget("peak", kind: .label(precision: 1)).precision == 1 && Widget("w").precision == nil)
}

@Test func `An open widget with limits refuses what is beyond them, and says which they are`() {
  let tempo = Widget("clock.tempo", range: 20...300, unit: "bpm", isOpen: true, limits: 1...999)
  #expect(tempo.allows(1) && tempo.allows(999) && !tempo.allows(0.5) && !tempo.allows(5000))
  #expect(tempo.expectation == "a number from 1 bpm to 999 bpm")
  tempo.set(5000)
  #expect(tempo.value == 999)
}

@Test(arguments: [
  ("2", 1.0), ("2 night-drive", 1), ("night-drive", 1), ("1", 0), ("0", nil), ("3", nil), ("bass", nil),
])
func `Choices that are numbered have the numbers that people read`(text: String, value: Double?) {
  #expect(Widget("setlist", kind: .choice(["1 warm-pad", "2 night-drive"])).parse(text) == value)
}

@Test func `A widget under another name is the same value`() {
  let widget = Widget("level", range: 0...10, default: 3)
  let other = Widget("pad/level", of: widget)
  other.set(7)
  #expect(widget.value == 7 && other.name == "pad/level" && other.stamp == widget.stamp)
}
