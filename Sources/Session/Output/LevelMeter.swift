import Glibc

/// Measures the highest and the mean level of samples.
package struct LevelMeter {
  private typealias Lanes = SIMD8<Float>
  private var peaks = Lanes()
  private var squares = SIMD8<Double>()
  private var samples = 0
  /// The number of samples beyond full scale, which a sound file clips.
  package private(set) var clippedSamples = 0

  package init() {}

  package mutating func take(_ samples: [Float]) {
    let width = Lanes.scalarCount
    let rest = samples.count % width
    samples.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: samples.count - rest, by: width) {
        take(bytes.loadUnaligned(fromByteOffset: start * MemoryLayout<Float>.size, as: Lanes.self))
      }
    }
    var last = Lanes()
    for (lane, sample) in samples.suffix(rest).enumerated() { last[lane] = sample }
    take(last)
    self.samples += samples.count
  }

  /// Eight at once, because a render measures every sample.
  private mutating func take(_ lanes: Lanes) {
    let sizes = lanes.replacing(with: -lanes, where: lanes .< 0)
    peaks.replace(with: sizes, where: sizes .> peaks)
    let isBeyond = sizes .> 1
    if any(isBeyond) { clippedSamples += isBeyond.trueCount }
    squares += SIMD8<Double>(lanes * lanes)
  }

  /// The largest amplitude; full scale is 1.
  package var amplitude: Double { Double(peaks.max()) }

  /// Converts the measurements to those of the same sound with another amplitude, at which nothing clips.
  package mutating func scale(by factor: Double) {
    peaks *= Float(factor)
    squares *= factor * factor
    clippedSamples = 0
  }

  /// In decibels of full scale; nil for silence.
  package var peakDecibels: Double? { Self.decibels(amplitude) }

  /// Root mean square, in decibels of full scale; nil for silence.
  package var rmsDecibels: Double? {
    samples == 0 ? nil : Self.decibels((squares.sum() / Double(samples)).squareRoot())
  }

  package static func decibels(_ amplitude: Double) -> Double? {
    amplitude > 0 ? 20 * log10(amplitude) : nil
  }
}

extension SIMDMask {
  fileprivate var trueCount: Int { indices.count { self[$0] } }
}
