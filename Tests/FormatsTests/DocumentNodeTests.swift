import SpinetFormats
import SpinetRealtime
import SpinetText
import Testing

/// Reads the value of `text` by `read` and gives what it answered and what it complained of.
private func reading<Value>(
  _ text: String, _ read: (DocumentNode, inout Diagnostics) -> Value?
) throws -> (value: Value?, complaints: [String]) {
  var document = YAMLDocument(text: text, file: "f")
  let root = try #require(document.root)
  let value = read(root, &document.diagnostics)
  return (value, document.diagnostics.all.map(\.description))
}

@Test(arguments: [("1", 1.0), ("-0.5", -0.5), ("1e3", 1000), ("\"7\"", 7)])
func `A number is read`(text: String, value: Double) throws {
  let result = try reading(text) { $0.double(&$1) }
  #expect(result.value == value)
  #expect(result.complaints.isEmpty)
}

@Test(arguments: [
  ("fast", "f:1:1: error: \"fast\" found, expected a number"),
  ("inf", "f:1:1: error: \"inf\" found, expected a number"),
  ("nan", "f:1:1: error: \"nan\" found, expected a number"),
  ("[1]", "f:1:1: error: a list found, expected a number"),
  ("{a: 1}", "f:1:1: error: a map found, expected a number"),
  ("~", "f:1:1: error: nothing found, expected a number"),
])
func `What is no number is named`(text: String, complaint: String) throws {
  let result = try reading(text) { $0.double(&$1) }
  #expect(result.value == nil)
  #expect(result.complaints == [complaint])
}

@Test(arguments: [
  ("true", true), ("Yes", true), ("on", true), ("false", false), ("no", false), ("off", false),
])
func `Yes and no have several words`(text: String, value: Bool) throws {
  #expect(try reading(text) { $0.bool(&$1) }.value == value)
}

@Test func `A whole number has its bounds`() throws {
  #expect(try reading("5") { $0.int(in: 1...16, &$1) }.value == 5)
  #expect(
    try reading("2.5") { $0.int(&$1) }.complaints == ["f:1:1: error: \"2.5\" found, expected a whole number"])
  #expect(
    try reading("17") { $0.int(in: 1...16, &$1) }.complaints
      == ["f:1:1: error: \"17\" found, expected a whole number from 1 to 16"])
}

@Test func `One text is a list of one, and what is no text in a list is reported`() throws {
  #expect(try reading("a") { $0.strings(&$1) }.value == ["a"])
  let mixed = try reading("[a, [b], c]") { $0.strings(&$1) }
  #expect(mixed.value == ["a", "c"])
  #expect(mixed.complaints == ["f:1:5: error: a list found, expected a text"])
}

@Test func `Unknown keys are reported with the nearest name, known ones are read`() throws {
  let result = try reading("{rnge: 1, widget: x}") {
    $0.fields(["widget", "range"], calling: "option", &$1)?.keys.sorted()
  }
  #expect(result.value == ["widget"])
  #expect(
    result.complaints
      == ["f:1:2: error: unknown option \"rnge\", expected widget or range (did you mean range?)"])
}

@Test func `A long text is shown by its beginning`() throws {
  let result = try reading("|\n  " + String(repeating: "x", count: 100)) { $0.int(&$1) }
  #expect(
    result.complaints
      == ["f:1:1: error: \"" + String(repeating: "x", count: 40) + "…\" found, expected a whole number"])
}

@Test(arguments: [
  ("plain", "plain"), ("two\nlines", "two…"), ("bell\u{7}\u{1B}[2J", "bell\u{FFFD}\u{FFFD}[2J"),
  (String(repeating: "é", count: 41), String(repeating: "é", count: 40) + "…"), ("", ""),
])
func `A text out of a file is shown harmlessly`(text: String, shown: String) {
  #expect(text.shortened == shown)
}
