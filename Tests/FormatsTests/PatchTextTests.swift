import SpinetFormats
import SpinetRealtime
import SpinetSynth
import SpinetText
import SpinetWidgets
import Testing

@Suite struct PatchTextTests {
  @Test func `A saved sound reads back as it was, and says only what differs`() throws {
    let (played, read) = (SynthEngine(voices: 1), SynthEngine(voices: 1))
    let widgets = WidgetSet(played.widgets)
    for (name, text) in [
      ("filter.cutoff", "812.5"), ("osc1.wave", "square"), ("osc.sync", "on"), ("filter.mode", "ladder"),
      ("matrix.1.amount", "-0.25"), ("mod.wheel", "0.7"),
    ] {
      let widget = try #require(widgets[name])
      widget.set(try #require(widget.parse(text)))
    }
    let original = try Patch(text: "author: Ann\nfamily: bass\nprogram: 39", file: "a.yaml")
    let text = original.text(of: played.widgets, named: "mine: 2")
    let patch = try Patch(text: text, file: "mine.yaml")
    #expect(
      patch.name == "mine: 2" && patch.author == "Ann" && patch.family == "bass" && patch.programs == [])
    #expect(patch.apply(to: WidgetSet(read.widgets)) == [])
    for (old, new) in zip(played.widgets, read.widgets) where old.name != "mod.wheel" {
      #expect(old.value == new.value, "\(old.name)")
    }
    #expect(WidgetSet(read.widgets)["mod.wheel"]?.value == 0)
    #expect(patch.settings.count == 5)
  }

  @Test func `A patch has the number of a program, or several, in a bank`() throws {
    #expect(try Patch(text: "program: 5", file: "").programs == [5])
    let patch = try Patch(text: "program: [5, 1]\nbank: 130", file: "")
    #expect(patch.programs == [5, 1] && patch.bank == 130)
    #expect(throws: (any Error).self) { try Patch(text: "program: 0", file: "") }
    #expect(throws: (any Error).self) { try Patch(text: "program: [129]", file: "") }
  }

  @Test func `A patch names its engine, which is kept when it is saved`() throws {
    #expect(try Patch(text: "name: A", file: "").engine == .synth)
    let patch = try Patch(text: "engine: modal", file: "a.yaml")
    #expect(patch.engine == .modal)
    #expect(try Patch(text: patch.text(of: [], named: "b"), file: "b.yaml").engine == .modal)
    let wrong = #expect(throws: SpinetError.self) { try Patch(text: "engine: modol", file: "a.yaml") }
    let text = wrong?.diagnostics.map { "\($0)" }.joined() ?? ""
    #expect(text.contains("unknown engine") && text.contains("synth or modal"), "\(text)")
  }
}
