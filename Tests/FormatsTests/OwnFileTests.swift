import SpinetFormats
import SpinetRealtime
import Testing

/// Pages, set lists and marks: files that the panel writes and people may edit.
@Suite struct OwnFileTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func problems(_ read: () throws(SpinetError) -> Void) -> [String] {
    do throws(SpinetError) {
      try read()
      return []
    } catch {
      return "\(error)".split(separator: "\n").map(String.init)
    }
  }

  // MARK: Pages

  private static let page = """
    name: "Tonight"
    wide:
      - {kind: knob, widget: "piano/amp.release", at: [10, 4], size: [2, 2], label: "Release", colour: 1, scenes: ["Groove"]}
      - {kind: pad, widgets: ["pad.x", "pad.y"], at: [0, 0], size: [4, 4]}
      - {kind: keys, at: [0, 6], size: [12, 2]}
    tall:
      - {kind: scenes, at: [0, 0], size: [6, 1]}

    """

  @Test func `A page that is written is read again`() throws {
    let page = try OwnPage(bytes: bytes(Self.page), file: "tonight.yaml")
    #expect(page.text == Self.page)
    #expect(page.wide?[1].widgets == ["pad.x", "pad.y"] && page.tall?.first?.kind == .scenes)
    #expect(page.problem == nil)
    #expect(try OwnPage(bytes: bytes(page.text), file: "") == page)
  }

  @Test(arguments: [
    "wide: []\n", "tall: []\n", "wide: []\ntall:\n  - {kind: keys, at: [0, 0], size: [6, 2]}\n",
  ])
  func `A shape of the screen that is empty is no shape that was never arranged`(text: String) throws {
    let page = try OwnPage(bytes: bytes(text), file: "p.yaml")
    #expect(page.text == text && (page.wide == nil) == !text.contains("wide"))
  }

  @Test(arguments: [
    ("wide:\n  - {kind: knub, widget: a, at: [0, 0], size: [1, 1]}", "2:12: error: unknown kind \"knub\""),
    (
      "wide:\n  - {kind: knob, widget: a, at: [11, 0], size: [2, 1]}",
      "2:5: error: it reaches beyond the grid"
    ),
    (
      "wide:\n  - {kind: pad, widget: a, at: [0, 0], size: [1, 1]}",
      "2:5: error: pad with 1 widgets, expected 2"
    ),
    ("wide:\n  - {kind: knob, widget: a, size: [1, 1]}", "2:5: error: a control without \"at\""),
    ("wide:\n  - {kind: knob, widget: a, at: [0], size: [1, 1]}", "2:33: error: 1 numbers, expected two"),
    (
      "wide:\n  - {kind: knob, widget: a, at: [0, 0], size: [2, 2]}\n"
        + "  - {kind: knob, widget: b, at: [1, 1], size: [1, 1]}", "3:5: error: it lies over another control"
    ),
    ("wide:\n  - {kind: knob, widget: a, at: [0, 0], size: [1, 1], colour: 9}", "2:63: error: \"9\" found"),
    ("wode: []", "1:1: error: unknown key \"wode\""), ("", "1:1: error: the file is empty"),
    ("name: x", "1:1: error: there are no controls"),
  ])
  func `A page that is wrong says where`(text: String, problem: String) {
    let found = problems { () throws(SpinetError) in _ = try OwnPage(bytes: bytes(text), file: "p.yaml") }
    #expect(found.first?.hasPrefix("p.yaml:\(problem)") == true, "\(found)")
  }

  @Test(arguments: [
    (-1, 0, 1, 1), (0, 0, 0, 1), (12, 0, 1, 1), (0, 7, 1, 2), (.max, 0, 1, 1), (0, 0, .max, 1),
  ])
  func `A control beyond the grid cannot be kept`(column: Int, row: Int, columns: Int, rows: Int) {
    let item = OwnPage.Item(.knob, ["a"], column: column, row: row, columns: columns, rows: rows)
    #expect(OwnPage(wide: [item]).problem != nil)
  }

  // MARK: Set lists

  @Test func `A set list that is written is read again, and a song may be a name alone`() throws {
    let list = SetList(songs: [.init("evening", note: "start \"quiet\""), .init("warm-pad")])
    #expect(try SetList(bytes: bytes(list.text), file: "") == list)
    var full = SetList.Song("evening")
    (full.scene, full.tempo, full.song) = ("solo", 92.5, "a song.mid")
    let whole = SetList(songs: [full, .init("warm-pad")])
    #expect(try SetList(bytes: bytes(whole.text), file: "") == whole)
    #expect(try SetList(bytes: bytes("songs: [evening, {stage: b, note: c}]"), file: "").songs.count == 2)
  }

  @Test(arguments: [
    ("songs:\n  - {note: x}", "2:5: error: a song without a stage"), ("", "1:1: error: the file is empty"),
    ("songs:\n  - {stage: a, tempo: 0}", "2:23: error: a tempo of 0.0, expected 1 to 999"),
    ("songs:\n  - {stage: a, sceen: b}", "2:16: error: unknown key"),
    ("songs:\n  - {stage: [a]}", "2:13: error: a list found"), ("song: []", "1:1: error: unknown key"),
  ])
  func `A set list that is wrong says where`(text: String, problem: String) {
    let found = problems { () throws(SpinetError) in _ = try SetList(bytes: bytes(text), file: "s.yaml") }
    #expect(found.first?.hasPrefix("s.yaml:\(problem)") == true, "\(found)")
  }

  @Test func `What a page does not know of a set list is kept, wherever the song goes`() {
    var first = SetList.Song("a")
    (first.scene, first.tempo) = ("one", 90)
    var second = SetList.Song("b")
    second.song = "b.mid"
    let kept = SetList(songs: [.init("b"), .init("c"), .init("a", note: "new"), .init("a")])
      .keeping(SetList(songs: [first, second]))
    #expect(kept.songs.map(\.song) == ["b.mid", nil, nil, nil])
    #expect(kept.songs.map(\.tempo) == [nil, nil, 90, nil])
    #expect(kept.songs[2].note == "new")
  }

  @Test func `Where songs were in the list before says whose scene and tempo they keep`() {
    var (ballad, groove) = (SetList.Song("evening"), SetList.Song("evening"))
    (ballad.scene, groove.scene, groove.tempo) = ("ballad", "groove", 130)
    let old = SetList(songs: [ballad, groove])
    let plain = SetList.Song("evening")
    let turned = SetList(songs: [plain, plain]).keeping(old, places: [1, 0])
    #expect(turned.songs == [groove, ballad])
    #expect(SetList(songs: [plain]).keeping(old, places: [1]).songs == [groove])
    #expect(SetList(songs: [plain, plain]).keeping(old, places: [nil, 0]).songs == [plain, ballad])
    #expect(SetList(songs: [plain, plain]).keeping(old, places: [7, 1]).songs == [plain, groove])
    #expect(
      SetList(songs: [SetList.Song("other")]).keeping(old, places: [0]).songs == [SetList.Song("other")])
  }

  // MARK: Marks

  @Test func `A pin has one place, and a place one pin`() {
    var marks = Marks()
    marks.pin("a", at: 0, ofSound: "s")
    marks.pin("a", at: 3, ofSound: "s")
    marks.pin("b", at: 3, ofSound: "s")
    #expect(marks.pins(ofSound: "s") == [nil, nil, nil, "b", nil, nil, nil, nil])
    #expect(marks.pins(ofSound: "t").allSatisfy { $0 == nil })
    marks.pin("c", at: 8, ofSound: "s")
    marks.pin("b", at: nil, ofSound: "s")
    #expect(marks.pins.isEmpty)
  }

  @Test func `Marks that are written are read again`() throws {
    var marks = Marks()
    #expect(try Marks(bytes: bytes(marks.text), file: "") == marks)
    marks.pin("filter.cutoff", at: 1, ofSound: "warm-pad")
    marks.favourite(widget: "a", true)
    marks.favourite(sound: "x: y", true)
    marks.favourite(sound: "gone", true)
    marks.favourite(sound: "gone", false)
    #expect(try Marks(bytes: bytes(marks.text), file: "") == marks && marks.sounds == ["x: y"])
  }

  /// YAML ends lines where text may go on, and refuses what it cannot print.
  @Test(arguments: [
    "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{7F}", "\u{90}", "\u{1B}", "\u{FFFF}", "é", "🎹",
  ])
  func `A name of any characters comes back as it was`(character: String) throws {
    let name = "a\(character)b \(character) c"
    var marks = Marks()
    marks.favourite(sound: name, true)
    #expect(try Marks(bytes: bytes(marks.text), file: "").sounds == [name])
    let page = OwnPage(title: name, wide: [])
    #expect(try OwnPage(bytes: bytes(page.text), file: "").title == name)
  }
}
