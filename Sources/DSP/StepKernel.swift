import Glibc

/// What a step without frequencies above half the rate is more than a bare one, in the sixteen samples after it.
///
/// Brandt, "Hard sync without aliasing", 2001: the least phase leaves the samples before the step as they are.
/// Nothing but what would fold down below 0.37 of the rate is taken away, and that by 65 dB beside the step's own
/// slope. Owns the memory that `StepWeights` points to.
public final class StepKernel: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let memory: UnsafeMutablePointer<Lanes>

  public init() {
    let rows = StepWeights.rowCount
    let rests = Self.rests()
    memory = .allocate(capacity: 2 * (rows + 1))
    for row in 0...rows {
      let weights = (0..<StepWeights.tapCount).map { Float(rests[min($0 * rows + row, rests.count - 1)]) }
      (memory + 2 * row).initialize(to: Lanes(weights[..<8]))
      (memory + 2 * row + 1).initialize(to: Lanes(weights[8...]))
    }
  }

  deinit { memory.deallocate() }

  /// Must not outlive this object.
  public var weights: StepWeights { StepWeights(rows: memory) }

  /// For each place after the step, `rowCount` to a sample, what is missing or too much.
  private static func rests() -> [Double] {
    let impulse = leastPhase(of: lowPass())
    let total = impulse.reduce(0, +)
    var sum = -total
    return impulse.map { value in
      sum += value
      return sum / total
    }
  }

  /// A sinc under the window with β = 6.2, −65 dB beside a band whose middle is half the rate.
  private static func lowPass() -> [Double] {
    let half = StepWeights.tapCount * StepWeights.rowCount / 2
    return (-half...half).map { place in
      let x = Double.pi * Double(place) / Double(StepWeights.rowCount)
      return (place == 0 ? 1 : sin(x) / x) * KaiserWindow.weight(at: Double(place) / Double(half), beta: 6.2)
    }
  }

  /// The same frequencies, as early as can be: the cepstrum folded onto its causal side (Oppenheim and Schafer,
  /// "Discrete-time signal processing", §13).
  private static func leastPhase(of impulse: [Double]) -> [Double] {
    var cepstrum = cepstrum(of: impulse)
    let middle = cepstrum.count / 2
    for index in 1..<middle { cepstrum[index] *= 2 }
    for index in middle + 1..<cepstrum.count { cepstrum[index] = 0 }
    return Array(self.impulse(ofCepstrum: cepstrum).prefix(impulse.count))
  }

  private static func cepstrum(of impulse: [Double]) -> [Double] {
    let length = 8 * StepWeights.tapCount * StepWeights.rowCount
    var real = impulse + [Double](repeating: 0, count: length - impulse.count)
    var imaginary = [Double](repeating: 0, count: length)
    FourierTransform.toFrequencies(&real, &imaginary)
    let heights = zip(real, imaginary).map { hypot($0, $1) }
    // Where nothing passes a logarithm has no bottom.
    let floor = 1e-8 * (heights.max() ?? 1)
    real = heights.map { log(max($0, floor)) / Double(length) }
    imaginary = [Double](repeating: 0, count: length)
    FourierTransform.toTimes(&real, &imaginary)
    return real
  }

  private static func impulse(ofCepstrum cepstrum: [Double]) -> [Double] {
    var real = cepstrum
    var imaginary = [Double](repeating: 0, count: cepstrum.count)
    FourierTransform.toFrequencies(&real, &imaginary)
    for index in real.indices {
      let height = exp(real[index])
      (real[index], imaginary[index]) = (height * cos(imaginary[index]), height * sin(imaginary[index]))
    }
    FourierTransform.toTimes(&real, &imaginary)
    return real
  }
}

/// The working end of a `StepKernel`.
public struct StepWeights: BitwiseCopyable {
  @usableFromInline let rows: UnsafeMutablePointer<Lanes>

  /// Samples that a step touches.
  @inlinable public static var tapCount: Int { @_noLocks @_transparent get { 16 } }
  /// Places between two samples; between the places the weights lie on straight lines.
  @inlinable public static var rowCount: Int { @_noLocks @_transparent get { 128 } }

  /// For a step of 1 that is `age` frames past, 0–1, what is added to this sample and those after it. [audio-thread]
  @_noLocks @_transparent public func at(age: Float) -> (early: Lanes, late: Lanes) {
    let place = age * Float(Self.rowCount)
    let whole = place < 127 ? Int(place) : 127
    let row = rows + 2 * whole
    let rest = Lanes(repeating: place - Float(whole))
    return (row[0] + (row[2] - row[0]) * rest, row[1] + (row[3] - row[1]) * rest)
  }
}
