import CSndfile
import Foundation
import SpinetDevices
import SpinetRealtime
import SystemPackage
import Testing

private func temporaryPath(_ name: String) -> String {
  FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
}

/// The frames of a file and its rate.
private func read(_ path: String) throws -> (frames: [Float], rate: Int32, format: Int32) {
  var info = SF_INFO()
  let file = try #require(sf_open(path, Int32(SFM_READ), &info))
  defer { sf_close(file) }
  var samples = [Float](repeating: 0, count: Int(info.frames) * 2)
  #expect(sf_readf_float(file, &samples, info.frames) == info.frames)
  return (samples, info.samplerate, info.format)
}

@Test(arguments: ["a.wav", "a.aiff", "a.flac", "A.WAV"])
func `A sound file holds what was written, clipped, under its name only when finished`(name: String) throws {
  let path = temporaryPath(name)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 44_100)
  try writer.write(interleaved: [0, -0.5, 0.5, 0.25, 2, -2])
  #expect(!FileManager.default.fileExists(atPath: path))
  try writer.finish()
  let (samples, rate, format) = try read(path)
  #expect(rate == 44_100)
  #expect(format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_PCM_24))
  let expected: [Float] = [0, -0.5, 0.5, 0.25, 1, -1]
  #expect(samples.count == 6)
  #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
}

@Test(arguments: [("a.wav", 0), ("a.aiff", 0), ("a.flac", 1)])
func `A sound file that ends before it has begun can be read`(name: String, frames: Int) throws {
  let path = temporaryPath(name)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 44_100)
  try writer.finish()
  try writer.finish()
  #expect(try read(path).frames.count == 2 * frames)
}

@Test(arguments: ["a.wav", "a.aiff", "a.flac"])
func `A sound file has as many channels as it was made for`(name: String) throws {
  let path = temporaryPath(name)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 44_100, channels: 5)
  writer.keepOnCrash()
  try writer.write(interleaved: [0.1, 0.2, 0.3, 0.4, 0.5, -0.1, -0.2, -0.3, -0.4, -0.5])
  try writer.finish()
  var info = SF_INFO()
  let file = try #require(sf_open(path, Int32(SFM_READ), &info))
  defer { sf_close(file) }
  #expect((info.channels, info.frames) == (5, 2))
  var samples = [Float](repeating: 0, count: 10)
  #expect(sf_readf_float(file, &samples, 2) == 2)
  #expect(abs(samples[4] - 0.5) < 1e-6)
  #expect(abs(samples[5] + 0.1) < 1e-6)
}

@Test func `A file that is not finished leaves nothing behind`() throws {
  let path = temporaryPath("b.wav")
  do {
    let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000)
    try writer.write(interleaved: [0, 0])
  }
  let folder = (path as NSString).deletingLastPathComponent
  let name = (path as NSString).lastPathComponent
  #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.hasPrefix(name) })
}

@Test(arguments: [
  (
    "song",
    "its name does not say which kind of sound file it is; use a name that ends in .wav, .aiff or .flac"
  ),
  (
    "song.mp3",
    "its name does not say which kind of sound file it is; use a name that ends in .wav, .aiff or .flac"
  ),
])
func `A name without a known ending is refused`(path: String, message: String) {
  #expect(throws: SpinetError.self) { try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000) }
  do { _ = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000) } catch {
    #expect(error.description == "\(path): \(message)")
  }
}

@Test func `A folder that is not there is told`() {
  let error = #expect(throws: SpinetError.self) {
    try SoundFileWriter(path: "/nowhere/at/all.wav", framesPerSecond: 48_000)
  }
  #expect(error?.what == "/nowhere/at/all.wav")
}
