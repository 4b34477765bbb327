import SpinetWidgets
import Testing

@testable import SpinetPanel

@Test(arguments: [
  (Widget("cutoff", range: 20...20_000, default: 1000, unit: "Hz"), 20.0, 20_000.0, "20 Hz to 20 kHz"),
  (Widget("cutoff", range: 20...20_000, default: 1000, unit: "Hz"), 65, 440, "65 to 440 Hz"),
  (Widget("mix"), 1, 0, "100 to 0 %"),
  (Widget("bend", range: -1...1), -1, 1, "−100 to +100 %"),
  (Widget("osc.mix"), 0, 1, "100 : 0 to 0 : 100"),
  (Widget("mute", kind: .toggle), 0, 1, "off to on"),
  (Widget("wave", kind: .choice(["saw 2", "sine 2"])), 0, 1, "saw 2 to sine 2"),
])
func `A range is told in words, with a unit that both ends have once`(
  widget: Widget, first: Double, last: Double, text: String
) {
  #expect(widget.text(from: first, to: last) == text)
}

@Test func `A range is told of what is a number`() {
  #expect(Widget("depth", range: -8...8, unit: "octaves").ends == "−8 to +8 oct")
  #expect(Widget("mute", kind: .toggle).ends == nil)
}
