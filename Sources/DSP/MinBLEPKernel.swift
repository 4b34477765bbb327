import Glibc
import SpinetRealtime

/// The difference between a band-limited step and a plain one, in the sixteen samples after it.
///
/// Brandt, "Hard sync without aliasing", 2001: with minimum phase the samples before the step stay as they are.
/// Frequencies that would alias to below 0.37 of the sample rate are attenuated by 65 dB, in addition to the step's
/// own slope. Owns the memory that `MinBLEPWeights` points to.
public final class MinBLEPKernel: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let memory: FixedBuffer<Lanes>

  /// Computes the weights.
  public init() {
    let rows = MinBLEPWeights.rowCount
    let residual = Self.residual()
    memory = FixedBuffer(repeating: .zero, count: 2 * (rows + 1))
    for row in 0...rows {
      let weights = (0..<MinBLEPWeights.tapCount).map {
        Float(residual[min($0 * rows + row, residual.count - 1)])
      }
      memory[2 * row] = Lanes(weights[..<8])
      memory[2 * row + 1] = Lanes(weights[8...])
    }
  }

  /// Must not outlive this object.
  public var weights: MinBLEPWeights { MinBLEPWeights(rows: memory.start) }

  /// The band-limited step minus the plain one, at `rowCount` positions per sample.
  private static func residual() -> [Double] {
    let impulse = minimumPhase(of: lowPass())
    let total = impulse.reduce(0, +)
    var sum = -total
    return impulse.map { value in
      sum += value
      return sum / total
    }
  }

  /// A sinc with its cutoff at half the sample rate, under Kaiser's window with β = 6.2 for −65 dB.
  private static func lowPass() -> [Double] {
    let half = MinBLEPWeights.tapCount * MinBLEPWeights.rowCount / 2
    return (-half...half).map { row in
      let x = Double.pi * Double(row) / Double(MinBLEPWeights.rowCount)
      return (row == 0 ? 1 : sin(x) / x) * KaiserWindow.weight(at: Double(row) / Double(half), beta: 6.2)
    }
  }

  /// The same magnitudes with minimum phase: the cepstrum is folded onto its causal side (Oppenheim and
  /// Schafer, "Discrete-time signal processing", §13).
  private static func minimumPhase(of impulse: [Double]) -> [Double] {
    let transform = FourierTransform(length: 8 * MinBLEPWeights.tapCount * MinBLEPWeights.rowCount)
    var cepstrum = cepstrum(of: impulse, transform)
    let middle = cepstrum.count / 2
    for index in 1..<middle { cepstrum[index] *= 2 }
    for index in middle + 1..<cepstrum.count { cepstrum[index] = 0 }
    return Array(self.impulse(ofCepstrum: cepstrum, transform).prefix(impulse.count))
  }

  private static func cepstrum(of impulse: [Double], _ transform: FourierTransform) -> [Double] {
    let length = transform.length
    var real = impulse + [Double](repeating: 0, count: length - impulse.count)
    var imaginary = [Double](repeating: 0, count: length)
    transform.toFrequencies(&real, &imaginary)
    let heights = zip(real, imaginary).map { hypot($0, $1) }
    // The logarithm of a magnitude of zero would be infinite.
    let floor = 1e-8 * (heights.max() ?? 1)
    real = heights.map { log(max($0, floor)) / Double(length) }
    imaginary = [Double](repeating: 0, count: length)
    transform.toTimes(&real, &imaginary)
    return real
  }

  private static func impulse(ofCepstrum cepstrum: [Double], _ transform: FourierTransform) -> [Double] {
    var real = cepstrum
    var imaginary = [Double](repeating: 0, count: cepstrum.count)
    transform.toFrequencies(&real, &imaginary)
    for index in real.indices {
      let height = exp(real[index])
      (real[index], imaginary[index]) = (height * cos(imaginary[index]), height * sin(imaginary[index]))
    }
    transform.toTimes(&real, &imaginary)
    return real
  }
}

/// Looks up the weights of a `MinBLEPKernel`, which must outlive it.
public struct MinBLEPWeights: BitwiseCopyable {
  @usableFromInline let rows: UnsafeMutablePointer<Lanes>

  /// Samples that a step changes.
  @inlinable public static var tapCount: Int { @_noLocks @_transparent get { 16 } }
  /// Positions between two samples. Weights between them are interpolated linearly.
  @inlinable public static var rowCount: Int { @_noLocks @_transparent get { 128 } }

  /// The corrections of this sample and the ones after it, for a step of height 1 that was `age` frames ago, 0–1.
  /// [audio-thread]
  @_noLocks @_transparent public func at(age: Float) -> (early: Lanes, late: Lanes) {
    let position = age * Float(Self.rowCount)
    let whole = position < 127 ? Int(position) : 127
    let row = rows + 2 * whole
    let rest = Lanes(repeating: position - Float(whole))
    return (row[0] + (row[2] - row[0]) * rest, row[1] + (row[3] - row[1]) * rest)
  }
}
