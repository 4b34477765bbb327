import Glibc
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

/// What the instrument keeps for a person: pages, set lists, pins, favourites, sounds.
@Suite(.serialized) struct PanelOwnFilesTests {
  private func path(_ name: String) -> FilePath {
    (Catalog.current.ownFolder ?? "/nowhere").appending(FilePath(name).components)
  }

  @Test func `A page is kept, asked about before it is replaced, and read again when it was edited`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    let text = #""wide":[{"kind":"knob","widget":"level","at":[0,0],"size":[2,2],"colour":3}],"tall":null"#
    page.say("{\"page\":{\"name\":\"tonight\",\"title\":\"Tonight\",\(text)}}")
    #expect(page.next("kept") == #"{"kept":{"page":"tonight"}}"#)
    #expect(
      page.hears("pages", #""name":"tonight","title":"Tonight","wide":[{"kind":"knob","widget":"level""#))
    page.say("{\"page\":{\"name\":\"tonight\",\(text)}}")
    #expect(page.next("kept") == #"{"kept":{"page":"tonight","exists":"own"}}"#)
    page.say("{\"page\":{\"name\":\"tonight\",\(text),\"replace\":true}}")
    #expect(page.next("kept") == #"{"kept":{"page":"tonight"}}"#)
    try AtomicFile.write("wide:\n  - {kind: nob}\n", to: path("pages/tonight.yaml"))
    #expect(page.hears("pages", #""problems":["tonight.yaml:2:12: error: unknown kind"#))
    page.say(#"{"forget":["page","tonight"]}"#)
    #expect(page.hears("pages", #"{"pages":[]}"#) && path("pages/tonight.yaml~").exists)
  }

  @Test(arguments: ["../x", "a/b", "", ".x", "a\\u0000b"])
  func `A name that leads elsewhere is refused`(name: String) throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say("{\"page\":{\"name\":\"\(name)\",\"wide\":[]}}")
    #expect(page.next("kept")?.contains("refused") == true)
  }

