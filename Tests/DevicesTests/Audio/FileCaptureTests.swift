import Foundation
import SpinetRealtime
import Testing

@testable import SpinetDevices

@Test func `A sound file comes in over and over, and no input brings silence`() throws {
  let period = 4
  let left = UnsafeMutablePointer<Float>.allocate(capacity: 100)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: 100)
  defer {
    left.deallocate()
    right.deallocate()
  }
  let path = NSTemporaryDirectory() + "spinet-\(UUID().uuidString).wav"
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try SoundFileWriter(path: path, framesPerSecond: 48_000)
  for frame in 0..<100 { left[frame] = Float(frame) / 128 }
  try writer.write(
    left: UnsafeBufferPointer(start: left, count: 100).span,
    right: UnsafeBufferPointer(start: left, count: 100).span)
  try writer.finish()
  var format = OutputFormat.usual
  let file = try FileCapture(path: path, for: format)
  let stream = SpinetDevices.InputStream(periodFrames: 16)
  file.turn(into: stream)
  stream.take(left, right, frameCount: period)
  #expect((0..<period).contains { left[$0] > 0 })
  #expect((1..<period).allSatisfy { left[$0] == left[$0 - 1] + 1 / 128 || left[$0] == 0 })
  let silence = SpinetDevices.InputStream(periodFrames: period)
  FileCapture(for: format).turn(into: silence)
  silence.take(left, right, frameCount: period)
  #expect((0..<period).allSatisfy { left[$0] == 0 })
  format.framesPerSecond = 44_100
  #expect(throws: SpinetError.self) { try FileCapture(path: path, for: format) }
}
