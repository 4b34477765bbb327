import Foundation
import Listening
import SpinetDevices
import SpinetKit
import Testing

struct AudioInputTests {
  private let folder: SoundFolder
  private static let through = """
    <CsoundSynthesizer>
    <CsOptions>
    -W
    </CsOptions>
    <CsInstruments>
    sr = 44100
    ksmps = 64
    nchnls = 2
    0dbfs = 1
    instr 1
    aleft, aright ins
    outs aleft, aright
    endin
    </CsInstruments>
    <CsScore>
    i 1 0 100
    </CsScore>
    </CsoundSynthesizer>
    """

  init() throws { folder = try SoundFolder() }

  /// What is recorded in a second.
  private func sound(input: String, listens: Bool) throws -> [Float] {
    let csound = CsoundObj(output: OutputRequest(pcm: "none", framesPerSecond: 44_100), input: input)
    csound.useAudioInput = listens
    let file = try folder.write(Self.through, to: "through.csd")
    try csound.record(file, to: folder.path("take.wav"))
    usleep(1_000_000)
    csound.stop()
    return try AudioTake().read(folder.path("take.wav"))
  }

  @Test func `A performance that uses the input hears it, and records it`() throws {
    try folder.writeSine("sine.wav", hertz: 441)
    let sound = try sound(input: folder.path("sine.wav"), listens: true)
    #expect(abs(sound.peak - 16_000 / 32_768) < 0.01)
    // A busy machine may interrupt it, so not everywhere.
    let heard = sound.indices.dropFirst(100).filter { abs(sound[$0]) > 0.01 }
    let repeated = heard.filter { abs(sound[$0] - sound[$0 - 100]) < 0.001 }
    #expect(heard.count > 1000)
    #expect(repeated.count > heard.count / 2)
  }

  @Test func `Nothing comes in where nothing is used, and nothing from no input`() throws {
    try folder.writeSine("sine.wav", hertz: 441)
    for (input, listens) in [(folder.path("sine.wav"), false), ("none", true)] {
      let sound = try sound(input: input, listens: listens)
      #expect(!sound.isEmpty)
      #expect(sound.peak == 0)
      try FileManager.default.removeItem(atPath: folder.path("take.wav"))
    }
  }

  @Test(arguments: ["/nowhere/sine.wav", "no such card"])
  func `An input that cannot be had is told by play`(input: String) throws {
    let csound = CsoundObj(output: OutputRequest(pcm: "none", framesPerSecond: 44_100), input: input)
    csound.useAudioInput = true
    let file = try folder.write(Self.through, to: "through.csd")
    #expect(throws: (any Error).self) { try csound.play(file) }
    #expect(!csound.isPlaying)
    csound.useAudioInput = false
    try csound.play(file)
    #expect(csound.isPlaying)
  }
}
