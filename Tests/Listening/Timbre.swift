import Foundation
import SpinetDSP

/// How a sound's spectrum moves: the level of 24 bands in five spans of its first two seconds, and of each span as a
/// whole. The overall level does not matter.
public struct Timbre: Sendable {
  private let levels: [Double]

  /// Frames at which the spans begin and end, at 48,000 in a second: the stroke, its beginning, and three parts of its end.
  private static let spans = [0..<2_048, 2_048..<8_192, 8_192..<24_576, 24_576..<57_344, 57_344..<98_304]
  private static let floor = -60.0

  public init(_ left: [Float], _ right: [Float]) {
    let mono = zip(left, right).map { Double($0 + $1) / 2 }
    let bands = Self.spans.map { Self.bands(mono, $0) }
    let loudest = bands.joined().max() ?? 0
    let totals = bands.map { Self.level($0.reduce(0, +), loudest) }
    // The spans' own levels count as much as four bands each.
    levels =
      bands.flatMap { $0.map { Self.level($0, loudest) } }
      + totals.flatMap { [Double](repeating: $0, count: 4) }
  }

  /// The difference of two sounds: the root of the mean square of their levels' differences, in dB.
  public func distance(to other: Timbre) -> Double {
    let squares = zip(levels, other.levels).map { ($0 - $1) * ($0 - $1) }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  private static func level(_ power: Double, _ loudest: Double) -> Double {
    max(floor, 10 * log10(max(power, 1e-20) / max(loudest, 1e-20)))
  }

  /// The mean powers of 24 bands from 40 Hz to 16 kHz.
  private static func bands(_ samples: [Double], _ span: Range<Int>) -> [Double] {
    var bands = [Double](repeating: 0, count: 24)
    let size = 2_048
    let transform = FourierTransform(length: size)
    var windows = 0.0
    for start in stride(from: span.lowerBound, to: span.upperBound, by: size / 2)
    where start + size <= samples.count {
      windows += 1
      var real = (0..<size).map {
        samples[start + $0] * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)))
      }
      if span.lowerBound == 0, start == 0 { real = Array(samples[0..<size]) }
      var imaginary = [Double](repeating: 0, count: size)
      transform.toFrequencies(&real, &imaginary)
      for bin in 1..<size / 2 {
        let hertz = Double(bin) * 48_000 / Double(size)
        let band = Int(24 * log2(hertz / 40) / log2(400))
        guard hertz >= 40, band < 24 else { continue }
        bands[band] += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      }
    }
    return bands.map { $0 / max(windows, 1) }
  }
}
