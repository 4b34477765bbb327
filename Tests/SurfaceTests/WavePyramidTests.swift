import SpinetSurface
import Testing

@Suite struct WavePyramidTests {
  /// A recording, and how much of it has been read.
  private final class Recording {
    let samples: [Float]
    var read = 0

    init(_ count: Int, _ sample: (Int) -> Float) { samples = (0..<count).map(sample) }

    func take(_ first: Int, _ into: inout MutableSpan<Float>) {
      read += into.count
      for index in into.indices { into[index] = samples[first + index] }
    }

    var pyramid: WavePyramid { WavePyramid(frameCount: samples.count, take) }
  }

  /// A ramp with a single loud sample.
  private func ramp(_ count: Int, loudAt loud: Int = -1) -> Recording {
    Recording(count) { $0 == loud ? 2 : Float($0) / Float(count) }
  }

  @Test func `The recording is read once, and its peak is known`() {
    let recording = ramp(10_000, loudAt: 7_777)
    #expect(recording.pyramid.peak == 2)
    #expect(recording.read == 10_000)
  }

  @Test func `Columns of single frames are the frames themselves`() {
    let recording = ramp(1_000)
    let columns = recording.pyramid.columns(from: 0.25, to: 0.35, count: 100, recording.take)
    #expect(columns.map(\.lowest) == Array(recording.samples[250..<350]))
    #expect(columns.map(\.highest) == columns.map(\.lowest))
  }

  @Test(arguments: [1, 63, 64, 65, 1_000, 70_001])
  func `The whole has the lowest and the highest of all, whatever its length`(_ count: Int) {
    let recording = Recording(count) { Float(($0 * 7919) % 1009) / 1009 - 0.5 }
    for columns in [1, 7, 600] {
      let drawn = recording.pyramid.columns(from: 0, to: 1, count: columns, recording.take)
      #expect(drawn.count == columns)
      #expect(drawn.map(\.lowest).min() == recording.samples.min())
      #expect(drawn.map(\.highest).max() == recording.samples.max())
    }
  }

  @Test func `A single loud sample is drawn at any zoom, and near its place`() {
    let count = 1_000_000
    let recording = ramp(count, loudAt: 500_000)
    let pyramid = recording.pyramid
    for zoom in [1.0, 0.5, 0.1, 0.01, 0.001] {
      let from = 0.5 - zoom / 2
      let columns = pyramid.columns(from: from, to: from + zoom, count: 500, recording.take)
      let loud = columns.indices.filter { columns[$0].highest == 2 }
      #expect(!loud.isEmpty && loud.allSatisfy { abs($0 - 250) <= 1 }, "\(zoom): \(loud)")
    }
  }

  @Test func `Two hours are drawn without reading them again`() {
    var read = 0
    let hours = 2 * 3_600 * 8_000
    let take: WavePyramid.Reader = { _, into in
      read += into.count
      into.update(repeating: 0.5)
    }
    let pyramid = WavePyramid(frameCount: hours, take)
    read = 0
    for zoom in [1.0, 0.3, 0.1, 0.05] { _ = pyramid.columns(from: 0, to: zoom, count: 2_048, take) }
    #expect(read == 0)
    _ = pyramid.columns(from: 0.2, to: 0.20001, count: 2_048, take)
    #expect(read > 0 && read <= 2_048 * WavePyramid.blockFrames * 4)
  }

  @Test func `What cannot be drawn is empty, and what is too much is bounded`() {
    let recording = ramp(1_000)
    let pyramid = recording.pyramid
    #expect(pyramid.columns(from: 0.5, to: 0.5, count: 9, recording.take) == [])
    #expect(pyramid.columns(from: 0.7, to: 0.2, count: 9, recording.take) == [])
    #expect(pyramid.columns(from: .nan, to: 1, count: 9, recording.take).count <= 9)
    #expect(pyramid.columns(from: 0, to: 1, count: -1, recording.take) == [])
    #expect(
      pyramid.columns(from: -5, to: 5, count: 1_000_000, recording.take).count == WavePyramid.mostColumns)
    #expect(
      WavePyramid(frameCount: 0, recording.take).columns(from: 0, to: 1, count: 9, recording.take) == [])
  }
}
