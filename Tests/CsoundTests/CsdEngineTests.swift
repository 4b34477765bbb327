import EngineRig
import Listening
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetMapping
import SpinetWidgets
import SystemPackage
import Testing

struct CsdEngineTests {
  static let tone = "instr 1\nasig poscil 0.5, 440\nouts asig, -asig\nendin\n"

  @Test func `The seed's first file sounds at 440 hertz for ten seconds and ends`() throws {
    let player = try Player(CsdEngine(file: FilePath(Files.fixture("tone.csd"))))
    let sound = player.render(44_100 * 10)
    #expect(abs(sound.left.peak - 0.5) < 0.001)
    #expect(abs(sound.left.hertz(framesPerSecond: 44_100) - 440) < 0.05)
    #expect(sound.left == sound.right)
    _ = player.render(256)
    #expect(player.reports() == [.performanceEnded])
    #expect(player.render(1000).left.peak == 0)
    #expect(player.reports() == [])
  }

  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `The card's rate is Csound's rate, and the pitch stays`(rate: Double) throws {
    let player = try Player(Self.tone, score: "i 1 0 100", framesPerSecond: rate)
    #expect(abs(player.render(Int(rate)).left.hertz(framesPerSecond: rate) - 440) < 0.05)
  }

  @Test(arguments: [1, 10, 64, 100, 512, 4000])
  func `Any period gives the same samples with any ksmps`(blockFrames: Int) throws {
    let reference = try Player(Self.tone, score: "i 1 0 100", blockFrames: blockFrames)
    let whole = reference.render(8192, sizes: [4096])
    for sizes in [[64], [1, 7, 1000], [333], [4096, 5]] {
      let player = try Player(Self.tone, score: "i 1 0 100", blockFrames: blockFrames)
      let cut = player.render(8192, sizes: sizes)
      #expect(cut.left == whole.left)
      #expect(cut.right == whole.right)
    }
  }

  @Test(arguments: [(1, 1.0), (2, 1.0), (2, 32_768.0), (6, 1.0)])
  func `Any number of channels and any 0dbfs give the same level`(channels: Int, fullScale: Double) throws {
    let document = try CsdDocument(
      text: """
        <CsoundSynthesizer>
        <CsInstruments>
        ksmps = 32
        nchnls = \(channels)
        0dbfs = \(fullScale)
        instr 1
        asig poscil 0.5 * 0dbfs, 440
        \(channels == 1 ? "out asig" : "outs asig, asig")
        endin
        </CsInstruments>
        <CsScore>
        i 1 0 10
        </CsScore>
        </CsoundSynthesizer>
        """, file: "test.csd")
    let sound = try Player(CsdEngine(document)).render(4410)
    #expect(abs(sound.left.peak - 0.5) < 0.001)
    #expect(abs(sound.right.peak - 0.5) < 0.001)
  }

  @Test func `Control blocks as long as the period follow the period`() throws {
    let orchestra = "instr 1\nkcount init 0\nkcount += 1\nchnset kcount, \"count\"\nendin\n"
    let document = try Player.document(orchestra, score: "i 1 0 100", blockFrames: 10)
    let player = try Player(CsdEngine(document, controlBlocks: .dynamic), largestBlock: 480)
    _ = player.render(480 * 10, sizes: [480])
    #expect(try player.required("count").value == 10)
  }

  @Test func `The placeholders of the document get rate and control block`() throws {
    let orchestra =
      ";;;;SR;;;;\n;;;;KSMPS;;;;\ninstr 1\nchnset sr, \"rate\"\nchnset ksmps, \"block\"\nendin\n"
    let document = try Player.document(orchestra, score: "i 1 0 100", blockFrames: 10)
    let player = try Player(
      CsdEngine(document, controlBlocks: .dynamic), framesPerSecond: 48_000, largestBlock: 256)
    _ = player.render(512)
    #expect(try player.required("rate").value == 48_000)
    #expect(try player.required("block").value == 256)
  }

  @Test func `The flags of a file open no device and write no file`() throws {
    let document = try Player.document(
      Self.tone, score: "i 1 0 1",
      options:
        "-odac -iadc -M0 -+rtaudio=alsa -+rtmidi=alsaseq -b 64 -B 256 -W -o /nowhere/out.wav -L stdin")
    let player = try Player(CsdEngine(document))
    #expect(abs(player.render(4410).left.peak - 0.5) < 0.001)
  }
}
