import Scratch
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetPanel

/// Sounds, stages and songs that Undo brings back, through a page.
@Suite(.serialized) struct PanelUndoOfLoadsTests {
  private func write(_ stage: String, named name: String) throws {
    let path = (Catalog.current.ownFolder ?? "/nowhere").appending("stages").appending("\(name).yaml")
    try AtomicFile.write(stage, to: path, permissions: 0o644)
  }

  @Test func `Undo brings a song back as the song, with what was changed in it`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"setlist":{"name":"undone","songs":[{"stage":"warm-pad"},{"stage":"round-bass"}]}}"#)
    #expect(page.next("kept") == #"{"kept":{"setlist":"undone"}}"#)
    page.say(#"{"song":["undone",0]}"#)
    #expect(page.hears("status", #""song":0"#) && rig.soon { rig.handle.widgets["setlist"] != nil })
    page.say(#"{"set":["filter.cutoff",3000]}"#)
    #expect(page.hears("undo", #""what":"filter.cutoff""#))
    page.say(#"{"song":"next"}"#)
    #expect(page.hears("undo", #""sound":"#) && page.hears("status", #""song":1"#))
    page.say(#"{"undo":1}"#)
    #expect(page.hears("status", #""setlist":{"name":"undone","own":true,"song":0,"left":false}"#))
    #expect(
      rig.soon {
        rig.handle.status.instrument == "warm-pad" && rig.handle.widgets["filter.cutoff"]?.value == 3000
      })
    page.say(#"{"song":null}"#)
  }

  /// Loads a stage of three parts, and changes something in each.
  private func changedStage(_ rig: PanelRig, _ page: RawClient, named name: String) throws {
    try write("parts:\n  a: warm-pad\n  b: round-bass\n  c: soft-lead\n", named: name)
    page.say("{\"ask\":[1,\"load\",\"\(name)\"]}")
    #expect(page.hears("widgets", "b/part.level"))
    page.say(#"{"set":["b/part.level",-20]}"#)
    page.say(#"{"set":["c/filter.cutoff",700]}"#)
    // The next one is another gesture.
    _ = eventually(within: 0.1) { false }
    page.say(#"{"set":["a/filter.cutoff",3000]}"#)
    #expect(rig.soon { value("a/filter.cutoff", in: rig) == 3000 })
  }

  private func value(_ name: String, in rig: PanelRig) -> Double? { rig.handle.widgets[name]?.value }

  @Test func `The mix of a stage comes back with it`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    try changedStage(rig, page, named: "mix")
    page.say(#"{"ask":[2,"load","warm-pad"]}"#)
    #expect(page.hears("undo", #""sound":"#))
    page.say(#"{"undo":1}"#)
    #expect(rig.soon { value("b/part.level", in: rig) == -20 && value("a/filter.cutoff", in: rig) == 3000 })
  }

  @Test func `A tempo is the session's, and no change of the sounds`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"ask":[1,"load","warm-pad"]}"#)
    #expect(page.hears("widgets", "filter.cutoff"))
    page.say(#"{"ask":[2,"set","clock.tempo","91","text"]}"#)
    #expect(rig.soon { value("clock.tempo", in: rig) == 91 })
    page.say(#"{"compare":""}"#)
    #expect(page.next("changes") == #"{"changes":[],"part":""}"#)
  }

  @Test func `A part that is taken out of its stage's file is no step, and the others keep their values`()
    throws
  {
    let rig = try PanelRig()
    let page = try rig.page()
    try changedStage(rig, page, named: "fewer")
    try write("parts:\n  a: warm-pad\n  b: round-bass\n", named: "fewer")
    #expect(rig.soon { rig.handle.widgets["c/part.level"] == nil })
    #expect(value("a/filter.cutoff", in: rig) == 3000)
    page.say(#"{"undo":1}"#)
    #expect(rig.soon { value("a/filter.cutoff", in: rig) != 3000 })
    #expect(value("b/part.level", in: rig) == -20)
    page.say(#"{"redo":1}"#)
    #expect(rig.soon { value("a/filter.cutoff", in: rig) == 3000 })
  }
}
