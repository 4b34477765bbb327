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
      while session.csound.isPlaying { usleep(200) }
      #expect(FileManager.default.fileExists(atPath: take), "turn \(turn)")
    }
  }

  @Test func `A recording from the beginning has the first block`() throws {
    let take = session.folder.path("take.wav")
    try session.csound.record(
      try session.csd("instr 1\na1 = 0.25\nouts a1, a1\nendin", score: "i 1 0 0.1"), to: take)
    while session.csound.isPlaying { usleep(200) }
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

  @Test(arguments: [
    ("-Wd", true), ("-dW", true), ("-odac -Wdm0", true), ("-Ad", false), ("-W -dA", false),
    ("-oWave", false), ("-W -odacA", true),
  ])
  func `Flags may stand together in one word`(flags: String, wantsWAV: Bool) throws {
    #expect(try Player.document("", options: flags).wantsWAV == wantsWAV)
  }
}
