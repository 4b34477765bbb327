import SpinetFaceInput
import SpinetRealtime
import Testing

@testable import SpinetFace

@Suite struct CascadeTests {
  @Test func `A cascade is read with its window, stages and trees`() throws {
    let cascade = try CascadeText.cascade()
    #expect(cascade.windowWidth == 24 && cascade.windowHeight == 24)
    #expect(cascade.stageCount == 1 && cascade.treeCount == 1)
    #expect(cascade.sets == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(cascade.features == [LBPCascade.Block(x: 0, y: 0, width: 8, height: 8)])
  }

  @Test(arguments: CascadeText.rules.flatMap { rule in rule.bad.map { (rule.name, $0) } })
  func `A part that the detector cannot rely on is refused in one line with a remedy`(
    part: String, value: String
  ) {
    let text = CascadeText.text { $0 == part ? value : nil }
    let error = #expect(throws: SpinetError.self) {
      try LBPCascade(bytes: Array(text.utf8), file: "one.xml")
    }
    #expect(error?.what == "one.xml" && error?.remedy.description.contains("opencv-data") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test(arguments: [
    ("", "line 1: it is not XML"), ("hello", "line 1: it is not XML"),
    ("<a>\n<b>", "line 2: it ends inside <b>"),
    ("<a>\n\n</b>", "line 3: </b> ends nothing"), ("<!-- a\n", "line 2: it ends before -->"),
    ("<?xml", "line 1: it ends before ?>"), ("<a", "line 1: it ends before >"),
    ("<>", "line 1: an element has no name"),
    ("<a></a>", "it is not a cascade of local binary patterns"),
    (String(repeating: "<a>", count: 17), "line 1: it has more elements than a cascade"),
  ])
  func `What is no cascade is refused with the line`(text: String, why: String) {
    let error = #expect(throws: SpinetError.self) {
      try LBPCascade(bytes: Array(text.utf8), file: "one.xml")
    }
    #expect(error?.why == why)
  }

  @Test func `A cascade for other features is refused`() {
    let text = "<opencv_storage><cascade><featureType>HAAR</featureType></cascade></opencv_storage>"
    #expect(throws: SpinetError.self) { try LBPCascade(bytes: Array(text.utf8), file: "one.xml") }
  }

  @Test func `Texts and children of elements are read, and attributes are not`() throws {
    let root = try StorageReader.root(of: Array("<a b=\"c\"> 1 <d>x\ty</d>\n2<e/></a>".utf8))
    #expect(root.name == "a" && root.numbers(Int.self) == [1, 2])
    #expect(root["d"]?.word == "x y" && root["e"]?.text == "" && root["f"] == nil)
    #expect(root["d"]?.numbers(Int.self) == nil)
  }
}
