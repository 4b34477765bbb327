import CsoundInterface
import Foundation
import SpinetKit

func check(_ name: String, _ isTrue: Bool) { print(isTrue ? "ok" : "not ok", name) }

/// `kout HALVE kin`
struct Halve {
  var header: OPDS
  var output: UnsafeMutablePointer<Double>
  var input: UnsafeMutablePointer<Double>
}

/// Csound keeps the pointers to an opcode's name and types.
@Sendable func lasting(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

let csound = CsoundObj(
  output: OutputRequest(pcm: "none", framesPerSecond: 48_000), input: OutputRequest.noPCM)
csound.beforeCompile = { pointer in
  let instance = UnsafeMutablePointer<CSOUND>(pointer)
  csoundSetOption(instance, "--omacro:LEVEL=0.25")
  csoundAppendOpcode(
    instance, lasting("HALVE"), Int32(MemoryLayout<Halve>.size), 0, 2, lasting("k"), lasting("k"), nil,
    { _, memory in
      guard let opcode = memory?.assumingMemoryBound(to: Halve.self) else { return -1 }
      opcode.pointee.output.pointee = opcode.pointee.input.pointee / 2
      return 0
    }, nil)
}

let file = FileManager.default.temporaryDirectory.appendingPathComponent("spinet-\(getpid()).csd")
let text = """
  <CsoundSynthesizer>
  <CsInstruments>
  sr = 48000
  ksmps = 64
  nchnls = 2
  0dbfs = 1
  instr 1
  klevel = $LEVEL
  khalf HALVE klevel
  chnset khalf, "half"
  endin
  </CsInstruments>
  <CsScore>
  i 1 0 1800
  </CsScore>
  </CsoundSynthesizer>
  """
try text.write(to: file, atomically: true, encoding: .utf8)

let half = CsoundUI(csound).addLabel(forChannelName: "half")
try csound.play(file.path)
let limit = Date(timeIntervalSinceNow: 10)
while half.value == 0, Date() < limit { usleep(10_000) }
check("An opcode and an option of a program's own are in Csound", half.value == 0.125)

let rate = csound.withCsound { csoundGetSr(UnsafeMutablePointer<CSOUND>($0)) }
check("A program calls Csound's functions", rate == 48_000)
csound.stop()
try FileManager.default.removeItem(at: file)
