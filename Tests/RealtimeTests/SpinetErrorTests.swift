import SpinetRealtime
import Testing

struct SpinetErrorTests {
  private static func problem(_ file: String, _ line: Int, _ message: String) -> Diagnostic {
    Diagnostic(file: file, location: TextLocation(line: line, column: 2), message)
  }

  @Test func `An error is one line, with what to do at its end`() {
    let error = SpinetError(.device, what: "audio", why: "it is away", remedy: "plug it in")
    #expect(error.description == "audio: it is away; plug it in")
    #expect(error.problem == "audio: it is away")
    #expect(error.diagnostics == [])
  }

  @Test func `What is wrong in files is a line for each, by file and then by position`() {
    let error = SpinetError([
      Self.problem("b.yaml", 3, "late"), Self.problem("a.yaml", 1, "other"),
      Self.problem("b.yaml", 1, "early"),
    ])
    #expect(
      error.description
        == "b.yaml:1:2: error: early\nb.yaml:3:2: error: late\na.yaml:1:2: error: other")
    #expect(error.problem == error.description)
    #expect(error.diagnostics.map(\.message) == ["early", "late", "other"])
  }

  @Test func `What is wrong in files has also a file, one line, and a remedy`() {
    let error = SpinetError([Self.problem("b.yaml", 1, "early"), Self.problem("a.yaml", 1, "other")])
    #expect(error.cause == .input && error.what == "b.yaml" && !error.remedy.isEmpty)
    #expect(error.why == "1:2: error: early; a.yaml:1:2: error: other")
  }
}
