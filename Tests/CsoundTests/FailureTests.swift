import EngineRig
import Foundation
import Listening
import SpinetCsound
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

struct FailureTests {
  @Test(arguments: [
    ("instr 1\nasig nosuch 1, 2\nouts asig, asig\nendin", "test.csd:11", "nosuch"),
    ("instr 1\nouts asig, asig\nendin", "test.csd:1", "asig"),
    ("instr 1\nkv = 1\nendif", "test.csd:12", "endif"),
    ("giTable ftgen 0, 0, 64, 99, 1\ninstr 1\nendin", "test.csd", ""),
    ("instr 1", "test.csd", ""),
  ])
  func `What does not compile is told in Csound's own words with its line`(
    orchestra: String, place: String, word: String
  ) throws {
    let failure = #expect(throws: SpinetError.self) { try CsdEngine(Player.document(orchestra)) }
    #expect(failure?.code == .programFailed)
    #expect(failure?.what.hasPrefix(place) == true, "\(failure?.description ?? "")")
    #expect(word.isEmpty || failure?.why.contains(word) == true, "\(failure?.description ?? "")")
  }

  @Test(arguments: [
    "", "hello", "<CsoundSynthesizer><CsInstruments></CsInstruments></CsoundSynthesizer>",
    "<CsoundSynthesizer>\n<CsInstruments>\ninstr 1\n", "\0\0\0",
    "<CsoundSynthesizer>\n<CsInstruments>\n</CsInstruments>\n<CsScore>\ni 1 0 [1 + (2\n</CsScore>\n",
  ])
  func `What is no csd is refused`(text: String) {
    #expect(throws: SpinetError.self) { try CsdEngine(CsdDocument(text: text, file: "test.csd")) }
  }

  @Test func `A file that is not there is refused`() {
    #expect(throws: SpinetError.self) { try CsdEngine(file: "/nowhere/nothing.csd") }
  }

  @Test func `An instrument that cannot begin is told, and the rest plays`() throws {
    let log = LineLog()
    let document = try Player.document(
      "instr 1\nasig diskin2 \"nofile.wav\"\nouts asig, asig\nendin\n"
        + "instr 2\nouts a(0.5), a(0.5)\nendin",
      score: "i 1 0 1\ni 2 0 1")
    let player = try Player(CsdEngine(document, log: log.add))
    #expect(player.render(441).left.peak == 0.5)
    try player.engine.prepare(framesPerSecond: 44_100, largestBlock: 64, link: player.link)
    #expect(log.all.contains { $0.contains("INIT ERROR") && $0.contains("line 11") })
  }

  @Test func `What an orchestra prints reaches the log whole`() throws {
    let log = LineLog()
    let document = try Player.document("prints \"ready %d\\n\", 3\ninstr 1\nendin")
    try CsdEngine(document, log: log.add)
      .prepare(framesPerSecond: 44_100, largestBlock: 64, link: ControlEnds().link)
    #expect(log.all.contains("ready 3"))
  }

  @Test(arguments: [
    ("a1 inch 1", true), ("a1, a2 ins", true), ("kin = 1", false), ("a1 poscil 1, 440", false),
  ])
  func `A file that listens says so`(line: String, listens: Bool) throws {
    let document = try Player.document("instr 1\n\(line)\nendin")
    #expect(try CsdEngine(document).takesInput == listens)
  }

  @Test(arguments: [
    ("nchnls_i = 4", "a1, a2, a3, a4 inq", 4), ("", "a1 inch 1", 2), ("nchnls_i = 4", "kin = 1", 0),
    ("nchnls_i = 8", "inrg 1, gaone, gaone", 8),
  ])
  func `A file that listens has as many inputs as its header says`(
    header: String, line: String, inputs: Int
  ) throws {
    let document = try Player.document("\(header)\ngaone init 0\ninstr 1\n\(line)\nendin")
    #expect(try CsdEngine(document).inputCount == inputs)
  }
}
