import SpinetRealtime
import SpinetText
import Testing

@Test func `Errors come out in the order of the text, warnings with them`() {
  var diagnostics = Diagnostics(file: "m.yaml")
  diagnostics.error(at: TextLocation(line: 9, column: 2), "late")
  diagnostics.warning(at: TextLocation(line: 1, column: 5), "odd")
  diagnostics.error(at: TextLocation(line: 1, column: 2), "early", suggestion: "earlier")
  let errors = #expect(throws: SpinetError.self) { try diagnostics.throwErrors() }
  #expect(
    errors?.description
      == "m.yaml:1:2: error: early (did you mean earlier?)\nm.yaml:1:5: warning: odd\nm.yaml:9:2: error: late"
  )
}

@Test func `An unknown name has the name as its remedy that was meant, or those that there are`() {
  let names = (1...14).map { "pad-\($0)" }
  #expect(Remedy(forUnknown: "pad-33", among: names, otherwise: .available(names)).action == .takeSimilarName)
  let none = Remedy(forUnknown: "organ", among: names, otherwise: .available(names))
  #expect(none.action == .chooseAvailable && none.values == names.prefix(12) + ["and 2 more"])
  #expect(Remedy.available(["a", "b"]).description == "available: a, b")
}

@Test func `Names are looked for among the first mistakes only`() {
  var diagnostics = Diagnostics(file: "m.yaml")
  var searches = 0
  func search() -> String? {
    searches += 1
    return "even"
  }
  for line in 1...1000 {
    diagnostics.error(at: TextLocation(line: line, column: 1), "odd", suggestion: search())
  }
  #expect(diagnostics.all.count(where: { $0.suggestion != nil }) == 100 && searches == 100)
  #expect(diagnostics.all.count == 1000)
}

@Test func `A word as long as a file is near to none`() {
  let word = String(repeating: "filter.", count: 100_000)
  #expect(nearestName(to: word, among: ["filter.cutoff"]) == nil)
}

@Test func `Warnings alone do not stop anybody`() throws {
  var diagnostics = Diagnostics(file: "m.yaml")
  diagnostics.warning(at: .start, "odd")
  try diagnostics.throwErrors()
}

@Test func `The errors of another file keep their places, and any other error gets the place that is given`()
{
  var other = Diagnostics(file: "other.yaml")
  other.error(at: TextLocation(line: 4, column: 1), "odd")
  var diagnostics = Diagnostics(file: "m.yaml")
  diagnostics.add(SpinetError(other.all), at: TextLocation(line: 2, column: 3))
  let missing = SpinetError(
    .fileInvalid, what: "patch 'x'", why: "nothing has that name", remedy: "give another")
  diagnostics.add(missing, at: TextLocation(line: 2, column: 3))
  #expect(
    diagnostics.all.map(\.description) == [
      "other.yaml:4:1: error: odd",
      "m.yaml:2:3: error: patch 'x': nothing has that name; give another",
    ])
}

@Test(arguments: [
  ("filter.cuttoff", "filter.cutoff"), ("absolut", "absolute"), ("Range", "range"), ("xyzzy", nil), ("", nil),
  ("arnge", "range"), ("arneg", nil), ("rnage", "range"), ("3", nil),
])
func `The nearest name is near`(word: String, name: String?) {
  #expect(nearestName(to: word, among: ["filter.cutoff", "absolute", "range"]) == name)
}

@Test(arguments: [
  (1.0, "1"), (0.5, "0.5"), (1023.7, "1023.7"), (1e20, "1e+20"), (-0.0, "0"), (.infinity, "null"),
])
func `Numbers in JSON are short and read back`(value: Double, text: String) {
  #expect(JSONLine.number(value) == text)
}

@Test func `Texts in JSON are escaped`() {
  var line = JSONLine()
  line.add("a\"b", "c\\\n\t\u{1}é")
  line.add("n", [1.5].count)
  #expect(line.description == #"{"a\"b":"c\\\n\t\u0001é","n":1}"#)
}
