import SpinetFormats
import SpinetRealtime
import SpinetText
import Testing

/// The diagnostics of a text, as people see them, of a file called `f`.
private func complaints(_ text: String) -> [String] {
  SpinetError(YAMLDocument(text: text, file: "f").diagnostics.all).diagnostics.map(\.description)
}

@Test func `Every node knows its place`() throws {
  let root = try #require(
    YAMLDocument(text: "# a comment\nname: Anna\nlist:\n  - 1\n  - {deep: yes}\n", file: "f").root)
  #expect(root.location == TextLocation(line: 2, column: 1))
  #expect(root["name"]?.location == TextLocation(line: 2, column: 7))
  let list = try #require(root["list"])
  guard case .list(let items) = list.content, case .map(let entries) = items[1].content else {
    Issue.record("not a list of a map: \(list)")
    return
  }
  #expect(items[0].location == TextLocation(line: 4, column: 5))
  #expect(entries[0].location == TextLocation(line: 5, column: 6))
  #expect(entries[0].value.location == TextLocation(line: 5, column: 12))
}

@Test(arguments: [
  ("", DocumentNode.Content?.none),
  ("# only a comment\n", nil),
  ("~", .nothing),
  ("null", .nothing),
  ("\"null\"", .text("null")),
  ("'it''s'", .text("it's")),
  ("ü 5 €", .text("ü 5 €")),
  ("[]", .list([])),
  ("{}", .map([])),
  ("|\n  one\n  two\n", .text("one\ntwo\n")),
])
func `A document is read as texts, lists and maps`(text: String, content: DocumentNode.Content?) {
  let document = YAMLDocument(text: text, file: "f")
  #expect(document.root?.content == content)
  #expect(document.diagnostics.all.isEmpty)
}

@Test(arguments: [
  ("a: 1\nb: 2\na: 3\n", ["f:3:1: error: \"a\" appears twice, expected once (first in line 1)"]),
  (
    "{a: 1, a: 2, b: {c: 1, c: 2}}",
    [
      "f:1:8: error: \"a\" appears twice, expected once (first in line 1)",
      "f:1:24: error: \"c\" appears twice, expected once (first in line 1)",
    ]
  ),
  (
    "a: &x [1]\nb: *x\n",
    [
      "f:1:4: error: an anchor (&), expected the value alone",
      "f:2:4: error: an alias (*), expected the value itself",
    ]
  ),
  ("a: !!int 5\n", ["f:1:4: error: a tag (!), expected the value alone"]),
  ("? [1, 2]\n: 3\n", ["f:1:3: error: a list as a key, expected a text"]),
  ("a: 1\n---\nb: 2\n", ["f:2:1: error: a second document, expected one document in a file"]),
  ("a: [1, 2\nb: 3\n", ["f:2:2: error: a list that is not closed, expected ',' or ']' ([ in line 1)"]),
  ("a: 'open\n", ["f:1:4: error: a quotation mark that is never closed, expected another one"]),
  ("\ta: 1\n", ["f:1:1: error: a tab, expected spaces"]),
  ("a: {b: 1\nc: 2\n", ["f:2:2: error: a map that is not closed, expected ',' or '}' ({ in line 1)"]),
  (
    "a:\n  b: 1\n c: 2\n",
    ["f:3:2: error: a line that is not aligned with the others of its map, expected it in column 1"]
  ),
  (
    "- a\n b: 1\n",
    [
      "f:2:3: error: a colon where no entry can start, expected a space after the colon of the entry before, or quotes"
    ]
  ),
  ("a: - b\n", ["f:1:4: error: a list item where none is allowed, expected it on a line of its own"]),
  ("a: 1\nb\n", ["f:3:1: error: a line without a colon, expected \"KEY: VALUE\""]),
  ("a: \"\\q\"\n", ["f:1:5: error: an unknown escape after \\, expected single quotes, or \\\\ for \\"]),
  ("a: 1\nä: \u{1}\n", ["f:2:4: error: a control character, expected text"]),
  ("ä: @b\n", ["f:1:4: error: \"@\" at the beginning of a text, expected the text in quotes"]),
])
func `What is wrong as YAML is said with its place`(text: String, expected: [String]) {
  #expect(complaints(text) == expected)
}

@Test(arguments: [
  ([0x61, 0x3A, 0x20, 0xFF], "f:1:4: error: this is not UTF-8, expected a text file in UTF-8"),
  ([0x61, 0x0A, 0xC3, 0xA4, 0xC3], "f:2:2: error: this is not UTF-8, expected a text file in UTF-8"),
  ([0xFF, 0xFE, 0x61, 0x00], "f:1:1: error: this is not UTF-8, expected a text file in UTF-8"),
])
func `Bytes that are no UTF-8 are refused`(bytes: [UInt8], complaint: String) {
  let document = YAMLDocument(bytes: bytes, file: "f")
  #expect(document.root == nil)
  #expect(document.diagnostics.all.map(\.description) == [complaint])
}

@Test(arguments: ["[", "{a: ", "- ", "? ", "[{"])
func `Nesting without end is refused before it costs anything`(opening: String) {
  let messages = complaints(String(repeating: opening, count: 100_000))
  #expect(messages.count == 1)
  #expect(messages[0].contains("nested lists and maps, expected 32 levels at most"))
}

@Test func `Thirty-two levels are read`() {
  let text = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
  #expect(complaints(text).isEmpty)
  #expect(complaints("[" + text + "]").count == 1)
}

@Test func `A billion laughs are refused`() {
  let laughs = (1...9).map {
    "l\($0): &l\($0) [" + Array(repeating: "*l\($0 - 1)", count: 9).joined(separator: ",")
  }
  let text = "l0: &l0 ha\n" + laughs.map { $0 + "]\n" }.joined() + "? *l9\n: 1\n"
  #expect(complaints(text).count == 10 + 81 + 1)
}

@Test func `A mebibyte is read, a byte more is refused`() {
  let line = "- [1, two, 'three']\n"
  var text = String(repeating: line, count: YAMLDocument.sizeLimit / line.utf8.count)
  text += String(repeating: "\n", count: YAMLDocument.sizeLimit - text.utf8.count)
  #expect(complaints(text).isEmpty)
  #expect(
    complaints(text + "\n") == ["f:1:1: error: the file has 1048577 bytes, expected 1048576 at most"])
}
