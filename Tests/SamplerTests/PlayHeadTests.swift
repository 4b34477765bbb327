import Foundation
import SpinetDSP
import SpinetRealtime
import Testing

@testable import SpinetSampler

/// What a head reads in one go, and what it reads frame by frame.
struct PlayHeadTests {
  private struct Case: CustomTestStringConvertible {
    let step: Double
    let loop: ClosedRange<Double>?
    let isStereo: Bool
    var testDescription: String { "step \(step), loop \(loop.map { "\($0)" } ?? "none"), stereo \(isStereo)" }
  }

  private static let cases: [Case] = [0.31, 1, 1.0003, 3.7, 40, -0.77].flatMap { step in
    [nil, 0.2...0.6, 0.5...0.52].flatMap { loop in
      [false, true].map { Case(step: step, loop: loop, isStereo: $0) }
    }
  }

  private let kernel = SincKernel()
  /// Before or within the loops.
  private static let start: Int64 = 4_400

  private static func sample(isStereo: Bool) -> Sample {
    func noise(_ seed: Float) -> [Float] { (0..<9_000).map { sin(Float($0) * seed) * 0.7 } }
    return Sample(left: noise(0.37), right: isStereo ? noise(0.61) : nil)
  }

  private func source(_ sample: Sample, _ test: Case, isWide: Bool = true) -> PlayHeadSource {
    var source = PlayHeadSource(
      frames: sample.frames, weights: kernel.weights, kernel: SampleKernel(isWide: isWide),
      framesPerSecond: 48_000)
    if let loop = test.loop {
      source.loop = LoopRegion(
        isOn: true, start: loop.lowerBound, end: loop.upperBound, frameCount: sample.frameCount)
    }
    return source
  }

  /// The frames of lane 3, read `count` at a time.
  private func frames(_ source: PlayHeadSource, _ test: Case, inParts count: Int) -> [SIMD2<Float>] {
    let source = FixedValue(source)
    var head = PlayHead()
    head.step = Int64(test.step * 4_294_967_296)
    head.begin(at: Self.start)
    let buffer = VoiceFrames(capacity: 32)
    let (left, right) = buffer.addresses(from: 0, count: 32, lane: 3)
    var all: [SIMD2<Float>] = []
    while all.count < 4_000 {
      head.read(from: 0, to: count, SourcePointer(source.address), into: buffer, lane: 3)
      all += (0..<count).map { [left[$0], test.isStereo ? right[$0] : 0] }
    }
    return Array(all.prefix(4_000))
  }

  @Test(arguments: cases) private func `A head reads the same frame by frame`(test: Case) {
    let sample = Self.sample(isStereo: test.isStereo)
    let source = source(sample, test)
    let one = frames(source, test, inParts: 1)
    #expect(frames(source, test, inParts: 32) == one)
    #expect(frames(source, test, inParts: 7) == one)
    // Played much faster, nothing is left of it.
    #expect(one.contains { abs($0.x) > 0.3 } || test.step > 30)
  }

  @Test(arguments: cases) private func `The loops for any processor and for AVX2 read the same`(test: Case) {
    let sample = Self.sample(isStereo: test.isStereo)
    let wide = frames(source(sample, test), test, inParts: 32)
    let narrow = frames(source(sample, test, isWide: false), test, inParts: 32)
    #expect(zip(wide, narrow).allSatisfy { abs($0.x - $1.x) < 2e-6 && abs($0.y - $1.y) < 2e-6 })
  }

  @Test func `A head reads the recording between its frames`() {
    let test = Case(step: 0.31, loop: nil, isStereo: false)
    let sample = Self.sample(isStereo: false)
    let heard = frames(source(sample, test), test, inParts: 32)
    for frame in stride(from: 50, to: 4_000, by: 7) {
      let place = Double(Self.start) + Double(Int64(0.31 * 4_294_967_296)) / 4_294_967_296 * Double(frame)
      let wanted = sin(place * Double(Float(0.37))) * 0.7
      #expect(abs(Double(heard[frame].x) - wanted) < 2e-3)
    }
  }
}
