import EngineRig
import SpinetEngine
import SpinetKeyboard
import SpinetKit
import SpinetWidgets
import Testing

@testable import SpinetCsound

struct MessageTests {
  private func lines(_ orchestra: String, score: String, seconds: Int = 1, keys: Int = 0) throws -> [String] {
    let log = LineLog()
    do {
      let player = try Player(CsdEngine(Player.document(orchestra, score: score), log: log.add))
      for key in 0..<keys {
        player.start(key % 8)
        _ = player.render(640)
        player.release(key % 8)
        _ = player.render(6400)
      }
      _ = player.render(44_100 * seconds)
    }
    return log.all
  }

  /// The one line that Csound's pieces make.
  private func line(_ pieces: [(String, CsoundMessage.Severity)]) -> String? {
    var messages = CsoundMessages()
    var lines: [CsoundMessage] = []
    for (text, severity) in pieces { messages.take(text, severity, into: &lines) }
    return lines.first?.text ?? messages.popUnfinished()?.text
  }

  @Test func `The halves of an error have a space between them, and the pieces of a word have none`() {
    #expect(
      line([("External generation failed", .error), ("and cannot remove", .error), ("\n", .error)])
        == "External generation failed and cannot remove")
    #expect(
      line([("INIT ERROR in instr 1: ", .error), ("no such table", .error)])
        == "INIT ERROR in instr 1: no such table")
    #expect(line([("pois", .error), ("cil", .error)]) == "poiscil")
    #expect(line([("one tw", .normal), ("o three", .normal)]) == "one two three")
  }

  @Test func `A warning that each note repeats is told once, and at the end how often it came`() throws {
    let score = (0..<50).map { "i 1 [\($0) * 0.01] 0.01 1 2 3 4" }.joined(separator: "\n")
    let said = try lines("instr 1\nk1 = p4\nendin", score: score)
    #expect(
      said == [
        "WARNING: instr 1 uses 4 p-fields but is given 7",
        "WARNING: instr 1 uses 4 p-fields but is given 7 (50 times)",
      ])
  }

  @Test func `An error that each note repeats is told once, and at the end how often it came`() throws {
    let score = (0..<20).map { "i 1 [\($0) * 0.01] 0.01" }.joined(separator: "\n")
    let said = try lines("instr 1\na1 diskin2 \"nofile.wav\"\nendin", score: score)
    #expect(said.count { $0.contains("INIT ERROR") } == 2)
    #expect(said.contains { $0.contains("INIT ERROR") && $0.hasSuffix("(20 times)") })
  }

  @Test(arguments: [
    ("i 1 0 1\nhello world", "test.csd:15: sread: illegal opcode h"),
    ("; h\ni 1 0 1\n\ni 1 0 abc", "test.csd:17: sread: unexpected char a"),
    ("i 1 0 1\ni 1 0 $NOPE", "test.csd:15: Undefined macro: '$NOPE'"),
  ])
  func `What Csound leaves out of a score is told with its line`(score: String, start: String) throws {
    let said = try lines("instr 1\nendin", score: score)
    #expect(said.count == 1, "\(said)")
    #expect(said.first?.hasPrefix(start) == true, "\(said)")
    #expect(said.first?.hasSuffix("; the rest of the line is left out") == true)
  }

  @Test func `What an orchestra prints is told every time`() throws {
    let score = (0..<20).map { "i 1 [\($0) * 0.01] 0.01" }.joined(separator: "\n")
    #expect(
      try lines("instr 1\nprints \"note\\n\"\nendin", score: score) == Array(repeating: "note", count: 20))
  }

  @Test(arguments: [
    "i1 = 1", "k1 = p4", "k1 = p4 * p5", "k1 = p6", "k1 = p7", "k1 = p4 + p9", "icount pcount",
    "i1 pindex 5", "i1 = p(6)", "i1, i2, i3, i4, i5 passign 1",
  ])
  func `Keys that are pressed warn of nothing`(line: String) throws {
    let said = try lines("instr voice\n\(line)\nendin", score: "f 0 100", keys: 5)
    #expect(said.filter { !$0.contains("p-fields") } == [])
    #expect(said.count { $0.contains("p-fields") } <= 2)
  }

  @Test func `An instrument gets as many p-fields as it asks for, and all if it counts them`() throws {
    for (line, expected) in [
      ("icount pcount", 7.0), ("icount = p6 > 0 ? 7 : 0", 7), ("icount pindex 7", 2),
    ] {
      let player = try Player("instr voice\n\(line)\nchnset k(icount), \"seen\"\nendin")
      player.start(2)
      _ = player.render(640)
      #expect(try player.required("seen").value == expected)
    }
  }
}
