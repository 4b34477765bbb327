import Foundation

extension [Float] {
  package var peak: Float { map(abs).max() ?? 0 }
  package var isFinite: Bool { allSatisfy(\.isFinite) }
  package var rms: Double {
    (reduce(0) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, count))).squareRoot()
  }
  package var mean: Double { reduce(0) { $0 + Double($1) } / Double(Swift.max(1, count)) }

  /// The greatest step from one sample to the next.
  package var greatestStep: Float { zip(self, dropFirst()).map { abs($1 - $0) }.max() ?? 0 }

  /// The greatest change of the step from one sample to the next, which shows a click in any tone.
  package var greatestBend: Float { zip(self, dropFirst()).map { $1 - $0 }.greatestStep }

  /// The frequency between the first and the last upward passage through 0; 0 where there are not two.
  package func hertz(framesPerSecond: Double = 48_000) -> Double {
    var crossings: [Double] = []
    for index in indices.dropFirst() where self[index - 1] < 0 && self[index] >= 0 {
      let part = Double(self[index - 1] / (self[index - 1] - self[index]))
      crossings.append(Double(index - 1) + part)
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) * framesPerSecond / (last - first)
  }

  /// The amplitude of a frequency, under a Hann window.
  package func level(at hertz: Double, framesPerSecond: Double = 48_000) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in enumerated() {
      let window = 1 - cos(2 * .pi * Double(frame) / Double(count))
      let angle = 2 * .pi * hertz * Double(frame) / framesPerSecond
      real += window * Double(sample) * cos(angle)
      imaginary += window * Double(sample) * sin(angle)
    }
    return 2 * hypot(real, imaginary) / Double(Swift.max(1, count))
  }

  /// The frequency of the sine near `hertz`: by how far its phase moves from the first half to the second.
  package func frequency(near hertz: Double, framesPerSecond: Double = 48_000) -> Double {
    let half = count / 2
    let turns = phase(0..<half, hertz / framesPerSecond) - phase(half..<2 * half, hertz / framesPerSecond)
    return hertz + remainder(turns, 1) * framesPerSecond / Double(half)
  }

  /// In turns, against an oscillator of `step` turns a frame that runs through.
  private func phase(_ range: Range<Int>, _ step: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for frame in range {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame - range.lowerBound) / Double(range.count))
      let angle = 2 * .pi * step * Double(frame)
      real += window * Double(self[frame]) * cos(angle)
      imaginary += window * Double(self[frame]) * sin(angle)
    }
    return atan2(imaginary, real) / (2 * .pi)
  }
}
