import Foundation
import Realtime

/// The highest and the mean level of everything that went through.
struct LevelMeter {
  private var peak: Float = 0
  private var squares = 0.0
  private var samples = 0

  mutating func take(_ block: AudioBlock) {
    for frame in 0..<block.frameCount {
      let left = block.left[frame]
      let right = block.right[frame]
      peak = max(peak, abs(left), abs(right))
      squares += Double(left * left) + Double(right * right)
    }
    samples += 2 * block.frameCount
  }

  /// In decibels of full scale; nil for silence.
  var peakDecibels: Double? { Self.decibels(Double(peak)) }

  /// Root mean square, in decibels of full scale; nil for silence.
  var rmsDecibels: Double? { samples == 0 ? nil : Self.decibels((squares / Double(samples)).squareRoot()) }

  static func decibels(_ amplitude: Double) -> Double? { amplitude > 0 ? 20 * log10(amplitude) : nil }
}
