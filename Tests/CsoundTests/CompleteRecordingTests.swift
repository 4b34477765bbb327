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

struct CompleteRecordingTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  @Test(arguments: [true, false])
  func `A recording is complete when nothing plays any more`(isFromStart: Bool) throws {
    let short = try session.csd(score: "i 1 0 0.05")
    for turn in 0..<12 {
      let take = session.folder.path("take\(turn).wav")
      if isFromStart {
        try session.csound.record(short, to: take)
      } else {
        try session.csound.play(short)
        try session.csound.record(to: take)
      }
      #expect(eventually { !session.csound.isPlaying })
      #expect(FileManager.default.fileExists(atPath: take), "turn \(turn)")
    }
  }

  @Test func `A recording from the beginning has the first block`() throws {
    let take = session.folder.path("take.wav")
    try session.csound.record(
      try session.csd("instr 1\na1 = 0.25\nouts a1, a1\nendin", score: "i 1 0 0.1"), to: take)
    #expect(eventually { !session.csound.isPlaying })
    #expect(try AudioTake().read(take).first == 0.25)
  }

  @Test(arguments: [1, 2, 4, 8])
  func `A rendered file has all channels of the orchestra`(channels: Int) throws {
    let outs = (1...channels).map { "outch \($0), a(\(Double($0) / 16))" }.joined(separator: "\n")
    let file = try session.csd("instr 1\n\(outs)\nendin", channels: channels)
    let take = session.folder.path("take.wav")
    #expect(try session.csound.record(file, toFile: take, seconds: 0.1) == 4410)
    let sound = try SoundFileChannels(path: FilePath(take))
    #expect(sound.samples.map { $0[1000] } == (1...channels).map { Float($0) / 16 })
  }

  @Test func `A place that cannot be written ends nothing, and begins nothing`() throws {
    let file = try session.csd()
    let bad = "/nowhere/take.wav"
    #expect(throws: SpinetError.self) { try session.csound.record(file, to: bad) }
    #expect(!session.csound.isPlaying)
    try session.csound.play(file)
    #expect(throws: SpinetError.self) { try session.csound.record(file, to: bad) }
    #expect(throws: SpinetError.self) { try session.csound.record(file, toFile: bad) }
    #expect(session.csound.isPlaying)
    session.csound.stop()
  }

  @Test func `A take may be replaced by the next one while it is recorded`() throws {
    let (file, take) = (try session.csd(), session.folder.path("take.wav"))
    try session.csound.record(file, to: take)
    try session.csound.record(file, to: take)
    usleep(50_000)
    session.csound.stop()
    #expect(try AudioTake().read(take).peak > 0.2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.url.path).count == 2)
  }

  /// Waits until so many more control blocks have been played.
  private func play(blocks count: Int, of script: Script) {
    let before = script.blocks
    #expect(eventually { script.blocks > before + count })
  }

  @Test func `A recording goes on when the next one cannot be written`() throws {
    let (script, take) = (Script(), session.folder.path("take.wav"))
    session.csound.addBinding(script)
    try session.csound.record(try session.csd(), to: take)
    #expect(throws: SpinetError.self) { try session.csound.record(to: "/nowhere/take.wav") }
    #expect(!FileManager.default.fileExists(atPath: take))
    play(blocks: 100, of: script)
    session.csound.stop()
    #expect(try AudioTake().read(take).count >= 100 * 64)
  }

  @Test func `The next recording may have the name of the one that it ends`() throws {
    let (script, take) = (Script(), session.folder.path("take.wav"))
    session.csound.addBinding(script)
    try session.csound.record(try session.csd(), to: take)
    play(blocks: 100, of: script)
    try session.csound.record(to: take)
    let first = try AudioTake().read(take).count
    play(blocks: 200, of: script)
    session.csound.stop()
    #expect(first >= 100 * 64)
    let second = try AudioTake().read(take)
    #expect(second.count >= 200 * 64 && second.peak > 0.2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.url.path).count == 2)
  }

  @Test(arguments: [(1, [1, 1]), (2, [1, 2]), (4, [1, 2])])
  func `A recording of what is heard has two channels`(channels: Int, heard: [Float]) throws {
    let outs = (1...channels).map { "outch \($0), a(\(Double($0) / 16))" }.joined(separator: "\n")
    let (script, takes) = (Script(), ["one.wav", "two.wav"].map(session.folder.path))
    session.csound.addBinding(script)
    try session.csound.record(
      try session.csd("instr 1\n\(outs)\nendin", channels: channels), to: takes[0])
    play(blocks: 20, of: script)
    try session.csound.record(to: takes[1])
    play(blocks: 20, of: script)
    session.csound.stop()
    for take in takes {
      let sound = try SoundFileChannels(path: FilePath(take))
      #expect(sound.samples.map { $0[1000] * 16 } == heard)
    }
  }

  @Test(arguments: [
    ("-Wd", true), ("-dW", true), ("-odac -Wdm0", true), ("-Ad", false), ("-W -dA", false),
    ("-oWave", false), ("-W -odacA", true),
  ])
  func `Flags may stand together in one word`(flags: String, wantsWAV: Bool) throws {
    #expect(try Player.document("", options: flags).wantsWAV == wantsWAV)
  }
}
