import EngineRig
import Foundation
import SpinetCsound
import SpinetKit
import SystemPackage
import Testing

struct CommandTests {
  @Test(arguments: ["tone.csd", "sliders.csd", "reverb.csd", "ladder-free.csd"])
  func `A score is rendered as csound itself renders it`(name: String) throws {
    let folder = try SoundFolder()
    let file = name == "ladder-free.csd" ? try folder.write(Self.notes, to: name) : try folder.fixture(name)
    let reference = folder.path("reference.wav")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/csound")
    process.arguments = ["-d", "-m0", "-W", "-3", "-o", reference, file]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let expected = try AudioTake().read(reference)
    let sound = try Player(CsdEngine(file: FilePath(file))).render(expected.count, sizes: [100]).left
    #expect(expected.count > 40_000)
    let worst = zip(expected, sound).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 2e-6)
  }

  private static let notes = """
    <CsoundSynthesizer>
    <CsInstruments>
    sr = 44100
    ksmps = 37
    nchnls = 2
    0dbfs = 1
    instr 1
    kenvelope linsegr 0, 0.01, 1, 0.3, 0.6, 0.2, 0
    aout vco2 0.1, p4
    aout zdf_ladder aout, 2000, 2
    outs aout * kenvelope, aout * kenvelope * 0.5
    endin
    </CsInstruments>
    <CsScore>
    t 0 90
    i 1 0 1 220
    i 1 0.5 1 330
    i 1 1.25 0.5 440
    s
    i 1 0 1 110
    </CsScore>
    </CsoundSynthesizer>
    """
}
