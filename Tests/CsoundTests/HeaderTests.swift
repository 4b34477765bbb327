import Foundation
import Glibc
import Listening
import Scratch
import SpinetCsound
import SpinetDevices
import SpinetKit
import SpinetMotion
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

struct HeaderTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  @Test(arguments: [44_100, 48_000])
  func `The header of a file runs once, at any rate of the card`(rate: Int) throws {
    let csound = CsoundObj(output: OutputRequest(pcm: "none", framesPerSecond: rate))
    let count = session.folder.path("count")
    let file = try session.csd(header: "gi1 system_i 1, \"echo run >> \(count)\"")
    try csound.play(file)
    #expect(csound.framesPerSecond == Double(rate))
    csound.stop()
    #expect(eventually { (try? String(contentsOfFile: count, encoding: .utf8)) != nil })
    usleep(50_000)
    #expect(try String(contentsOfFile: count, encoding: .utf8) == "run\n")
  }

  @Test(
    arguments: [
      ("sr = 44100\nksmps = 64\nnchnls = 2\n0dbfs = 1", "", "44100.0 64 2 2"),
      ("sr=48000 ; rate\nksmps=1\nnchnls_i = 4", "-W", "48000.0 1 1 4"),
      ("sr = 44100\nkr = 4410\nnchnls = 2", "", nil),
      ("sr = 44100\nksmps = $BLOCK", "", nil),
      ("#define BLOCK #64#\nsr = 44100\nksmps = 64", "", nil),
      ("sr = 44100\nksmps = 32*2", "", nil),
      ("sr = 44100\nksmps = 64\nksmps = 32", "", nil),
      ("sr = 44100\nksmps = 64", "-r 48000", nil),
      ("ksmps = 64", "", nil),
    ] as [(String, String, String?)])
  func `A header of plain numbers needs no look by Csound`(header: String, options: String, format: String?)
    throws
  {
    let text = """
      <CsoundSynthesizer>
      <CsOptions>
      \(options)
      </CsOptions>
      <CsInstruments>
      \(header)
      instr 1
      ksmps = 7
      endin
      </CsInstruments>
      </CsoundSynthesizer>
      """
    let written = try CsdDocument(text: text, file: "test.csd").writtenFormat
    #expect(
      written.map {
        "\($0.framesPerSecond) \($0.blockFrames) \($0.channelCount) \($0.inputChannelCount)"
      } == format)
  }
}
