import SpinetWidgets
import Testing

@Test func `The changes of several widgets are counted together, and only those`() {
  let changes = WidgetChanges()
  let widgets = ["a", "b"].map { Widget(like: Widget($0), countedBy: changes) }
  let other = Widget("other")
  #expect(changes.count.value == 0)
  widgets[0].set(0.5)
  widgets[1].set(0.5)
  #expect(changes.count.value == 2)
  widgets[1].set(0.5)
  other.set(0.5)
  #expect(changes.count.value == 2)
}

@Test func `A change under another name is counted`() {
  let changes = WidgetChanges()
  let widget = Widget(like: Widget("cutoff"), countedBy: changes)
  Widget("pad/cutoff", of: widget).set(0.5)
  #expect(changes.count.value == 1)
}

@Test func `A widget like another is like it in everything but its value`() {
  let other = Widget(
    "w", kind: .knob, range: 10...20, default: 13, unit: "Hz", curve: .logarithmic, step: 1.5, snaps: true,
    about: "What it does.")
  other.set(19)
  let widget = Widget(like: other, countedBy: WidgetChanges())
  #expect(widget.value == other.defaultValue && widget.defaultValue == other.defaultValue)
  #expect(widget.name == "w" && widget.kind == .knob && widget.range == 10...20 && widget.unit == "Hz")
  #expect(widget.step == 1.5 && widget.snaps && widget.about == other.about)
  widget.set(position: 0.5)
  other.set(position: 0.5)
  #expect(widget.value == other.value)
}

@Test func `Widgets outlive the engine that counts their changes`() {
  func orphan() -> Widget { Widget(like: Widget("w"), countedBy: WidgetChanges()) }
  let widget = orphan()
  #expect(widget.set(0.5) && widget.value == 0.5)
}

@Test func `Whoever follows widgets has news of each change, press and text`() {
  let widgets = [Widget("a"), Widget("b", kind: .momentary), Widget("c", kind: .text)]
  var news = WidgetNews()
  #expect(news.isThere && news.popChange())
  let changes: [() -> Void] = [
    { widgets[0].set(0.5) }, { widgets[1].press() }, { widgets[2].label?.store("text") },
  ]
  for change in changes {
    _ = news.popChange()
    change()
    #expect(news.isThere && news.popChange())
  }
}
