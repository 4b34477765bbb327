import SpinetSurface
import SpinetWidgets
import Testing

@Suite struct WidgetLayoutTests {
  @Test func `Widgets are grouped by the sections of their names, in their order`() {
    let widgets = ["panic", "free", "filter.cutoff", "amp.attack", "filter.resonance", "/fx/delay/time"].map {
      Widget($0)
    }
    let groups = WidgetLayout(widgets).groups
    #expect(groups.map(\.name) == ["", "filter", "amp", "fx/delay", "instrument"])
    #expect(groups[1].items == [.single(2), .single(4)])
  }

  @Test func `Widgets of parts are grouped part by part, before those of the whole instrument`() {
    let names = [
      "bass/filter.cutoff", "lead/filter.cutoff", "panic", "bass/amp.attack", "bass/filter.resonance",
    ]
    let groups = WidgetLayout(names.map { Widget($0) }, parts: ["lead", "bass"]).groups
    #expect(groups.map(\.part) == ["lead", "bass", "bass", ""])
    #expect(groups.map(\.name) == ["filter", "filter", "amp", "instrument"])
    #expect(groups[1].items == [.single(0), .single(4)])
  }

  @Test func `Two sliders x and y are a pad, and numbered ones a row`() {
    let pad = XYPad("morph").widgets
    let bars = MultiSlider("harmonic", count: 16).widgets
    let board = WidgetLayout(pad + bars + [Widget("lonely.x"), Widget("pair.1"), Widget("pair.2")])
    #expect(board.groups[0].items == [.pad(name: "morph", x: 0, y: 1)])
    #expect(board.groups[1].items == [.bars(name: "harmonic", Array(2..<18))])
    #expect(board.groups[2].items == [.single(18)])
    #expect(board.groups[3].items == [.single(19), .single(20)])
  }

  @Test func `The pad wave and the row harmonic have waves, others only with a table`() {
    let own = XYPad("wave").widgets + MultiSlider("harmonic", count: 4).widgets
    let others = XYPad("filter").widgets + XYPad("lead/wave").widgets + MultiSlider("eq", count: 3).widgets
    let table = Widget("eq.table", kind: .label(precision: 0))
    let waves = WidgetLayout(own + others + [table], parts: ["lead"]).waves
    let expected: [String: WaveSource] = [
      "wave": .pad(x: 0, y: 1), "harmonic": .harmonics([2, 3, 4, 5]), "lead/wave": .pad(x: 8, y: 9),
      "eq": .table(13),
    ]
    #expect(waves == expected)
  }

  @Test func `Switches are no pads`() {
    let widgets = [Widget("a.x", kind: .toggle), Widget("a.y", kind: .toggle)]
    #expect(WidgetLayout(widgets).groups[0].items == [.single(0), .single(1)])
  }

  @Test func `Every widget is shown once`() {
    let widgets =
      (1...20).map { Widget("row.\($0)") } + ["row.x", "row.y", "a", "b.c", "b.c.d"].map { Widget($0) }
    for parts in [[], [""], ["row", "b"]] {
      let shown = WidgetLayout(widgets, parts: parts).groups.flatMap(\.items).flatMap(\.indices)
      #expect(shown.sorted() == Array(widgets.indices))
    }
  }
}
