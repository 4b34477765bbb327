import Testing

@testable import SpinetSampler

struct SampleTests {
  @Test func `Samples that are not finite become silence, and the rest are limited for the filters`() {
    let sample = Sample(left: [.nan, .infinity, -.infinity, 1e30, -1e30, 0.5])
    let samples = (0..<6).map { sample.frames.level(0).left.value(at: $0) }
    #expect(samples == [0, 0, 0, 16, -16, 0.5])
  }

  @Test func `Beyond its ends a sample is mirrored`() {
    let sample = Sample(left: [1, 2, 3])
    #expect((-2..<5).map { sample.frames.level(0).left.value(at: $0) } == [3, 2, 1, 2, 3, 2, 1])
  }

  @Test func `A failure to fill it is handed on`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try Sample(frameCount: 4, isStereo: true, framesPerSecond: 48_000) { _, _ in throw Broken() }
    }
  }

  @Test func `A loop lies inside the sample or is none`() {
    #expect(Sample(left: [0, 0, 0], loop: 1..<9).loop == 1..<3)
    #expect(Sample(left: [0, 0, 0], loop: 7..<9).loop == nil)
  }

  @Test(arguments: [
    (0.0, 1.0, 0, 1000), (0.25, 0.75, 250, 750), (0.75, 0.25, 250, 750), (0.5, 0.5, 500, 508),
    (1.0, 1.0, 992, 1000), (0.9999, 0, 0, 1000),
  ])
  func `A region has a length and lies inside`(start: Double, end: Double, first: Int64, last: Int64) {
    let region = LoopRegion(isOn: true, start: start, end: end, frameCount: 1000)
    #expect(region.start == first && region.end == last)
  }

  @Test(arguments: 1...9) func `A region of a tiny sample is the sample`(count: Int) {
    let region = LoopRegion(isOn: true, start: 0.5, end: 0.6, frameCount: count)
    #expect(region.start >= 0 && region.end <= count && region.start < region.end)
  }
}
