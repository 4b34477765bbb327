import Glibc

/// The highest and the mean level of everything that went through.
package struct LevelMeter {
  private var peak: Float = 0
  private var squares = 0.0
  private var samples = 0
  /// The samples beyond full scale, which a sound file cuts.
  package private(set) var clippedSamples = 0

  package init() {}

  package mutating func take(_ samples: [Float]) {
    for sample in samples {
      peak = max(peak, abs(sample))
      if abs(sample) > 1 { clippedSamples += 1 }
      squares += Double(sample * sample)
    }
    self.samples += samples.count
  }

  /// The largest amplitude; full scale is 1.
  package var amplitude: Double { Double(peak) }

  /// The same sound after a change of its amplitude, which clips nothing any more.
  package mutating func scale(by factor: Double) {
    peak *= Float(factor)
    squares *= factor * factor
    clippedSamples = 0
  }

  /// In decibels of full scale; nil for silence.
  package var peakDecibels: Double? { Self.decibels(Double(peak)) }

  /// Root mean square, in decibels of full scale; nil for silence.
  package var rmsDecibels: Double? {
    samples == 0 ? nil : Self.decibels((squares / Double(samples)).squareRoot())
  }

  package static func decibels(_ amplitude: Double) -> Double? {
    amplitude > 0 ? 20 * log10(amplitude) : nil
  }
}
