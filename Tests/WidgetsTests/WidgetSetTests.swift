import SpinetWidgets
import Testing

private func set() -> WidgetSet {
  WidgetSet([
    Widget("cutoff", range: 20...20_000, default: 100), Widget("on", kind: .toggle),
    Widget("wave", kind: .choice(["a", "b"])), Widget("press", kind: .momentary),
    Widget("hold", kind: .button), Widget("level", kind: .label(precision: 1)),
  ])
}

@Test func `Widgets are found by name, the first of a name stays`() {
  let first = Widget("a")
  let widgets = WidgetSet([first, Widget("b"), Widget("a", default: 1)])
  #expect(widgets["a"] === first && widgets["c"] == nil)
  #expect(widgets.names == ["a", "b"])
  #expect(widgets.index(of: "b") == 1)
}

@Test func `A snapshot keeps what has a value to keep, and restores it`() {
  let widgets = set()
  widgets["cutoff"]?.set(440)
  widgets["wave"]?.set(1)
  widgets["hold"]?.set(1)
  let values = widgets.snapshot()
  #expect(values == ["cutoff": 440, "on": 0, "wave": 1])
  let others = set()
  #expect(others.restore(values).isEmpty)
  #expect(others.snapshot() == values)
}

@Test func `Restoring names what it does not know, and presses nothing`() {
  let widgets = set()
  #expect(widgets.restore(["zz": 1, "aa": 1, "press": 1, "hold": 1, "cutoff": .nan]) == ["aa", "zz"])
  #expect(widgets["press"]?.cell.pendingPresses == 0)
  #expect(widgets["hold"]?.value == 0)
  #expect(widgets["cutoff"]?.value == 100)
}

@Test func `The stamp of a set differs after any change worth keeping, and only then`() {
  let widgets = set()
  let before = widgets.stamp
  widgets["press"]?.press()
  #expect(widgets.stamp == before)
  widgets["cutoff"]?.set(123)
  #expect(widgets.stamp != before)
}
