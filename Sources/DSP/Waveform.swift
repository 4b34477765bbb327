/// A waveform of an oscillator, defined by its harmonics.
public enum Waveform: CaseIterable, Sendable, BitwiseCopyable {
  case saw, square, triangle, sine, organ, reed, choir, glass
  /// The drawn wave: see `DrawnWave`.
  case user

  /// The index among all cases.
  public var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The waveform whose table is read: a pulse of any width is the difference of two saws.
  var source: Waveform { self == .square ? .saw : self }

  public var name: String { "\(self)" }

  /// The amplitude of a harmonic, counted from 1.
  func amplitude(ofHarmonic harmonic: Int) -> Double {
    switch self {
    case .saw, .square: 2 / (.pi * Double(harmonic))
    case .triangle: Self.triangle(harmonic)
    case .sine: harmonic == 1 ? 1 : 0
    case .organ: [1: 0.5, 2: 0.36, 3: 0.26, 4: 0.2, 6: 0.1, 8: 0.14][harmonic] ?? 0
    case .reed: Self.reed(harmonic)
    case .choir: Self.choir(harmonic)
    case .user: 0
    case .glass: [1: 0.62, 4: 0.3, 7: 0.12, 10: 0.16, 13: 0.05, 17: 0.06][harmonic] ?? 0
    }
  }

  private static func triangle(_ harmonic: Int) -> Double {
    guard harmonic % 2 == 1 else { return 0 }
    let sign: Double = harmonic % 4 == 1 ? 1 : -1
    return sign * 8 / (.pi * .pi * Double(harmonic * harmonic))
  }

  /// Mostly odd harmonics, which fall off faster above the 9th, like a clarinet's low register.
  private static func reed(_ harmonic: Int) -> Double {
    let n = Double(harmonic)
    let hump = 1 / (1 + (n / 9) * (n / 9) * (n / 9))
    return (harmonic % 2 == 1 ? 0.62 : 0.09) * hump / (1 + 0.25 * (n - 1))
  }

  /// Two formants, at the 3rd and the 8th harmonic, on a gentle slope.
  private static func choir(_ harmonic: Int) -> Double {
    let n = Double(harmonic)
    let low = 0.45 / (1 + (n - 3) * (n - 3) / 2)
    let high = 0.16 / (1 + (n - 8) * (n - 8) / 3)
    return (0.5 / (n * n) + low / 2 + high) / (1 + n * n / 400)
  }
}
