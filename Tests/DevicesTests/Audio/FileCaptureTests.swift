import Foundation
import Scratch
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetDevices

@Test func `A sound file comes in over and over, and no input brings silence`() throws {
  let period = 4
  let sound = SampleBuffer(capacity: 100)
  let left = sound.left
  let path = NSTemporaryDirectory() + "spinet-\(UUID().uuidString).wav"
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000)
  for frame in 0..<100 {
    left[frame] = Float(frame) / 128
    sound.right[frame] = left[frame]
  }
  try writer.write(sound.stereo(frameCount: 100))
  try writer.finish()
  var format = OutputFormat.usual
  let file = try FileCapture(path: FilePath(path), for: format)
  let stream = SpinetDevices.InputStream(periodFrames: 16, channels: file.channels)
  file.turn(into: stream)
  stream.take(sound.channels.slice(from: 0, count: period))
  #expect((0..<period).contains { left[$0] > 0 })
  let step: Float = 1 / 128
  #expect((1..<period).allSatisfy { left[$0] == left[$0 - 1] + step || left[$0] == 0 })
  let silence = SpinetDevices.InputStream(periodFrames: period, channels: 1)
  FileCapture(for: format).turn(into: silence)
  silence.take(sound.channels.slice(from: 0, count: period))
  #expect((0..<period).allSatisfy { left[$0] == 0 })
  format.framesPerSecond = 44_100
  #expect(throws: SpinetError.self) { try FileCapture(path: FilePath(path), for: format) }
}

@Test func `All channels of a sound file come in`() throws {
  let path = NSTemporaryDirectory() + "spinet-\(UUID().uuidString).wav"
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: FilePath(path), framesPerSecond: 48_000, channels: 4)
  try writer.write(interleaved: (0..<8).map { Float($0 % 4 + 1) / 8 })
  try writer.finish()
  let capture = try Capture(path, inputs: 6, for: .usual)
  defer { capture.stop() }
  #expect(capture.stream.channels == 4 && capture.heardInputs == 6)
  let buffer = SampleBuffer(capacity: 128, channels: 4)
  #expect(
    eventually {
      capture.stream.take(buffer.channels)
      return buffer.left[127] != 0
    })
  #expect((0..<4).map { buffer.channels[$0][127] } == [0.125, 0.25, 0.375, 0.5])
}
