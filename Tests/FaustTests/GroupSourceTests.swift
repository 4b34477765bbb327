import Foundation
import SpinetText
import Testing

@testable import SpinetFaust

/// From the C that Faust writes for one voice to C for eight.
struct GroupSourceTests {
  /// What Faust writes, as far as it is read.
  struct Code: Sendable {
    var fields = [
      "FAUSTFLOAT fHslider0;", "float fConst0;", "int IOTA0;", "float fVec0[4];", "float fRec0[3];",
    ]
    var block = ["float fSlow0 = (float)(dsp->fHslider0);"]
    var frame = ["output0[i0] = (FAUSTFLOAT)(fSlow0);"]
    var top: [String] = []

    var text: String {
      """
      \(top.joined(separator: "\n"))
      typedef struct {
      \(fields.map { "\t\($0)\n" }.joined())} P;

      void computeP(P* dsp, int count, FAUSTFLOAT** RESTRICT inputs, FAUSTFLOAT** RESTRICT outputs) {
      \tFAUSTFLOAT* output0 = outputs[0];
      \(block.map { "\t\($0)\n" }.joined())\t/* C99 loop */
      \t{
      \t\tint i0;
      \t\tfor (i0 = 0; i0 < count; i0 = i0 + 1) {
      \(frame.map { "\t\t\t\($0)\n" }.joined())\t\t}
      \t}
      }
      """
    }
  }

  @Test(arguments: [
    ("output0[i0] = (FAUSTFLOAT)(fSlow0);", "output0[i0 * 8 + v] = ( FAUSTFLOAT ) ( fSlow0[v] );"),
    ("float fTemp0 = dsp->fConst0 * 1.5e-05f;", "float fTemp0 = dsp->fConst0 * 1.5e-05f;"),
    (
      "dsp->fRec0[0] = sinf(dsp->fRec0[1]);",
      "dsp->fRec0[(0) * 8 + v] = group_sin ( dsp->fRec0[(1) * 8 + v] );"
    ),
    (
      "dsp->fVec0[dsp->IOTA0 & 3] = dsp->fVec0[(dsp->IOTA0 - (1 + 1)) & 3];",
      "dsp->fVec0[(position & 3) * 8 + v] = dsp->fVec0[((position - ( 1 + 1 )) & 3) * 8 + v];"
    ),
    ("output0[i0] = dsp->fRec0[0] <= 1.0f ? 2.0f : fmaxf(0.0f, fSlow0);", "group_max ( 0.0f , fSlow0[v] )"),
  ]) func `A statement is translated`(statement: String, expected: String) throws {
    let text = try GroupSource(Code(frame: [statement]).text, class: "P").text
    #expect(text.contains(expected))
  }

  @Test func `What is calculated once a block keeps its functions`() throws {
    let code = Code(block: ["float fSlow0 = powf(2.0f, (float)(dsp->fHslider0));"])
    let text = try GroupSource(code.text, class: "P").text
    #expect(text.contains("fSlow0[v] = powf ( 2.0f , ( float ) ( fHslider0[v] ) );"))
  }

  private static let shift = [
    "/* C99 loop */", "{", "int j0;", "for (j0 = 2; j0 > 0; j0 = j0 - 1) {",
    "dsp->fRec0[j0] = dsp->fRec0[j0 - 1];",
    "}", "}",
  ]

  @Test func `Arrays move after the loop over the voices, and the position after them`() throws {
    let code = Code(frame: Self.shift + ["dsp->IOTA0 = dsp->IOTA0 + 1;", "dsp->fVec0[1] = dsp->fVec0[0];"])
    let text = try GroupSource(code.text, class: "P").text
    let parts = [
      "dsp->fVec0[(1) * 8 + v]", "dsp->fRec0[k * 8 + v] = dsp->fRec0[(k - 1) * 8 + v];", "position++;",
    ]
    let places = parts.compactMap { text.range(of: $0, options: .backwards)?.lowerBound }
    #expect(places.count == 3)
    #expect(places == places.sorted())
  }

