import SpinetCsound
import SpinetRealtime
import SystemPackage
import Testing

/// Which instruments fade while a key is held, so that a key that is struck again under a pedal joins its note.
struct FadingTests {
  @Test(
    arguments: [
      ("a1 pluck p5, p6, p6, 0, 1", true),
      ("k1 expon p5, 3, 0.0001\na1 oscili k1, p6", true),
      ("k1 linseg 0, 0.01, 1, 2, 0\na1 oscili k1, p6", true),
      ("k1 transeg 1, 2, -4, 0\na1 oscili k1, p6", true),
      ("k1 madsr 0.01, 2, 0, 0.3\na1 oscili k1, p6", true),
      ("k1 linsegr 1, 3, 0, 0.2, 0\na1 oscili k1, p6", true),
      ("k1 = expon:k(1, 3, 0.0001)\na1 oscili k1, p6", true),
      ("k1 madsr 0.01, 0.1, 1, 0.3\na1 pluck k1, p6, p6, 0, 1", true),
      ("k1 madsr 0.01, 0.1, 0.7, 0.3\na1 oscili k1, p6", false),
      ("k1 madsr 0.01, 0.1, p5, 0.3\na1 oscili k1, p6", false),
      ("k1 linsegr 0, 0.1, 1, 0.2, 0\na1 oscili k1, p6", false),
      ("k1 = linsegr:k(0, 0.1, 1, 0.2, 0)\na1 oscili k1, p6", false),
      ("k1 linenr 1, 0.1, 0.2, 0.01\nk2 expon 1, 1, 0.001\na1 foscili k1, p6, 1, 1, k2", false),
      ("k1 linseg 0, 0.1, 1\na1 oscili k1, p6", false),
      ("a1 oscili p5, p6", false),
      ("; pluck\na1 oscili p5, p6", false),
    ])
  func `An instrument fades if its text says so`(body: String, fades: Bool) throws {
    #expect(try engine("instr voice\n\(body)\nout a1\nendin").fades == fades)
  }

  @Test func `All instruments that keys play must fade`() throws {
    let plucked = "instr voice1\na1 pluck p5, p6, p6, 0, 1\nendin\n"
    #expect(try engine(plucked).fades)
    #expect(try engine(plucked + "instr voice2\na1 oscili p5, p6\nendin").fades == false)
    #expect(try engine(plucked + "instr 9\na1 oscili p5, p6\nendin").fades)
    #expect(try engine("instr 1\na1 oscili 1, 440\nendin").fades == false)
  }

  private func engine(_ orchestra: String) throws -> CsdEngine {
    let text =
      "<CsoundSynthesizer>\n<CsInstruments>\n\(orchestra)\n</CsInstruments>\n</CsoundSynthesizer>"
    return try CsdEngine(CsdDocument(text: text, file: "a.csd"))
  }
}
