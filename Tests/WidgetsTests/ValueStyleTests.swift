import Testing

@testable import SpinetWidgets

@Suite struct ValueStyleTests {
  private func widget(_ unit: String, _ range: ClosedRange<Double> = 0...20_000, name: String = "w") -> Widget
  {
    Widget(name, range: range, unit: unit)
  }

  @Test(arguments: [
    (4921.3, "4.92 kHz"), (20_000, "20 kHz"), (12_345.6, "12.3 kHz"), (750, "750 Hz"), (0.25, "0.25 Hz"),
    (999.6, "1 kHz"), (999.4, "999 Hz"), (1000, "1 kHz"), (0, "0 Hz"), (440.04, "440 Hz"),
  ])
  func `From 1000 Hz a frequency is in kHz`(value: Double, text: String) {
    #expect(widget("Hz").text(for: value) == text)
  }

  @Test(arguments: [
    (0.008, "8 ms"), (1.4, "1.4 s"), (1, "1 s"), (0.9996, "1 s"), (0.0005, "0.5 ms"), (0, "0 ms"),
    (12.34, "12.3 s"),
  ])
  func `Below a second a time is in ms`(value: Double, text: String) {
    #expect(widget("s", 0...20).text(for: value) == text)
    #expect(widget("ms", 0...20_000).text(for: value * 1000) == text)
  }

  @Test(arguments: [(0.35, "35 %"), (0, "0 %"), (1, "100 %"), (0.003, "0.3 %")])
  func `From 0 to 1 without a unit is per cent`(value: Double, text: String) {
    #expect(widget("", 0...1).text(for: value) == text)
  }

  @Test func `Nearly all from 0 to 1 is per cent, and less of it is a number`() {
    let width = widget("", 0.02...0.98)
    #expect(width.text(for: 0.5) == "50 %" && width.parse("50 %") == 0.5 && width.parse("0.5") == 0.5)
    #expect(widget("", 0...0.5).text(for: 0.5) == "0.5" && widget("", 0.1...1).text(for: 0.3) == "0.3")
  }

  @Test(arguments: [(0.3, "+30 %", "30 R"), (-0.35, "−35 %", "35 L"), (0, "0", "centre")])
  func `From -1 to 1 has a sign, and a pan has sides`(value: Double, text: String, pan: String) {
    #expect(widget("", -1...1).text(for: value) == text)
    #expect(widget("", -1...1, name: "pad/part.pan").text(for: value) == pan)
  }

  @Test func `The mix of two oscillators is a proportion`() {
    let mix = widget("", 0...1, name: "osc.mix")
    #expect(mix.text(for: 0.3) == "70 : 30" && mix.text(for: 0) == "100 : 0")
    #expect(mix.parse("70 : 30") == 0.3 && mix.parse("1:1") == 0.5 && mix.parse("0.25") == 0.25)
  }

  @Test func `Decibels have one decimal, and the lowest of a level is silence`() {
    let level = widget("dB", -60...12)
    #expect(level.text(for: -6) == "−6.0 dB" && level.text(for: 0) == "0.0 dB")
    #expect(level.text(for: -60) == "−∞ dB" && level.parse("−∞ dB") == -60)
    #expect(widget("dB", 0...24).text(for: 0) == "0.0 dB")
  }

  @Test(arguments: [("octaves", 1.2, "+1.2 oct"), ("cents", -9, "−9 ct"), ("semitones", 2, "+2 st")])
  func `A distance has a sign and a short unit`(unit: String, value: Double, text: String) {
    #expect(widget(unit, -100...100).text(for: value) == text)
    #expect(widget(unit, -100...100).text(for: 0) == "0")
    #expect(widget(unit, 0...100).text(for: abs(value)) == text.drop { $0 == "+" || $0 == "−" })
    #expect(widget(unit, -100...100).parse(text) == value)
    #expect(widget(unit, -100...100).parse("\(value) \(unit)") == value)
  }

  @Test func `Counts are whole and agree`() {
    let voices = widget("voices", 1...7)
    #expect(voices.text(for: 1) == "1 voice" && voices.text(for: 3) == "3 voices")
    #expect(voices.parse("1 voice") == 1 && voices.parse("3 voices") == 3)
  }

  @Test(arguments: [
    (5e-7, "5e-7"), (9.834982241098691e32, "9.83e32"), (0.1234, "0.123"), (1234.5, "1235"), (-0.5, "−0.5"),
    (99.99, "100"), (0, "0"), (.infinity, "inf"),
  ])
  func `Any other number has three significant digits, and all before the point`(value: Double, text: String)
  {
    #expect(Widget("w", range: -1e33...1e33).text(for: value) == text)
  }

  @Test(arguments: [
    ("Hz", "1.5k", 1500.0), ("Hz", "1,5 kHz", 1500), ("Hz", "440Hz", 440), ("Hz", "440 hz", 440),
    ("Hz", " 440 ", 440), ("s", "250 ms", 0.25), ("s", "1,4", 1.4), ("s", "2s", 2), ("ms", "1.5 s", 1500),
    ("", "1e3", 1000), ("bpm", "120 bpm", 120), ("dB", "−6.0 dB", -6), ("dB", "-6", -6), ("", "2k", 2000),
  ])
  func `A typed value may have its unit, kilo and a comma`(unit: String, text: String, value: Double) {
    #expect(widget(unit, -20_000...20_000).parse(text) == value)
  }

  @Test func `Per cent and sides are typed as they are shown`() {
    #expect(widget("", 0...1).parse("35 %") == 0.35 && widget("", 0...1).parse("0.35") == 0.35)
    #expect(widget("", -1...1).parse("−35 %") == -0.35)
    let pan = widget("", -1...1, name: "pan")
    #expect(pan.parse("30 L") == -0.3 && pan.parse("12 R") == 0.12 && pan.parse("centre") == 0)
  }

  @Test(arguments: ["", "k", "Hz", "1 2", "1.2.3", "440 s", "1,2,3", "--1", "inf", "nan", "5 %", "e5"])
  func `What is no value is refused`(text: String) {
    #expect(widget("Hz").parse(text) == nil)
  }

  @Test(arguments: [0.001, 0.0123, 0.5, 1, 7.77, 99.9, 440, 999.6, 1234.5, 19_999])
  func `What is shown can be typed, and is within its last digit`(value: Double) throws {
    for unit in ["Hz", "s", "ms", "", "semitones"] {
      let widget = widget(unit, -20_000...20_000)
      let typed = try #require(widget.parse(widget.text(for: value)))
      #expect(abs(typed - value) <= value * 0.006)
    }
  }
}

@Test(
  arguments: [
    (.nan, 0), (-.infinity, 0), (.infinity, 100), (1e300, 100), (-1, 0), (49.5, 50), (100.4, 100), (7, 7),
  ] as [(Double, Int)])
func `A number from outside is bounded before it becomes whole`(value: Double, whole: Int) {
  #expect(Int(bounded: value, in: 0...100) == whole)
}

@Test func `Bounds may be the ends of a type`() {
  #expect(Int64(bounded: 1e300, in: .min ... .max) == .max)
  #expect(UInt64(bounded: 1.9e19, in: 0...UInt64.max) == .max)
  #expect(Int64(bounded: -1e300, in: .min ... .max) == .min)
}
