import Foundation
import SpinetDSP

/// The magnitude spectrum of a sound.
public struct Spectrum {
  /// The magnitude of each bin.
  public let magnitudes: [Double]

  /// Of `samples`, a power of two of them, under a window whose sides are 180 dB down (Blackman and Harris with seven
  /// terms, Albrecht 2001), so that a strong partial hides no weak one seven bins away.
  public init(_ samples: [Double]) {
    let turn = 2 * Double.pi / Double(samples.count)
    var real = samples.enumerated().map { index, sample in
      sample * Self.terms.indices.reduce(0) { $0 + Self.terms[$1] * cos(Double($1 * index) * turn) }
    }
    var imaginary = [Double](repeating: 0, count: samples.count)
    FourierTransform(length: samples.count).toFrequencies(&real, &imaginary)
    magnitudes = (0..<samples.count / 2).map { hypot(real[$0], imaginary[$0]) }
  }

  private static let terms = [
    0.271051400693424, -0.433297939234485, 0.218122999543110, -0.065925446388031, 0.010811742098371,
    -0.000776584825226, 0.000013887217352,
  ]

  /// The strongest of `bins` that is not near a multiple of `fundamental`, in dB below the strongest multiple.
  ///
  /// - Parameter fundamental: in bins, with a fraction.
  public func strongestAlias(of fundamental: Double, in bins: Range<Int>) -> Double {
    let aside = 16
    let strangers = bins.filter { bin in
      let nearest = (Double(bin) / fundamental).rounded() * fundamental
      return abs(Double(bin) - nearest) > Double(aside)
    }
    let alias = strangers.map { magnitudes[$0] }.max() ?? .nan
    return 20 * log10(alias / strongest(near: Int(fundamental), aside))
  }

  private func strongest(near bin: Int, _ aside: Int) -> Double {
    magnitudes[max(0, bin - aside)...min(bin + aside, magnitudes.count - 1)].max() ?? .nan
  }
}
