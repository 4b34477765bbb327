import Documents
import Engine
import Testing
import Widgets

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
  ("osc:\n  mix: 2\n", "p.yaml:2:8: error: \"2\" is nothing for osc.mix", "number from"),
  ("filter: {mode: hihg}", "p.yaml:1:16: error:", "low, band or high"),
  ("filter: {cutoff: fast}", "p.yaml:1:18: error:", "20"),
])
func `A wrong line is told with its place, and nothing moves`(_ text: String, _ start: String, _ part: String)
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
  #expect(throws: DocumentErrors.self) { try Patch(text: text, file: "p.yaml") }
}

@Test func `Every error of a patch is told at once`() throws {
  let patch = try Patch(text: "a: 1\nb: 2\nosc.mix: 7\n", file: "p.yaml")
  #expect(patch.apply(to: instrument()).map(\.place.line) == [1, 2, 3])
}
