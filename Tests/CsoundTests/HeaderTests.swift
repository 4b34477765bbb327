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

  @Test(arguments: [
    ("nchnls=2147483648", "", "", "nchnls = 2147483648 is out of range, expected 1 to 256"),
    ("nchnls = 0", "", "", "nchnls = 0 is out of range"),
    ("nchnls = -2", "", "", "nchnls = -2 is out of range"),
    ("ksmps=1e9", "", "", "ksmps = 1e9 is out of range, expected 1 to 65536"),
    ("sr = 1e12", "", "", "sr = 1e12 is out of range"), ("kr = 0", "", "", "kr = 0 is out of range"),
    ("nchnls_i = 100000", "", "", "nchnls_i = 100000 is out of range, expected 0 to 256"),
    ("nchnls = 2", "--ksmps=99999999", "", "ksmps = 99999999 is out of range"),
    ("gi1 ftgen 1, 0, 2147483648, 10, 1", "", "", "a table of 2147483648 points is too large"),
    ("gi1 ftgen 0, 0, -1e10, -2, 0", "", "", "a table of 1e10 points is too large"),
    ("nchnls = 2", "", "f1 0 4294967296 10 1", "a table of 4294967296 points is too large"),
    ("nchnls = 2", "", "f 7 0 1e12 10 1", "a table of 1e12 points is too large"),
    ("0dbfs = 0", "", "", "0dbfs = 0 is out of range"), ("0dbfs = -1", "", "", "0dbfs = -1 is out of range"),
    ("0dbfs = 1e300", "", "", "0dbfs = 1e300 is out of range"),
    ("#define N #2147483648#\nnchnls = $N", "", "", "nchnls = $N (2147483648) is out of range"),
    ("#define N # 1e9 #\n#define M #$N.#\nksmps = $M.", "", "", "ksmps = $M. (1000000000) is out of range"),
    ("nchnls = $N", "--omacro:N=100000", "", "nchnls = $N (100000) is out of range"),
    ("nchnls = 2^31", "", "", "nchnls = 2^31 (2147483648) is out of range"),
    ("ksmps = (1 + 1)*1e-3", "", "", "ksmps = (1+1)*1e-3 (0.002) is out of range"),
    ("kr = 1/0", "", "", "kr = 1/0 (inf) is out of range"),
    ("sr = 96000\nkr = 0.5", "", "", "ksmps = sr / kr (192000) is out of range"),
    ("nchnls = 2", "-r 44100 -k 0.1", "", "ksmps = sr / kr (441000) is out of range"),
    ("nchnls = 2", "-r1e12", "", "sr = 1e12 is out of range"),
    ("nchnls = 2", "-k 0", "", "kr = 0 is out of range"),
    ("nchnls = 2", "-dr 0", "", "sr = 0 is out of range"),
    ("nchnls = 2", "--sample-rate=-1", "", "sr = -1 is out of range"),
    ("nchnls = 2", "--control-rate=1e30", "", "kr = 1e30 is out of range"),
    ("nchnls = 2", "--0dbfs=0", "", "0dbfs = 0 is out of range"),
    ("nchnls = 2", "-b 1e12", "", "-b = 1e12 is out of range"),
    ("nchnls = 2", "-B2147483647", "", "-B = 2147483647 is out of range"),
    ("nchnls = 2", "--iobufsamps=-2147483648", "", "-b = -2147483648 is out of range"),
    ("nchnls = 2", "--hardwarebufsamps=1e300", "", "-B = 1e300 is out of range"),
    ("gi1 = ftgen(1, 0, 2^30, 10, 1)", "", "", "a table of 2^30 (1073741824) points is too large"),
    ("gi1 ftgen 1e9, 0, 16, 10, 1", "", "", "a table's number 1e9 is out of range"),
    ("instr 2147483647", "", "", "instrument 2147483647 is out of range"),
    ("nchnls = 2", "", "f 1 0 [2^40] 10 1", "a table of 2^40 (1099511627776) points is too large"),
    ("nchnls = 2", "", "#define S #1e10#\nf1 0 $S 10 1", "a table of $S (10000000000) points is too large"),
    ("nchnls = 2", "", "f2147483647 0 16 10 1", "a table's number 2147483647 is out of range"),
  ])
  func `Sizes that are absurd are refused before Csound sees them`(
    header: String, option: String, score: String, message: String
  ) throws {
    let text = """
      <CsoundSynthesizer>
      <CsOptions>
      \(option)
      </CsOptions>
      <CsInstruments>
      \(header)
      instr 1
      endin
      </CsInstruments>
      <CsScore>
      \(score)
      </CsScore>
      </CsoundSynthesizer>
      """
    let error = #expect(throws: SpinetError.self) { try CsdDocument(text: text, file: "a.csd") }
    let isFlag = !option.isEmpty && !option.hasPrefix("--omacro")
    let last = 5 + header.split(separator: "\n").count
    let scored = last + 4 + score.split(separator: "\n").count
    let line = isFlag ? 3 : score.isEmpty ? last : scored
    #expect(error?.what == "a.csd:\(line)")
    #expect(error?.why.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test func `The largest sizes are read`() throws {
    let text = """
      <CsoundSynthesizer>
      <CsInstruments>
      sr = 192000
      ksmps = 65536
      nchnls = 256
      gi1 ftgen 1, 0, 134217728, 10, 1
      instr 1
      nchnls_count = 1e9
      endin
      </CsInstruments>
      <CsScore>
      f2 0 1048576 10 1
      </CsScore>
      </CsoundSynthesizer>
      """
    #expect(throws: Never.self) { try CsdDocument(text: text, file: "a.csd") }
  }

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
