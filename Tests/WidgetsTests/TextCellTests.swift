import SpinetWidgets
import Testing

@Test(arguments: ["", "hello", "grüße", "exactly8", "nine bytes"])
func `A label of text shows what was stored`(text: String) throws {
  let widget = Widget("title", kind: .text)
  try #require(widget.label).store(text)
  #expect(widget.text == text)
  #expect(!widget.set(1))
  #expect(widget.parse("1") == nil)
  #expect(WidgetSet([widget]).snapshot().isEmpty)
}

@Test func `A long text is cut, and a shorter one leaves nothing of it`() throws {
  let widget = Widget("title", kind: .text)
  let label = try #require(widget.label)
  label.store(String(repeating: "x", count: 1000))
  #expect(widget.text == String(repeating: "x", count: TextCell.capacity - 1))
  label.store("y")
  #expect(widget.text == "y")
}

@Test func `The stamp increases with a new text only`() throws {
  let widget = Widget("title", kind: .text)
  let label = try #require(widget.label)
  label.store("a")
  let stamp = widget.stamp
  label.store("a")
  #expect(widget.stamp == stamp)
  label.store("b")
  #expect(widget.stamp > stamp)
}

@Test func `A reader sees one text or the other, never a mixture`() async throws {
  let widget = Widget("title", kind: .text)
  let label = try #require(widget.label)
  let texts = ["a", "b"].map { String(repeating: $0, count: 200) }
  label.store(texts[0])
  await withTaskGroup(of: Void.self) { group in
    group.addTask {
      for turn in 0..<2_000 { label.store(texts[turn % 2]) }
    }
    for _ in 0..<2_000 { #expect(texts.contains(widget.text)) }
  }
}

@Test func `Other widgets have no text cell`() { #expect(Widget("level").label == nil) }
