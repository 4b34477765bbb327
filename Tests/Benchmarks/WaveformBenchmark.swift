import SpinetRealtime
import SpinetSurface

/// The wave of two hours of sound, as the panel draws it: made ready once, and then any part of it.
struct WaveformBenchmark {
  private static let frameCount = 2 * 3_600 * 48_000
  private static let widths = [1, 0.3, 0.1, 0.01, 0.001, 0.0001, 0.00001]

  func rows() -> [Table.Row] {
    let begin = HostTime.now
    let pyramid = WavePyramid(frameCount: Self.frameCount, Self.read)
    let seconds = Self.seconds(since: begin)
    let slowest = Self.widths.map { Self.drawing($0, of: pyramid) }.max() ?? 0
    return [
      Table.Row(
        work: "the wave of two hours at 48 kHz, made ready to be drawn", spinet: "\(seconds.short) s"),
      Table.Row(
        work: "any part of two hours, \(WavePyramid.mostColumns) columns, the slowest zoom",
        spinet: "\((slowest * 1000).short) ms"),
    ]
  }

  private static func read(_ first: Int, _ samples: inout MutableSpan<Float>) {
    for index in samples.indices { samples[index] = Float((first &+ index) & 1023) / 512 - 1 }
  }

  /// The median time for a part of this width, at several places.
  private static func drawing(_ width: Double, of pyramid: WavePyramid) -> Double {
    (0..<15).map { place in
      let from = (1 - width) * Double(place) / 15
      let begin = HostTime.now
      _ = pyramid.columns(from: from, to: from + width, count: WavePyramid.mostColumns, read)
      return seconds(since: begin)
    }.median
  }

  private static func seconds(since begin: HostTime) -> Double {
    Double(HostTime.now.nanoseconds(since: begin)) * 1e-9
  }
}
