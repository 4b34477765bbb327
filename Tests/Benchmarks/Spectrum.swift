import Foundation

/// The levels of a sound's frequencies.
struct Spectrum {
  private static let size = 65_536
  private let hertzPerBin: Double
  private let powers: [Double]

  /// The first 65,536 of `samples`, under a window whose sides are 180 dB down (Blackman and Harris with seven terms,
  /// Albrecht 2001), so that a strong partial hides no weak one seven bins away.
  init(_ samples: [Float], framesPerSecond: Double) {
    let terms = [
      0.271051400693424, -0.433297939234485, 0.218122999543110, -0.065925446388031, 0.010811742098371,
      -0.000776584825226, 0.000013887217352,
    ]
    var real = (0..<Self.size).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(Self.size)
      let window = terms.indices.reduce(0) { $0 + terms[$1] * cos(Double($1) * angle) }
      return Double(samples[index]) * window
    }
    var imaginary = [Double](repeating: 0, count: Self.size)
    Self.transform(&real, &imaginary)
    powers = (0..<Self.size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    hertzPerBin = framesPerSecond / Double(Self.size)
  }

  /// What lies the highest up to `limit` without being a multiple of `hertz`, in dB of the partial at `hertz`.
  func strongestAlias(of hertz: Double, upTo limit: Double) -> Double {
    let aside = 16
    let spacing = hertz / hertzPerBin
    let alias = (aside..<Int(limit / hertzPerBin)).filter { bin in
      let nearest = (Double(bin) / spacing).rounded() * spacing
      return abs(Double(bin) - nearest) > Double(aside)
    }.map { powers[$0] }.max()
    let fundamental = powers[(Int(spacing) - aside)...(Int(spacing) + aside)].max()
    return 10 * log10((alias ?? .nan) / (fundamental ?? .nan))
  }

  /// The discrete Fourier transform in place, by halves (Cooley and Tukey 1965).
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    reorder(&real)
    var half = 1
    while half < size {
      for offset in 0..<half {
        let angle = -Double.pi * Double(offset) / Double(half)
        let (turnReal, turnImaginary) = (cos(angle), sin(angle))
        for low in stride(from: offset, to: size, by: 2 * half) {
          let high = low + half
          let r = real[high] * turnReal - imaginary[high] * turnImaginary
          let i = real[high] * turnImaginary + imaginary[high] * turnReal
          (real[high], imaginary[high]) = (real[low] - r, imaginary[low] - i)
          (real[low], imaginary[low]) = (real[low] + r, imaginary[low] + i)
        }
      }
      half *= 2
    }
  }

  /// Each value where the bits of its place read backwards; the imaginary parts are all zero by then.
  private static func reorder(_ values: inout [Double]) {
    let unused = UInt32(size.leadingZeroBitCount - 31)
    for index in 0..<size {
      let mirrored = Int(UInt32(index).bitReversed >> unused)
      if mirrored > index { values.swapAt(index, mirrored) }
    }
  }
}

extension UInt32 {
  fileprivate var bitReversed: UInt32 {
    (0..<32).reduce(0) { $0 << 1 | (self >> UInt32($1)) & 1 }
  }
}
