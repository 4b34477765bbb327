import CSndfile
import Foundation
import Scratch
import SpinetRealtime
import SpinetText
import SystemPackage
import Testing

@testable import SpinetDevices

/// Files that are too long for the 32 bits of their heads, and files that were never ended.
struct LongSoundFileTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> FilePath { FilePath("\(folder.path)/\(name)") }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func info(of path: FilePath) throws -> SF_INFO {
    var info = SF_INFO()
    let file = try #require(sf_open(path.string, Int32(SFM_READ), &info), "\(soundFileReason())")
    sf_close(file)
    return info
  }

  /// A file that is as long as it says, but has holes instead of samples.
  private func writeSparse(_ head: WAVHead, to path: FilePath) throws {
    try path.write(head.bytes)
    #expect(truncate(path.string, off_t(WAVHead.byteCount + head.frames * 3 * head.channels)) == 0)
  }

  @Test func `A WAV beyond 4 GiB is an RF64 with its whole length`() throws {
    // Four and a quarter hours, more than 4 GiB.
    let frames = 15_300 * 48_000
    let head = WAVHead(channels: 2, framesPerSecond: 48_000, frames: frames)
    #expect(head.isRF64)
    try writeSparse(head, to: path("long.wav"))
    let info = try info(of: path("long.wav"))
    #expect(Int(info.frames) == frames)
    #expect(Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_RF64)
  }

  @Test func `The last size with 32 bits is a plain WAV, and one frame more is an RF64`() throws {
    let most = (Int(UInt32.max) - WAVHead.byteCount + 8) / 6
    for (frames, kind) in [(most, SF_FORMAT_WAV), (most + 1, SF_FORMAT_RF64)] {
      try writeSparse(WAVHead(channels: 2, framesPerSecond: 48_000, frames: frames), to: path("edge.wav"))
      let info = try info(of: path("edge.wav"))
      #expect(Int(info.frames) == frames)
      #expect(Int(info.format) & SF_FORMAT_TYPEMASK == kind)
    }
  }

  @Test func `A WAV that becomes long is told once, and goes on`() throws {
    let writer = try SoundFileWriter(path: path("a.wav"), framesPerSecond: 48_000)
    writer.mostBytes = 6 * 1_000 + 512
    var told: [String] = []
    writer.tell = { told.append($0) }
    for _ in 0..<5 { try writer.write(interleaved: Array(repeating: 0.25, count: 2 * 400)) }
    try writer.finish()
    #expect(told.count == 1 && told[0].contains("a.wav is longer than 4 GiB"), "\(told)")
    #expect(try info(of: path("a.wav")).frames == 2_000)
  }

  @Test func `An AIFF that is full continues in another file, without losing a frame`() throws {
    try path("a-2.aiff").write(Array("mine".utf8))
    let writer = try SoundFileWriter(path: path("a.aiff"), framesPerSecond: 48_000)
    writer.mostBytes = 6 * 1_000 + 512
    var told: [String] = []
    writer.tell = { told.append($0) }
    let samples = (0..<2 * 2_500).map { Float($0) / 8_192 }
    for start in stride(from: 0, to: samples.count, by: 1_000) {
      try writer.write(interleaved: Array(samples[start..<start + 1_000]))
    }
    try writer.finish()
    // A file that was there stays.
    #expect(try names == ["a-2.aiff", "a-3.aiff", "a-4.aiff", "a.aiff"])
    #expect(told.count == 2 && told[0].hasSuffix("a-3.aiff"), "\(told)")
    let files = try ["a.aiff", "a-3.aiff", "a-4.aiff"].map { try SoundFileChannels(path: path($0)) }
    #expect(files.map { $0.samples[0].count } == [1_000, 1_000, 500])
    let left = files.flatMap { $0.samples[0] }
    #expect(left.indices.allSatisfy { abs(left[$0] - min(samples[2 * $0], 1)) < 1e-6 })
  }

  @Test func `A name that a file has got meanwhile is not taken from it`() throws {
    let writer = try SoundFileWriter(path: path("a.wav"), framesPerSecond: 48_000, replaces: false)
    try writer.write(interleaved: [0.5, 0.5])
    try path("a.wav").write(Array("mine".utf8))
    let error = #expect(throws: SpinetError.self) { try writer.finish() }
    #expect(error?.description.contains("it is kept as") == true, "\(String(describing: error))")
    #expect(try path("a.wav").text() == "mine")
    #expect(try names.count == 2)
  }

  // MARK: What a kill leaves behind

  /// Writes for a while and ends the process without finishing. Returns the temporary file.
  private func leave(_ name: String, frames: Int, upToDate: Bool) throws -> FilePath {
    let writer = try SoundFileWriter(path: path(name), framesPerSecond: 48_000)
    if upToDate { writer.keepUpToDate() }
    for _ in 0..<frames / 480 { try writer.write(interleaved: Array(repeating: 0.25, count: 960)) }
    // A copy is what another process would find: it has no lock.
    let temporary = try #require(writer.temporary)
    let left = path("\(name).1234567.part")
    try left.write(try temporary.contents())
    return left
  }

  @Test(arguments: ["a.wav", "a.aiff"])
  func `What is not finished plays up to its last second`(name: String) throws {
    let left = try leave(name, frames: 96_000, upToDate: true)
    #expect(try info(of: left).frames >= 48_000)
  }

  @Test(arguments: ["a.wav", "a.aiff", "a.flac"])
  func `What was left behind is completed, and gets a name that is free`(name: String) throws {
    try path(name).write(Array("mine".utf8))
    let left = try leave(name, frames: 96_000, upToDate: true)
    guard case .completed(let whole, let seconds)? = LeftSound.complete(left) else {
      Issue.record("not completed")
      return
    }
    #expect(whole == path(name).numbered(2))
    #expect(seconds >= 1 && seconds <= 2, "\(seconds)")
    #expect(try Int(info(of: whole).frames) == Int((seconds * 48_000).rounded()))
    #expect(try path(name).text() == "mine")
    #expect(!left.exists)
  }

  @Test func `A WAV whose length was never written is completed to its last frame`() throws {
    let left = try leave("a.wav", frames: 96_000, upToDate: false)
    #expect(LeftSound.complete(left) == .completed(path("a.wav"), seconds: 2))
    #expect(try SoundFileChannels(path: path("a.wav")).samples[0].allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test func `A WAV with a plain head of another program is completed too`() throws {
    var info = SF_INFO()
    (info.samplerate, info.channels) = (48_000, 2)
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
    let left = path("old.wav.77.part")
    let file = sf_open(left.string, Int32(SFM_WRITE), &info)
    sf_close(file)
    let handle = try FileHandle(forWritingTo: URL(filePath: left.string))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(count: 6 * 24_000))
    #expect(LeftSound.complete(left) == .completed(path("old.wav"), seconds: 0.5))
    #expect(try self.info(of: path("old.wav")).frames == 24_000)
  }

  @Test(arguments: ["a.wav", "a.aiff", "a.flac"])
  func `What has no sound in it is removed`(name: String) throws {
    let empty = path("\(name).4.part")
    try empty.write([])
    #expect(LeftSound.complete(empty) == .gone)
    let left = try leave(name, frames: 0, upToDate: true)
    #expect(LeftSound.complete(left) == .gone)
    #expect(try names == [])
  }

  @Test func `What somebody still writes is left to them`() throws {
    let writer = try SoundFileWriter(path: path("a.wav"), framesPerSecond: 48_000)
    try writer.write(interleaved: Array(repeating: 0.25, count: 960))
    let temporary = try #require(writer.temporary)
    #expect(LeftSound.complete(temporary) == .inUse)
    try writer.finish()
    #expect(try names == ["a.wav"])
  }

  @Test(arguments: ["a.part", "a.wav.part", "a.wav.x.part", "a.txt.12.part", "a.wav.12-3-4.part", ".12.part"])
  func `Files of other programs stay`(name: String) throws {
    try path(name).write(Array("mine".utf8))
    #expect(LeftSound.complete(path(name)) == nil)
    #expect(try path(name).text() == "mine")
  }

  @Test func `What cannot be read is kept`() throws {
    let left = path("a.wav.5.part")
    try left.write(Array(repeating: 65, count: 4_000))
    #expect(LeftSound.complete(left) == .damaged(left))
    #expect(left.exists)
  }
}
