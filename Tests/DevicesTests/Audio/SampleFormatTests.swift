import SpinetEngine
import SpinetRealtime
import Testing

@testable import SpinetDevices

/// The bytes of a frame.
private func bytes(
  _ left: Float, _ right: Float, further: [Float] = [], _ format: SampleFormat, channels: Int
) -> [UInt8] {
  let buffer = SampleBuffer(capacity: 1, channels: 2 + further.count)
  buffer.left[0] = left
  buffer.right[0] = right
  // The outputs follow each other.
  for (index, sample) in further.enumerated() { buffer.channels[2 + index][0] = sample }
  let interleaving = Interleaving(format: format, channels: channels)
  var bytes = [UInt8](repeating: 0xEE, count: interleaving.bytesPerFrame)
  bytes.withUnsafeMutableBytes { memory in
    interleaving.store(
      buffer.block(frameCount: 1, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000)),
      at: memory.baseAddress!)
  }
  return bytes
}

@Test(arguments: [
  (SampleFormat.int16, [0xFF, 0x7F, 0x01, 0x80]), (.int24Packed, [0xFF, 0xFF, 0x7F, 0x01, 0x00, 0x80]),
  (.int24, [0xFF, 0xFF, 0x7F, 0, 0x01, 0x00, 0x80, 0xFF]),
  (.int32, [0xFF, 0xFF, 0xFF, 0x7F, 0x01, 0x00, 0x00, 0x80]),
  (.float32, [0, 0, 0x80, 0x3F, 0, 0, 0x80, 0xBF]),
])
func `The loudest samples fit, and louder ones are clipped`(format: SampleFormat, expected: [UInt8]) {
  #expect(bytes(1, -1, format, channels: 2) == expected)
  #expect(bytes(8, -.infinity, format, channels: 2) == expected)
}

@Test(arguments: SampleFormat.allCases)
func `Not-a-number becomes silence`(format: SampleFormat) {
  #expect(bytes(.nan, -.nan, format, channels: 2).allSatisfy { $0 == 0 })
}

@Test func `One channel gets both, others get their outputs or silence`() {
  #expect(bytes(1, 0, .int16, channels: 1) == [0xFF, 0x3F])
  #expect(bytes(1, 1, .int16, channels: 4) == [0xFF, 0x7F, 0xFF, 0x7F, 0, 0, 0, 0])
  #expect(bytes(1, 0, further: [1, 1], .int16, channels: 2) == [0xFF, 0x7F, 0, 0])
  #expect(bytes(0, 0, further: [1], .int16, channels: 4) == [0, 0, 0, 0, 0xFF, 0x7F, 0, 0])
}

@Test(arguments: [(2, []), (3, [3]), (8, [3, 4])] as [(Int, [Float])])
func `A device gets as many outputs as it has channels`(channels: Int, further: [Float]) throws {
  var format = OutputFormat.usual
  format.channels = channels
  let port = ScriptedPort(format: format)
  let ends = ControlEnds()
  let engine = CountingEngine(link: ends.link, outputs: 4)
  let loop = try PlaybackLoop(device: port, engine: engine, link: ends.link)
  loop.begin(isWaking: true)
  for _ in 0..<8 { loop.turn() }
  #expect(port.further == further)
}

@Test func `Only a PCM with a card of its own is asked for more than two channels`() {
  var request = OutputRequest()
  request.channels = 6
  #expect(request.channels(of: "hw:2,0") == 6)
  #expect(request.channels(of: "default") == 2)
}
