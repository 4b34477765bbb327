import SpinetRealtime
import Testing

@testable import SpinetDevices

struct InputStreamTests {
  private let period = 4
  private let buffer = SampleBuffer(capacity: 4, channels: 3)

  private func put(_ numbers: Range<Int>, into stream: InputStream) {
    for number in numbers {
      let frame = FixedBuffer(count: 3) { [Float(number), -Float(number), Float(2 * number)][$0] }
      stream.put(Samples(start: frame.start, count: 3))
    }
  }

  private func take(from stream: InputStream) -> [Float] {
    stream.take(buffer.channels)
    let channels = (0..<3).map { Array(buffer.channels[$0]) }
    #expect(channels[1] == channels[0].map { -$0 })
    #expect(channels[2] == channels[0].map { 2 * $0 })
    return channels[0]
  }

  @Test func `Sound comes in when two periods are in store, and then without a gap`() {
    let stream = InputStream(periodFrames: period, channels: 3)
    put(1..<12, into: stream)
    #expect(take(from: stream) == [0, 0, 0, 0])
    put(12..<13, into: stream)
    #expect(take(from: stream) == [1, 2, 3, 4])
    put(13..<17, into: stream)
    #expect(take(from: stream) == [5, 6, 7, 8])
    #expect(stream.dropoutCount == 0)
  }

  @Test func `An input that runs dry is silent until its store is full again`() {
    let stream = InputStream(periodFrames: period, channels: 3)
    put(1..<13, into: stream)
    for _ in 0..<3 { _ = take(from: stream) }
    #expect(take(from: stream) == [0, 0, 0, 0])
    put(13..<17, into: stream)
    #expect(take(from: stream) == [0, 0, 0, 0])
    put(17..<25, into: stream)
    #expect(take(from: stream) == [13, 14, 15, 16])
    #expect(stream.dropoutCount == 1)
  }

  @Test func `An input that is too fast loses its oldest frames`() {
    let stream = InputStream(periodFrames: period, channels: 3)
    put(1..<13, into: stream)
    _ = take(from: stream)
    put(13..<34, into: stream)
    #expect(take(from: stream) == [22, 23, 24, 25])
    #expect(stream.dropoutCount == 1)
  }

  @Test func `What finds no room is one gap, and what comes during a rest is none`() {
    let stream = InputStream(periodFrames: period, channels: 3)
    put(1..<1000, into: stream)
    #expect(stream.dropoutCount == 1)
    stream.rest()
    put(1000..<9000, into: stream)
    stream.wake()
    #expect(take(from: stream) == [0, 0, 0, 0])
    put(9000..<9012, into: stream)
    #expect(take(from: stream) == [9000, 9001, 9002, 9003])
    stream.rest()
    put(9012..<20_000, into: stream)
    stream.wake()
    put(20_000..<20_012, into: stream)
    #expect(take(from: stream) == [20_000, 20_001, 20_002, 20_003])
    #expect(stream.dropoutCount == 1)
  }

  @Test(arguments: SampleFormat.allCases)
  func `A sample reads as it was written`(format: SampleFormat) {
    let place = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 4)
    defer { place.deallocate() }
    for sample: Float in [0, 0.25, -0.25, 0.999, -0.999] {
      place.storeBytes(of: 0x7F7F_7F7F_7F7F_7F7F, as: UInt64.self)
      format.store(sample, at: place)
      #expect(abs(format.load(place) - sample) < 1e-4)
    }
  }

  @Test(arguments: [
    (1, [0.5, 0.5, 0]), (2, [0.5, 0.25, 0]), (3, [0.5, 0.25, 0.125]), (5, [0.5, 0.25, 0.125]),
  ])
  func `A frame has the channels of the device, one on both sides, and silence for the others`(
    channels: Int, expected: [Float]
  ) {
    let interleaving = Interleaving(format: .int16, channels: channels)
    let bytes = FixedBuffer<Int16>(count: channels) { Int16(16_384 >> $0) }
    let frame = FixedBuffer<Float>(repeating: 9, count: 3)
    interleaving.load(bytes.start, into: Samples(start: frame.start, count: 3))
    #expect((0..<3).map { frame[$0] } == expected)
  }
}
