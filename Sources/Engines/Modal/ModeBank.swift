import SpinetDSP

/// Eight decaying sines that sound: each is a pointer that turns and shrinks with every frame.
struct ModeBank: BitwiseCopyable {
  var real = Lanes.zero
  var imaginary = Lanes.zero
  /// A frame's turn, already shrunk.
  var cosine = Lanes.zero
  var sine = Lanes.zero
  /// What they shrink by in a frame.
  var shrink = Lanes.zero
  /// How much of each is heard.
  var weight = Lanes(repeating: 1)

  @_noLocks init() {}

  /// Sets the frequencies, in turns a frame, without a jump of the phases. What cannot be played is not heard.
  /// [audio-thread]
  @_noLocks mutating func tune(_ turns: Lanes) {
    let isHigh = turns .> Lanes(repeating: 0.45)
    let safe = turns.replacing(with: Lanes.zero, where: isHigh)
    let heard = shrink.replacing(with: Lanes.zero, where: isHigh)
    cosine = heard * FastMath.sine(safe + 0.25)
    sine = heard * FastMath.sine(safe)
  }

  /// Adds the frames to `sums`. [audio-thread]
  @_noLocks @inline(__always)
  mutating func add(to sums: UnsafeMutablePointer<Lanes>, _ count: Int) {
    var (real, imaginary) = (real, imaginary)
    let (cosine, sine, weight) = (cosine, sine, weight)
    for frame in 0..<count {
      let turned = real * cosine - imaginary * sine
      imaginary = real * sine + imaginary * cosine
      real = turned
      sums[frame] += imaginary * weight
    }
    self.real = real
    self.imaginary = imaginary
  }

  /// Sets inaudible modes to zero, before they become denormal, which is slow.
  /// [audio-thread]
  @_noLocks mutating func forgetFaint() {
    let isFaint = (real * real + imaginary * imaginary) .< Lanes(repeating: 1e-18)
    real.replace(with: Lanes.zero, where: isFaint)
    imaginary.replace(with: Lanes.zero, where: isFaint)
  }

  /// Keeps tones that last at their level, which rounding would move. [audio-thread]
  @_noLocks mutating func keepLength(where lasts: LaneMask) {
    let correction = 1.5 - 0.5 * (real * real + imaginary * imaginary)
    let factor = Lanes(repeating: 1).replacing(with: correction, where: lasts)
    real *= factor
    imaginary *= factor
  }

  /// The sum of their powers. [audio-thread]
  var power: Float { @_noLocks get { ((real * real + imaginary * imaginary) * weight * weight).total } }
}
