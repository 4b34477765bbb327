import Foundation
import Scratch
import SpinetRealtime
import Synchronization
import SystemPackage
import Testing

@testable import SpinetDevices

/// Blocks of noise, which no format packs tightly.
private struct Noise {
  private let buffer = SampleBuffer(capacity: 128)
  private var state: UInt32 = 1

  mutating func next() -> AudioBlock {
    for frame in 0..<128 {
      state = state &* 1_664_525 &+ 1_013_904_223
      buffer.left[frame] = Float(Int32(bitPattern: state)) / 2_147_483_648
      buffer.right[frame] = -buffer.left[frame]
    }
    return buffer.block(frameCount: 128, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
  }
}

private func temporaryFolder() throws -> String {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}

private func entries(_ folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder)
}

/// Records more than a file may hold. Returns how many frames can be played afterwards.
private func recordTooMuch(_ path: String) throws -> Int {
  let recorder = try FrameRecorder(path: FilePath(path), framesPerSecond: 48_000)
  var noise = Noise()
  for _ in 0..<1_000 { recorder.take(noise.next()) }
  #expect(eventually { recorder.failure != nil })
  // It is told, and then the file is there, while the recording is still going on.
  let error = try #require(recorder.failure)
  #expect(eventually { recorder.hasEnded })
  #expect(error.what == path && error.why.contains("File too large"), "\(error)")
  let reader = try SoundFileReader(path: FilePath(path))
  recorder.take(noise.next())
  #expect(throws: SpinetError.self) { try recorder.finish() }
  #expect(recorder.lostFrames == 0)
  let sound = SampleBuffer(capacity: reader.frameCount)
  try reader.read(left: sound.left, right: sound.right)
  #expect(zip(sound.left, sound.right).allSatisfy { abs($0 + $1) < 1e-5 })
  return reader.frameCount
}

@Test func `A full disk ends a recording, which is told at once and stays a playable file`() async {
  await #expect(processExitsWith: .success) {
    // A limit on the size of files instead of a full disk, which only root can make.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // In a FLAC the right channel, which repeats the left one, takes no room.
    for (name, few, many) in [
      ("a.wav", 40_000, 50_000), ("a.aiff", 40_000, 50_000), ("a.flac", 90_000, 100_000),
    ] {
      let frames = try recordTooMuch("\(folder)/\(name)")
      #expect(frames > few && frames <= many, "\(name): \(frames)")
    }
    #expect(try entries(folder).sorted() == ["a.aiff", "a.flac", "a.wav"])
  }
}

/// Writes 6,000 frames, of which only the first block of a FLAC fits.
private func fillWhileClosing(_ path: String) throws {
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000)
  var noise = Noise()
  for _ in 0..<47 {
    let block = noise.next()
    try writer.write(block.main)
  }
  try writer.finish()
}

@Test func `A FLAC whose end does not fit is told, and stays playable up to there`() async {
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    // The first block takes 12 kB.
    var limit = rlimit(rlim_cur: 15_000, rlim_max: 15_000)
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.flac"
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let error = #expect(throws: SpinetError.self) { try fillWhileClosing(path) }
    let name = try #require(try entries(folder).first)
    #expect(
      error?.description
        == "\(path): its last 1920 frames could not be written; it is kept as \(folder)/\(name)")
    #expect(try SoundFileReader(path: FilePath("\(folder)/\(name)")).frameCount == 4_096)
  }
}

/// A disk that takes nothing before it is let go.
private final class StalledFile: RecordingFile {
  let path: FilePath = "take.wav"
  private let isFree: @Sendable () -> Bool

  init(isFree: @escaping @Sendable () -> Bool) { self.isFree = isFree }

  func write(_ sound: StereoSamples) {}
  func finish() { _ = eventually(within: 60, isFree) }
}

/// A file on a full disk, which takes its time to be completed.
private final class FullFile: RecordingFile {
  let path: FilePath = "take.flac"
  private let isFree: @Sendable () -> Bool

  init(isFree: @escaping @Sendable () -> Bool) { self.isFree = isFree }

  func write(_ sound: StereoSamples) throws(SpinetError) {
    throw SpinetError(.deviceFailed, what: path.string, why: "the disk is full", remedy: "make room")
  }
  func finish() { _ = eventually(within: 60, isFree) }
}

@Test func `A full disk is told before the file is complete`() throws {
  let isFree = Mutex(false)
  let free = { @Sendable in isFree.withLock { $0 } }
  let recorder = try FrameRecorder(framesPerSecond: 48_000) { () throws(SpinetError) in
    FullFile(isFree: free)
  }
  let sound = SampleBuffer(capacity: 64)
  recorder.take(sound.block(frameCount: 64, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000)))
  #expect(eventually { recorder.failure != nil })
  #expect(recorder.failure?.why == "the recording has ended: the disk is full")
  #expect(!recorder.hasEnded)
  isFree.withLock { $0 = true }
  #expect(throws: SpinetError.self) { try recorder.finish() }
}

@Test func `A disk that takes nothing keeps the end waiting for a limited time`()
  throws
{
  let isFree = Mutex(false)
  let free = { @Sendable in isFree.withLock { $0 } }
  let recorder = try FrameRecorder(framesPerSecond: 48_000) { () throws(SpinetError) in
    StalledFile(isFree: free)
  }
  recorder.end()
  #expect(!recorder.hasEnded)
  for _ in 0..<2 {
    let error = #expect(throws: SpinetError.self) { try recorder.finish(within: 0.1) }
    #expect(error?.why == "the disk was too slow to complete it")
  }
  isFree.withLock { $0 = true }
  #expect(eventually { recorder.hasEnded })
  #expect(recorder.hasEnded && recorder.failure == nil)
}

@Test func `A take that cannot get its name is kept, and its place is told`() throws {
  let folder = try temporaryFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let path = "\(folder)/take.wav"
  let recorder = try FrameRecorder(path: FilePath(path), framesPerSecond: 48_000)
  var noise = Noise()
  recorder.take(noise.next())
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  let error = #expect(throws: SpinetError.self) { try recorder.finish() }
  let name = try #require(try entries(folder).first { $0.hasSuffix(".part") })
  #expect(error?.description == "\(path): Is a directory; it is kept as \(folder)/\(name)")
  #expect(try SoundFileReader(path: FilePath("\(folder)/\(name)")).frameCount == 128)
}
