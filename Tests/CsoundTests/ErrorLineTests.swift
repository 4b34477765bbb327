import EngineRig
import Foundation
import SpinetCsound
import SpinetEngine
import SpinetRealtime
import SystemPackage
import Testing

/// In each text § is where somebody made a mistake.
struct ErrorLineTests {
  @Test(arguments: [
    "instr 1\n§asig nosuch 1, 2\nouts asig, asig\nendin",
    "instr 1\nk1 = 1\n§outs asig, asig\nendin",
    "instr 1\nk1 = 1\n§k2 = k1 + kno\nendin",
    "instr 1\n§k1 = kno\nk2 = kno\nendin",
    "instr 1\nkno = 1\nendin\ninstr 2\n§k1 = kno\nendin",
    "instr 1\nk1 = 1\n§k2 = kArr[0]\nendin",
    "instr 1\nk1 = 1\n§if kno == 1 then\nk2 = 1\nendif\nendin",
    "instr 1\nk0 = 1\n§goto nope\nendin",
    "instr 1\nk1 = 1 ; kno\n/* kno */\nk2 = max:k(\\\n§ kno, 1)\nendin",
    "instr 1\nkv = 1\n§endif\nendin",
    "instr 1\n§k1 = (1 + 2\nk2 = 3\nendin",
    "instr 1\nk0 = 1\n§k1 = 1 + 2)\nk2 = 3\nendin",
    "instr 1\nk0 = 1\n§Sa = \"abc\nk2 = 1\nendin",
    "instr 1\nk0 = 1 ; \"abc\n§Sa = \"abc\nk2 = 1\nendin",
    "instr 1\nendin\n§instr 1a\nendin",
    "instr 1\nk1 = 1\n§endin = 3\nendin",
    "instr 1\nk0 = 1\n§a1 poscil \"x\", 3\nendin",
    "instr 1\nk1 = 1\n§k2 chnget\nendin",
    "instr 1\nk1 = 1\nif k1 == 1 then\nk2 = 1\n§endin",
    "giA = 1\n§giB nosuch 2\ninstr 1\nendin",
    "giA = 1\n§giB ftgen 0, 0, 64, 99, 1\ninstr 1\nendin",
    "instr 1\nendin\ninstr 2\nendin\n§instr 1\nendin",
  ]) func `A mistake in an orchestra is told with its line`(orchestra: String) throws {
    try expectPosition(orchestra: orchestra)
  }

  @Test(arguments: [
    "/* a\nb\nc */\ninstr 1\n§asig nosuch 1\nendin", "; a\n// b\n; c\ninstr 1\n§k1 = 1 + )\nendin",
    "instr 1\nk1 = 1 + \\\n 2\nk2 = 1\n§asig nosuch 1\nendin",
    "instr 1\nk1 = max(1,\n 2)\nk2 = 1\n§k3 = )\nendin",
    "instr 1\nSa = {{a\nb\nc}}\n§k1 = )\nendin",
    "instr 1\r\nk1 = 1\r\n§asig nosuch 1\r\nendin",
    "#define M # 1 + #\ninstr 1\nk0 = 1\n§k1 = $M )\nendin",
    "#define M #k0 = 1\nk9 = 2\nk8 = 3#\ninstr 1\n$M\n§asig nosuch 1\nendin",
    "#define M #k0 = 1\nk9 = 2\nk8 = 3#\ninstr 1\n$M\n§k1 = )\nendin",
    "#define M #k0 = 1\n§k9 nosuch 2\nk8 = 3#\ninstr 1\nk1 = 1\n$M\nk2 = 2\nendin",
    "#define M(a'b) #k0 = $a + $b#\ninstr 1\n$M(1'2)\n§asig nosuch 1\nendin",
    "instr 1\nk1 = 1\n§k2 = $NOPE\nendin",
    "#ifdef X\nk1 = 1\n#else\ngk2 init 2\n#end\ninstr 1\n§asig nosuch 1\nendin",
    "opcode Foo, k, k\nkin xin\n§kout nosuch kin\nxout kout\nendop\ninstr 1\nendin",
    "opcode Foo, k, k\nkin xin\n§xout kno\nendop\ninstr 1\nendin",
    "opcode Foo, k, k\nkin xin\nxout kin\nendop\ninstr 1\nk0 = 1\n§k1 Foo\nendin",
    "opcode Foo, k, k\nkin xin\nxout kin\n§instr 1\nendin",
  ]) func `What stands before it does not move the line`(orchestra: String) throws {
    try expectPosition(orchestra: orchestra)
  }

  @Test(arguments: [
    "i 1 0 1\n§i 1 0 1 \"abc\n", "i 1 0 1\n§#include \"nofile.sco\"\n", "; [\ni 1 0 1\n§i 1 0 [1 + 2\n",
    "/* x\n*/ i 1 0 1\n§i 1 0 2]\n",
  ]) func `A mistake in a score is told with its line`(score: String) throws {
    try expectPosition(orchestra: "instr 1\nendin", score: score)
  }

  @Test(arguments: [
    ("giX = 1\ngiY nosuch 2\n", 2), ("giX = 1\ninstr 5\nk1 = kno\nendin\n", 3),
    ("instr 5\nk1 = 1\na1 poscil \"x\", 3\nendin\n", 3), ("giX = 1\ngiY = 2\ngiZ = )\n", 3),
  ])
  func `A mistake in an included file is told with that file's name and line`(part: String, line: Int)
    throws
  {
    let folder = try SoundFolder()
    _ = try folder.write(part, to: "part.inc")
    let text = Player.text("giA = 1\n#include \"part.inc\"\ninstr 1\nendin", score: "")
    let file = try folder.write(text, to: "whole.csd")
    let failure = #expect(throws: SpinetError.self) { try CsdEngine(file: FilePath(file)) }
    #expect(failure?.what.hasSuffix("part.inc:\(line)") == true, "\(failure?.description ?? "")")
  }

  @Test func `After an included file, and where one is missing, the line is the file's own`() throws {
    let folder = try SoundFolder()
    _ = try folder.write("giX = 1\ngiY = 2\ngiZ = 3\n", to: "part.inc")
    for orchestra in ["#include \"part.inc\"\n§giW nosuch 2", "giA = 1\n§#include \"nofile.inc\""] {
      let text = Player.text(orchestra, score: "")
      let file = try folder.write(text.replacingOccurrences(of: "§", with: ""), to: "whole.csd")
      let failure = #expect(throws: SpinetError.self) { try CsdEngine(file: FilePath(file)) }
      #expect(failure?.what == "\(file):\(line(in: text))", "\(failure?.description ?? "")")
    }
  }

  private func line(in text: String) -> Int {
    (text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).firstIndex {
      $0.contains("§")
    } ?? -1) + 1
  }

  private func expectPosition(orchestra: String, score: String = "f 0 1") throws {
    let text = Player.text(orchestra, score: score)
    let failure = #expect(throws: SpinetError.self) {
      try CsdEngine(CsdDocument(text: text.replacingOccurrences(of: "§", with: ""), file: "test.csd"))
    }
    #expect(failure?.what == "test.csd:\(line(in: text))", "\(failure?.description ?? "")")
  }

  @Test func `A rate that no machine has is refused before Csound sees it`() throws {
    let text = Player.text("instr 1\nendin").replacing("sr = 44100", with: "sr = 0")
    let failure = #expect(throws: SpinetError.self) {
      try CsdEngine(CsdDocument(text: text, file: "test.csd"))
    }
    #expect(failure?.why == "sr = 0 is out of range, expected 1 to 1536000")
  }
}
