import Testing

@testable import SpinetTerminal

private let names = [
  "filter.cutoff", "filter.resonance", "osc.mix", "Osc.pan", "amp.attack", "amp.attenuation",
]

private func completions(_ beginning: String) -> [String] {
  names.filter { $0.lowercased().hasPrefix(beginning.lowercased()) }
}

/// What the line and its cursor are after these bytes, `|` where the cursor stands.
private func typed(_ text: String) -> (line: String, outcomes: [LineEditor.Outcome]) {
  var editor = LineEditor()
  let outcomes = text.utf8.compactMap { editor.take($0, completions: completions) }
  let row = editor.row(after: "", columns: 200)
  return (row.text.prefix(row.cursor) + "|" + row.text.dropFirst(row.cursor), outcomes)
}

@Suite struct `A line that is typed` {
  @Test(arguments: [
    ("osc", "osc|"),
    ("osk\u{7F}c", "osc|"),
    ("osk\u{08}c", "osc|"),
    ("wrong\u{15}osc", "osc|"),
    ("osc.mix\u{1B}[D\u{1B}[D\u{1B}[Dx", "osc.x|mix"),
    ("mix\u{01}osc.", "osc.|mix"),
    ("mix\u{1B}[Hosc.\u{1B}[F!", "osc.mix!|"),
    ("mix\u{1B}OHosc.\u{05}!", "osc.mix!|"),
    ("osc\u{1B}[A\u{1B}[B\u{1B}[5~\u{1B}[1;5A\u{1B}OPx", "oscx|"),
    ("osc\u{1B}[D\u{1B}[3~", "os|"),
    ("osc\u{02}\u{02}\u{04}", "o|c"),
    ("osc\u{02}\u{06}x", "oscx|"),
    ("osc\u{01}\u{0B}", "|"),
    ("one two\u{17}", "one |"),
    ("one two  \u{17}", "one |"),
    ("\u{0C}\u{12}\u{00}\u{1A}osc", "osc|"),
    ("\u{1B}xosc", "osc|"),
    ("\u{1B}\u{1B}[Dosc", "osc|"),
    ("grün→\u{7F}!", "grün!|"),
    ("osc\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[Dx", "x|osc"),
    ("osc\u{1B}[Cx", "oscx|"),
  ])
  func `obeys the keys of every shell`(keys: String, line: String) {
    #expect(typed(keys).line == line)
  }

  @Test(arguments: [
    ("am\t", "amp.att|", [LineEditor.Outcome.bell]),
    ("am\t\t", "amp.att|", [.bell, .choices(["amp.attack", "amp.attenuation"])]),
    ("am\ta\t", "amp.attack|", [.bell]),
    ("filter.c\t", "filter.cutoff|", []),
    ("FILTER.C\t", "filter.cutoff|", []),
    ("filter.cutoff\t", "filter.cutoff|", []),
    ("os\t", "os|", [.bell]),
    ("os\t\t", "os|", [.bell, .choices(["osc.mix", "Osc.pan"])]),
    ("os\t\t\t", "os|", [.bell, .choices(["osc.mix", "Osc.pan"]), .choices(["osc.mix", "Osc.pan"])]),
    ("os\tc\t", "osc|", [.bell, .bell]),
    ("cutoff\t\t", "cutoff|", [.bell, .bell]),
    ("done\t", "done|", [.bell]),
    ("\t", "|", [.bell]),
    ("\t\t", "|", [.bell, .choices(names)]),
    ("filter.c off\u{02}\u{02}\u{02}\u{02}\t", "filter.cutoff| off", []),
  ])
  func `is completed as far as is certain, and a second Tab lists`(
    keys: String, line: String, outcomes: [LineEditor.Outcome]
  ) {
    let seen = typed(keys)
    #expect(seen.line == line)
    #expect(seen.outcomes == outcomes)
  }

  @Test func `is handed over at its end, and the next begins empty`() {
    #expect(typed("osc\u{01}\none\r").outcomes == [.line("osc"), .line("one")])
    #expect(typed("osc\n").line == "|")
    #expect(typed("\n").outcomes == [.line("")])
  }

  @Test func `ends with Ctrl-D when it is empty`() {
    #expect(typed("\u{04}").outcomes == [.end])
    #expect(typed("o\u{04}").outcomes == [.bell])
    #expect(typed("o\u{7F}\u{7F}").outcomes == [.bell])
  }

  @Test func `takes any bytes at all`() {
    var editor = LineEditor()
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for byte in [0x1B, first, second] { _ = editor.take(byte, completions: completions) }
        let row = editor.row(after: "widget> ", columns: 20)
        #expect(row.text.count < 20 && (0...row.text.count).contains(row.cursor))
      }
    }
  }

  @Test func `moves sideways in a terminal that is too narrow for it`() {
    var editor = LineEditor()
    for byte in "0123456789abcdefghij".utf8 { _ = editor.take(byte, completions: completions) }
    #expect(editor.row(after: "> ", columns: 40) == ("> 0123456789abcdefghij", 22))
    #expect(editor.row(after: "> ", columns: 11) == ("defghij", 7))
    _ = editor.take(0x01, completions: completions)
    #expect(editor.row(after: "> ", columns: 11) == ("> 01234567", 2))
  }

  @Test func `lists choices in columns`() {
    #expect(ChoiceTable(["a", "bb", "ccc", "dd", "e"], columns: 14).lines == ["a    dd", "bb   e", "ccc"])
    #expect(ChoiceTable(["long name"], columns: 4).lines == ["long name"])
    #expect(ChoiceTable([], columns: 80).lines == [])
  }
}
