import Testing

@testable import SpinetSession

@Test(arguments: [1, 7, 8, 9, 100])
func `Peak, mean and clipped samples are right at any length`(count: Int) throws {
  var meter = LevelMeter()
  var samples = [Float](repeating: -0.5, count: count)
  meter.take(samples)
  #expect(meter.amplitude == 0.5 && meter.clippedSamples == 0)
  #expect(abs(try #require(meter.rmsDecibels) + 6.0206) < 1e-3)
  samples[count - 1] = -2
  meter.take(samples)
  #expect(meter.amplitude == 2 && meter.clippedSamples == 1)
}