  @Test func `A delay line is turned to the position of the group`() throws {
    let code = Code(frame: ["dsp->fVec0[dsp->IOTA0 & 3] = dsp->fRec0[0];"])
    let text = try GroupSource(code.text, class: "P").text
    #expect(text.contains("dsp->fVec0[((k + turn) & 3) * 8 + v] = from->fVec0[k];"))
    #expect(text.contains("dsp->fRec0[k * 8 + v] = from->fRec0[k];"))
  }

  @Test func `Tables and powers are shared`() throws {
    let code = Code(
      frame: ["output0[i0] = ftbl0PSIG0[min(3, 1)] * P_faustpower2_f(fSlow0);"],
      top: ["static float ftbl0PSIG0[4];", "static float P_faustpower2_f(float value) {"])
    let text = try GroupSource(code.text, class: "P").text
    #expect(text.contains("ftbl0PSIG0 [ min ( 3 , 1 ) ] * P_faustpower2_f ( fSlow0[v] )"))
  }

  @Test(arguments: [
    (Code(fields: ["double fRec0;"]), "double fRec0;"),
    (Code(fields: ["Soundfile* fSoundfile0;"]), "Soundfile* fSoundfile0;"),
    (Code(fields: ["FAUSTFLOAT fKnob0;"]), "the control fKnob"),
    (Code(block: ["dsp->iRec0 = 1;"]), "dsp->iRec0 = 1;"),
    (Code(block: ["float fSlow0 = foreign(1.0f);"]), "the name foreign"),
    (Code(block: ["float fSlow0 = \"a\";"]), "the sign \""),
    (Code(frame: ["if (fSlow0) {", "}"]), "if (fSlow0) {"),
    (Code(frame: ["output0[i0 + 1] = 0.0f;"]), "the channel output0"),
    (Code(frame: ["output0[i0] = (float)(i0);"]), "the name i0"),
    (Code(frame: ["output0[i0] = dsp->fRec9[0];"]), "dsp without a known field"),
    (Code(frame: ["output0[i0] = (float)(dsp->IOTA0);"]), "IOTA0 outside of an index"),
    (Code(frame: ["dsp->fConst0 = 1.0f;"]), "dsp->fConst0 is written"),
    (Code(frame: ["dsp->fHslider0 = 1.0f;"]), "dsp->fHslider0 is written"),
    (
      Code(frame: ["dsp->fVec0[dsp->IOTA0 & 3] = dsp->fVec0[1];"]),
      "fVec0 is a delay line in one place only"
    ),
    (Code(frame: ["dsp->fVec0[dsp->IOTA0 & 1] = 0.0f;"]), "IOTA0 outside of an index"),
    (Code(frame: ["dsp->fVec0[(dsp->IOTA0 + 1) & 3] = 0.0f;"]), "IOTA0 outside of an index"),
    (
      Code(frame: ["dsp->IOTA0 = dsp->IOTA0 + 1;", "dsp->IOTA0 = dsp->IOTA0 + 1;"]),
      "dsp->IOTA0 = dsp->IOTA0 + 1;"
    ),
    (
      Code(frame: ["dsp->IOTA0 = dsp->IOTA0 + 1;", "output0[i0] = 0.0f;"]),
      "output0[i0] = 0.0f; after a loop"
    ),
    (
      Code(frame: shift + ["dsp->fRec0[1] = dsp->fRec0[0];"]), "dsp->fRec0[1] = dsp->fRec0[0]; after a loop"
    ),
    (Code(fields: ["float fRec0[4];"], block: [], frame: shift), "a loop over fRec0"),
  ]) func `An unknown form is an obstacle`(code: Code, why: String) {
    let obstacle = #expect(throws: ReadingProblem.self) { try GroupSource(code.text, class: "P") }
    #expect(obstacle?.why == why)
  }

  @Test func `A text of another kind is an obstacle`() {
    for text in ["", "int main() { return 0; }", Code().text.replacing("} P;", with: "} Q;")] {
      #expect(throws: ReadingProblem.self) { try GroupSource(text, class: "P") }
    }
  }
}
