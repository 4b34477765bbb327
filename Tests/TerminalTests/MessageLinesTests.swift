import SpinetTerminal
import Testing

struct MessageLinesTests {
  @Test(arguments: [
    ("plain – ünïcode\ttab", "plain – ünïcode\ttab"), ("\u{1B}[31mred", "\u{FFFD}[31mred"),
    ("bell\u{07}\r\u{7F}", "bell\u{FFFD}\u{FFFD}\u{FFFD}"), ("c1 \u{9B}2J", "c1 \u{FFFD}2J"),
    ("\u{202E}txt.exe\u{2066}", "\u{FFFD}txt.exe\u{FFFD}"), ("two\nlines", "two\nlines"),
  ])
  func `Control characters are shown, not sent`(text: String, shown: String) {
    #expect(text.asMessage == shown)
  }

  @Test func `A long line keeps its beginning, and its end, which says what to do`() {
    let line = "spinet: \(String(repeating: "x", count: 5_000)): nothing has that name; give another"
    let shown = line.asMessage
    #expect(shown.count <= 600)
    #expect(shown.hasPrefix("spinet: xxx") && shown.hasSuffix("nothing has that name; give another"))
    let fits = String(repeating: "é", count: 600)
    #expect(fits.asMessage == fits)
  }
}
