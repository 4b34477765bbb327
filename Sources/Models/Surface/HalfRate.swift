import Glibc

/// Halves the sample rate of a sound that is only drawn: removes the upper octave, then every second sample.
package struct HalfRate: Sendable {
  /// The weights of the half-band filter at the odd distances 1, 3, 5 … from its middle. Those at even distances
  /// are 0.
  private let weights: [Float]
  private var past: [Float]
  private var isOdd = false

  private static let sides = 12
  private static var reach: Int { 2 * sides - 1 }

  package init() {
    let raw = (0..<Self.sides).map { index -> Double in
      let distance = Double(2 * index + 1)
      let window = 0.5 + 0.5 * cos(.pi * distance / Double(Self.reach + 1))
      return sin(.pi * distance / 2) / (.pi * distance) * window
    }
    let sum = 2 * raw.reduce(0, +)
    weights = raw.map { Float($0 / sum / 2) }
    past = Array(repeating: 0, count: 2 * Self.reach)
  }

  /// Returns the samples at half the rate that these samples complete.
  package mutating func take(_ samples: [Float]) -> [Float] {
    let all = past + samples
    let first = Self.reach + (isOdd ? 1 : 0)
    let halved = stride(from: first, to: all.count - Self.reach, by: 2).map { middle in
      weights.indices.reduce(all[middle] / 2) { sum, index in
        let distance = 2 * index + 1
        return sum + weights[index] * (all[middle - distance] + all[middle + distance])
      }
    }
    if samples.count % 2 == 1 { isOdd.toggle() }
    past = Array(all.suffix(2 * Self.reach))
    return halved
  }
}