  @Test func `Songs of a set list are stepped through, and the list is left`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(
      #"{"setlist":{"name":"evening","songs":[{"stage":"warm-pad","note":"slow"},{"stage":"round-bass"}]}}"#)
    #expect(page.next("kept") == #"{"kept":{"setlist":"evening"}}"#)
    page.say(#"{"song":["evening",1]}"#)
    #expect(
      page.hears("status", #""setlist":{"name":"evening","own":true,"song":1,"left":false}"#)
        && rig.soon { rig.handle.status.instrument == "round-bass" })
    page.say(#"{"song":"next"}"#)
    #expect(page.next("error")?.contains("2 round-bass is the last song") == true)
    page.say(#"{"song":"previous"}"#)
    #expect(page.hears("status", #""song":0"#) && rig.soon { rig.handle.status.instrument == "warm-pad" })
    page.say(#"{"ask":[1,"load","default"]}"#)
    #expect(page.hears("status", #""left":true"#))
    page.say(#"{"song":[null,0]}"#)
    #expect(page.hears("status", #""left":false"#))
    page.say(#"{"song":null}"#)
    #expect(page.hears("status", #""setlist":null"#) && rig.handle.widgets["setlist"] == nil)
    page.say(#"{"song":["../x",0]}"#)
    #expect(page.next("error")?.contains("a page gives no paths") == true)
  }

  @Test func `Pins and favourites are kept on the instrument, for all pages`() throws {
    let rig = try PanelRig()
    let (one, two) = (try rig.page(), try rig.page())
    one.say(#"{"pin":["level",2]}"#)
    #expect(two.hears("marks", #""pins":[null,null,"level",null"#))
    one.say(#"{"favourite":["sound","warm-pad",1]}"#)
    #expect(two.hears("marks", #""sounds":["warm-pad"]"#))
    #expect(MarksFile(at: path("marks.yaml")).marks.sounds == ["warm-pad"])
    one.say(#"{"ask":[1,"widgets","json","level"]}"#)
    #expect(one.next("answer")?.contains(#"\"pinned\":true"#) == true)
    one.say(#"{"pin":["level",null]}"#)
    #expect(two.hears("marks", #""pins":[null,null,null"#))
  }

  @Test func `Saving asks before it hides a shipped sound, and then the sound has the new name`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"ask":[1,"load","warm-pad"]}"#)
    _ = page.next("answer")
    page.say(#"{"save":{"name":"warm-pad","part":""}}"#)
    #expect(page.next("saved") == #"{"saved":{"name":"warm-pad","exists":"shipped"}}"#)
    page.say(#"{"save":{"name":"warm-pad","replace":1}}"#)
    #expect(page.next("saved") == #"{"saved":{"name":"warm-pad"}}"#)
    page.say(#"{"save":{"name":"warm-pad"}}"#)
    #expect(page.next("saved") == #"{"saved":{"name":"warm-pad","exists":"own"}}"#)
    page.say(#"{"save":{"name":"a/b"}}"#)
    #expect(page.next("saved")?.contains("refused") == true)
    page.say(#"{"set":["filter.cutoff",5000]}"#)
    page.say(#"{"save":{"name":"mine","title":"My Wool","tags":["warm"]}}"#)
    #expect(page.next("saved") == #"{"saved":{"name":"mine"}}"#)
    #expect(rig.soon { rig.handle.status.instrument == "mine" })
    page.say(#"{"save":{"name":"mine"}}"#)
    #expect(page.next("saved") == #"{"saved":{"name":"mine","exists":"own"}}"#)
    page.say(#"{"patches":1}"#)
    #expect(
      page.hears(
        "patches", #"{"name":"mine","kind":"patch","title":"My Wool","family":"pad","tags":["warm"]"#))
    for name in ["mine", "warm-pad"] {
      page.say("{\"forget\":[\"patch\",\"\(name)\"]}")
      #expect(rig.soon { !path("patches/\(name).yaml").exists })
    }
  }

  @Test func `What was changed is compared, held back, and taken back`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    #expect(page.hears("originals", #"[1000,"#))
    page.say(#"{"set":["filter.cutoff",2000]}"#)
    #expect(page.hears("undo", #""count":1,"redo":0,"what":"filter.cutoff","text":"1 kHz → 2 kHz""#))
    page.say(#"{"set":["filter.cutoff",3000]}"#)
    page.say(#"{"compare":""}"#)
    #expect(page.next("changes") == #"{"changes":[["filter.cutoff",1000,"1 kHz",3000,"3 kHz"]],"part":""}"#)
    let cutoff = try #require(rig.handle.widgets["filter.cutoff"])
    page.say(#"{"hold":1}"#)
    #expect(rig.soon { cutoff.value == 1000 })
    page.say(#"{"hold":0}"#)
    #expect(rig.soon { cutoff.value == 3000 })
    page.say(#"{"revert":""}"#)
    #expect(page.hears("undo", #""count":2"#) && cutoff.value == 1000)
    page.say(#"{"undo":1}"#)
    #expect(rig.soon { cutoff.value == 3000 })
    page.say(#"{"undo":1}"#)
    #expect(rig.soon { cutoff.value == 1000 })
    page.say(#"{"redo":1}"#)
    #expect(rig.soon { cutoff.value == 3000 })
  }

  @Test func `What springs back, and a button that is held, go back when the page is gone`() throws {
    let rig = try PanelRig()
    let level = try #require(rig.handle.widgets["level"])
    let scrub = try #require(rig.handle.widgets["sample.scrub"])
    var page: RawClient? = try rig.page()
    page?.say(#"{"at":["level",0.75,1]}"#)
    page?.say(#"{"set":["sample.scrub",1]}"#)
    #expect(rig.soon { level.value == 0.75 && scrub.value == 1 })
    page = nil
    #expect(rig.soon { level.value == level.defaultValue && scrub.value == 0 })
  }

  @Test func `A page that leaves while it holds the original gives the changes back`() throws {
    let rig = try PanelRig()
    let cutoff = try #require(rig.handle.widgets["filter.cutoff"])
    var page: RawClient? = try rig.page()
    page?.say(#"{"set":["filter.cutoff",3000]}"#)
    #expect(rig.soon { cutoff.value == 3000 })
    page?.say(#"{"hold":1}"#)
    #expect(rig.soon { cutoff.value == 1000 })
    page = nil
    #expect(rig.soon { cutoff.value == 3000 })
  }

  @Test func `Where two pages hold the original, the last to let go gives the changes back`() throws {
    let rig = try PanelRig()
    let cutoff = try #require(rig.handle.widgets["filter.cutoff"])
    let level = try #require(rig.handle.widgets["level"])
    let scrub = try #require(rig.handle.widgets["sample.scrub"])
    let original = level.value
    let (one, other) = (try rig.page(), try rig.page())
    one.say(#"{"set":["filter.cutoff",3000]}"#)
    #expect(rig.soon { cutoff.value == 3000 })
    one.say(#"{"hold":1}"#)
    #expect(rig.soon { cutoff.value == 1000 })
    // What is changed meanwhile is held back with it.
    other.say(#"{"set":["level",0.25]}"#)
    #expect(rig.soon { level.value == 0.25 })
    other.say(#"{"hold":1}"#)
    #expect(rig.soon { level.value == original })
    // What is turned meanwhile stays.
    other.say(#"{"set":["level",0.75]}"#)
    #expect(rig.soon { level.value == 0.75 })
    one.say(#"{"hold":0}"#)
    one.say(#"{"hold":0}"#)
    one.say(#"{"set":["sample.scrub",1]}"#)
    #expect(rig.soon { scrub.value == 1 } && cutoff.value == 1000)
    other.say(#"{"hold":0}"#)
    #expect(rig.soon { cutoff.value == 3000 } && level.value == 0.75)
  }

  @Test func `What is taken back while another page holds the original stays taken back`() throws {
    let rig = try PanelRig()
    let cutoff = try #require(rig.handle.widgets["filter.cutoff"])
    let scrub = try #require(rig.handle.widgets["sample.scrub"])
    let (one, other) = (try rig.page(), try rig.page())
    one.say(#"{"set":["filter.cutoff",3000]}"#)
    #expect(rig.soon { cutoff.value == 3000 })
    one.say(#"{"hold":1}"#)
    #expect(rig.soon { cutoff.value == 1000 })
    other.say(#"{"undo":1}"#)
    #expect(other.hears("undo", #""count":0"#))
    one.say(#"{"hold":0}"#)
    one.say(#"{"set":["sample.scrub",1]}"#)
    #expect(rig.soon { scrub.value == 1 } && cutoff.value == 1000)
  }

  @Test func `A sound has a picture of a note, and it is kept`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    for _ in 0..<2 {
      page.say(#"{"thumbs":["warm-pad","no such sound"]}"#)
      // The worker gives way to everything else that this machine does.
      var shown: String?
      for _ in 0..<8 where shown == nil { shown = page.next("thumb") }
      let thumb = try #require(shown)
      #expect(thumb.hasPrefix(#"{"thumb":"warm-pad","columns":["#) && thumb.contains("100"))
      #expect(thumb.filter { $0 == "," }.count == 47 + 2)
      #expect(page.next("thumb")?.contains(#""columns":[]"#) == true)
    }
  }

  @Test func `A page that connects is told who it is and what there is`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    #expect(page.next("panel")?.contains(#""trust":"player","secure":false,"others":false"#) == true)
    #expect(page.hears("parts", #""zones":[[0,127]],"level":null"#))
    for key in ["links", "frontline", "originals"] {
      #expect(try rig.page().next(key) != nil, "\(key)")
    }
  }

  @Test func `A mapping file is told with its text, also one that was never read, and no other file is`()
    throws
  {
    let rig = try PanelRig()
    let page = try rig.page()
    let broken = "map:\n  cc 300: level\n"
    try AtomicFile.write(broken, to: path("mappings/pedals.yaml"), permissions: 0o644)
    defer { unlink(path("mappings/pedals.yaml").string) }
    var mappings: String?
    #expect(
      rig.soon {
        page.say(#"{"map":1}"#)
        mappings = page.next("mappings")
        return mappings?.contains("pedals.yaml:2:") == true
      })
    page.say(#"{"mapfile":"pedals.yaml"}"#)
    #expect(page.next("mapfile") == #"{"mapfile":"pedals.yaml","text":"map:\n  cc 300: level\n"}"#)
    page.say(#"{"mapfile":"mappings/default.yaml"}"#)
    #expect(page.next("mapfile")?.contains("map:") == true)
    for name in ["../spinet/marks.yaml", "/etc/passwd", "", "patches/mine.yaml"] {
      page.say("{\"mapfile\":\"\(name)\"}")
      #expect(page.next("error")?.contains("no mapping file has this name") == true, "\(name)")
    }
  }

  @Test func `Learning begins and ends on a page`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"learn":{"widget":"filter.cutoff"}}"#)
    #expect(page.next("learning") == #"{"learning":{"state":"waiting","widget":"filter.cutoff","undo":0}}"#)
    page.say(#"{"learn":{"widget":"none"}}"#)
    #expect(page.next("learning")?.contains(#""state":"refused","why":"there is no none""#) == true)
    page.say(#"{"learn":{"off":1}}"#)
    #expect(page.next("learning") == #"{"learning":{"state":"off"}}"#)
  }
}
