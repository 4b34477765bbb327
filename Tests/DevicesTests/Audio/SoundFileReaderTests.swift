import CSndfile
import Foundation
import SpinetDevices
import SpinetRealtime
import SystemPackage
import Testing

/// A file of its own, which goes with the test.
private final class ScratchFile {
  let path: String

  init(_ name: String) {
    path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
  }

  deinit { unlink(path) }

  /// Fills it with a rising line, one value a frame, the same in all channels.
  func write(
    _ format: Int, frames: Int, channels: Int32 = 1, rate: Int32 = 48_000,
    _ tell: (OpaquePointer) -> Void = { _ in }
  )
    throws
  {
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = channels
    info.format = Int32(format | SF_FORMAT_PCM_16)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
    tell(file)
    let samples = (0..<frames * Int(channels)).map { Float($0 / Int(channels)) / Float(frames) }
    #expect(sf_writef_float(file, samples, sf_count_t(frames)) == frames)
    sf_close(file)
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}

private func refusal(_ path: String) -> String? {
  do {
    let reader = try SoundFileReader(path: FilePath(path))
    let sound = SampleBuffer(capacity: reader.frameCount)
    defer { withExtendedLifetime(sound) {} }
    try reader.read(left: sound.left, right: nil)
    return nil
  } catch { return error.why }
}

struct SoundFileReaderTests {
  @Test(
    arguments: [("a.wav", SF_FORMAT_WAV), ("a.aiff", SF_FORMAT_AIFF), ("a.flac", SF_FORMAT_FLAC)], [1, 2])
  func `Every kind is read, mono and stereo`(kind: (name: String, format: Int), channels: Int32) throws {
    let file = ScratchFile(kind.name)
    try file.write(kind.format, frames: 100_000, channels: channels, rate: 44_100)
    let reader = try SoundFileReader(path: FilePath(file.path))
    #expect(reader.frameCount == 100_000 && reader.framesPerSecond == 44_100)
    #expect(reader.isStereo == (channels == 2) && reader.rootNote == nil && reader.loop == nil)
    let sound = SampleBuffer(capacity: 100_000)
    let (left, right) = (sound.left, sound.right)
    for samples in [left, right] { samples.fill(-1) }
    try reader.read(left: left, right: right)
    #expect(abs(left[0]) < 1e-4 && abs(left[50_000] - 0.5) < 1e-4 && abs(left[99_999] - 1) < 1e-4)
    #expect(Array(right) == Array(left))
  }

  @Test func `Root note and loop come from the file's instrument chunk`() throws {
    let file = ScratchFile("i.wav")
    try file.write(SF_FORMAT_WAV, frames: 10_000) { handle in
      var instrument = SF_INSTRUMENT()
      instrument.basenote = 57
      instrument.velocity_hi = 127
      instrument.key_hi = 127
      instrument.loop_count = 1
      instrument = spinet_with_loop(
        instrument, SpinetSampleLoop(mode: Int32(SF_LOOP_FORWARD), start: 1_000, end: 2_000))
      let size = Int32(MemoryLayout<SF_INSTRUMENT>.size)
      #expect(sf_command(handle, Int32(SFC_SET_INSTRUMENT), &instrument, size) == SF_TRUE)
    }
    let reader = try SoundFileReader(path: FilePath(file.path))
    #expect(reader.rootNote == 57 && reader.loop == 1_000..<2_000)
  }

  @Test func `What cannot be played is refused in words`() throws {
    let file = ScratchFile("r.wav")
    #expect(refusal(file.path) == "No such file or directory")
    #expect(refusal("/") == "it is not a file")
    try Data("no sound at all".utf8).write(to: URL(filePath: file.path))
    #expect(refusal(file.path) == "Format not recognised")
    try file.write(SF_FORMAT_WAV, frames: 0)
    #expect(refusal(file.path) == "there is no sound in it")
    try file.write(SF_FORMAT_WAV, frames: 100, channels: 6)
    #expect(refusal(file.path) == "it has 6 channels")
    try file.write(SF_FORMAT_WAV, frames: 601_000, rate: 1_000)
    #expect(refusal(file.path) == "it lasts longer than 10 minutes")
    try file.write(SF_FORMAT_WAV, frames: 100, rate: 2)
    #expect(refusal(file.path) == "its rate is 2 Hz")
  }

  @Test(arguments: [("t.wav", SF_FORMAT_WAV), ("t.aiff", SF_FORMAT_AIFF), ("t.flac", SF_FORMAT_FLAC)])
  func `Cut off anywhere, a file is refused or read as far as it goes`(name: String, format: Int) throws {
    let file = ScratchFile(name)
    try file.write(format, frames: 9_000, channels: 2)
    let bytes = try file.bytes()
    for length in stride(from: 0, to: bytes.count, by: 97) {
      try bytes.prefix(length).write(to: URL(filePath: file.path))
      guard let reader = try? SoundFileReader(path: FilePath(file.path)) else { continue }
      #expect(reader.frameCount <= 9_000)
      let sound = SampleBuffer(capacity: reader.frameCount)
      try? reader.read(left: sound.left, right: sound.right)
    }
  }
}
