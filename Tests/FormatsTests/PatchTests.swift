import SpinetEngine
import SpinetFormats
import SpinetRealtime
import SpinetText
import SpinetWidgets
import Testing

private func instrument() -> WidgetSet {
  WidgetSet([
    Widget("filter.cutoff", range: 20...20_000, default: 1000, unit: "Hz", curve: .logarithmic),
    Widget("filter.mode", kind: .choice(["low", "band", "high"])),
    Widget("osc.mix", default: 0.5),
  ])
}

@Test func `A patch moves the widgets it names, by section or by whole name`() throws {
  let patch = try Patch(
    text: "name: Dusk\nauthor: Ada\nfamily: pad\nfilter:\n  cutoff: 1200\n  mode: band\nosc.mix: 0.25\n",
    file: "dusk.yaml")
  #expect((patch.name, patch.author, patch.family) == ("Dusk", "Ada", "pad"))
  let widgets = instrument()
  #expect(patch.apply(to: widgets) == [])
  #expect(widgets.snapshot() == ["filter.cutoff": 1200, "filter.mode": 1, "osc.mix": 0.25])
}

@Test(arguments: [
  ("filter: {cutof: 1}", "p.yaml:1:10: error: unknown widget", "filter.cutoff"),
  ("osc:\n  mix: 2\n", "p.yaml:2:8: error: \"2\" is not a value for osc.mix", "number from"),
  ("filter: {mode: hihg}", "p.yaml:1:16: error:", "low, band or high"),
  ("filter: {cutoff: fast}", "p.yaml:1:18: error:", "20"),
])
func `A wrong line is told with its location, and nothing moves`(
  _ text: String, _ start: String, _ part: String
)
  throws
{
  let widgets = instrument()
  let before = widgets.snapshot()
  let found = try Patch(text: "osc.mix: 0.1\n" + text, file: "p.yaml").apply(to: widgets)
  let line = try #require(found.first).description
  #expect(line.contains(part))
  #expect(
    line.hasPrefix(start.replacing("p.yaml:2:", with: "p.yaml:3:").replacing("p.yaml:1:", with: "p.yaml:2:")))
  #expect(widgets.snapshot() == before)
}

@Test(arguments: ["- 1\n- 2\n", "filter: [1, 2]\n", "name: {a: 1}\n", "filter: {cutoff: 1", "just words"])
func `What is no patch throws with a place`(_ text: String) {
  let error = #expect(throws: SpinetError.self) { try Patch(text: text, file: "p.yaml") }
  #expect(error?.diagnostics.first?.file == "p.yaml")
}

@Test func `Every error of a patch is told at once`() throws {
  let patch = try Patch(text: "a: 1\nb: 2\nosc.mix: 7\n", file: "p.yaml")
  #expect(patch.apply(to: instrument()).map(\.location.line) == [1, 2, 3])
}

@Test func `The patch beside a program says how widgets look, and what they are set to`() throws {
  let text =
    "level: {value: 440, range: [100, 1000], unit: Hz, curve: log}\npad:\n  x: 0.5\n  y: {range: [-1, 1]}\n"
  let patch = try Patch(ofProgram: Array(text.utf8), file: "p.yaml")
  #expect(patch.hints["level"]?.range == 100...1000)
  #expect(patch.hints["level"]?.unit == "Hz")
  #expect(patch.hints["level"]?.curve == .logarithmic)
  #expect(patch.hints["pad.y"]?.range == -1...1)
  let widgets = WidgetSet([
    Widget("level", range: 100...1000, unit: "Hz", curve: .logarithmic), Widget("pad.x"),
    Widget("pad.y", range: -1...1, default: 0),
  ])
  #expect(patch.apply(to: widgets) == [])
  #expect(widgets.snapshot() == ["level": 440, "pad.x": 0.5, "pad.y": 0])
}

@Test(arguments: [
  ("osc.mix: {value: 1, rnage: [0, 1]}", "p.yaml:1:21: error: unknown key \"rnage\""),
  ("osc.mix: {range: [1, 0]}", "p.yaml:1:18: error: no range"),
  ("osc.mix: {range: [1]}", "p.yaml:1:18: error: no range"),
  ("osc.mix: {range: wide}", "p.yaml:1:18: error:"),
  ("osc.mix: {curve: lg}", "p.yaml:1:18: error: unknown curve \"lg\""),
  ("osc.mix: {range: [0, 1], curve: log}", "p.yaml:1:33: error: curve log over a range with 0"),
  ("osc.mix: {value: {a: 1}}", "p.yaml:1:19: error: unknown widget \"osc.mix.a\""),
  ("osc.mix: {value: 2}", "p.yaml:1:18: error: \"2\" is not a value for osc.mix"),
  ("osc.mxi: {value: 1}", "p.yaml:1:1: error: unknown widget \"osc.mxi\""),
  ("osc.mxi: {unit: Hz}", "p.yaml:1:1: error: unknown widget \"osc.mxi\""),
  ("filter.mode: {range: [0, 9]}", "p.yaml:1:1: error: a range for filter.mode"),
])
func `What a patch says wrongly of a look is told with its location, once`(text: String, message: String) {
  let told = errors { try Patch(ofProgram: Array(text.utf8), file: "p.yaml").apply(to: instrument()) }
  #expect(told.count == 1)
  #expect(told.first?.hasPrefix(message) == true, "\(told)")
}

@Test func `A patch of the synth says nothing of hints`() throws {
  let told = errors { try Patch(text: "osc.mix: {value: 1}", file: "p.yaml").apply(to: instrument()) }
  #expect(told == ["p.yaml:1:11: error: unknown widget \"osc.mix.value\", expected one of the engine's"])
}

/// Thrown or answered.
private func errors(_ read: () throws -> [Diagnostic]) -> [String] {
  do { return try read().map(\.description) } catch let errors as SpinetError {
    return errors.diagnostics.isEmpty ? ["\(errors)"] : errors.diagnostics.map(\.description)
  } catch { return ["\(error)"] }
}
