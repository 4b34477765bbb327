import CRealtime

/// A room: four diffusers and a network of eight delays that feed each other.
///
/// Jot and Chaigne, "Digital delay networks for designing artificial reverberators", 1991, with the
/// Householder matrix I − ¼·1·1ᵀ, which mixes without loss; each delay loses what its length owes to the
/// decay time, and its treble sooner.
public struct Reverb: BitwiseCopyable {
  let memory: UnsafeMutablePointer<Lanes>
  let mask: Int
  var position = 0
  var diffusers: (DelayLine, DelayLine, DelayLine, DelayLine)
  let diffuserLengths: (Int, Int, Int, Int)
  var delay = Lanes.zero
  var delayStep = Lanes.zero
  var gain = Lanes.zero
  var gainStep = Lanes.zero
  var tone = Lanes.zero
  var toneRate = Ramp(1)
  var mix = Ramp(0)
  var turn: Float = 0
  let framesPerSecond: Float

  /// Milliseconds at full size, without common divisors.
  private static var lengths: Lanes {
    @_noLocks get { Lanes(43.7, 50.3, 57.9, 61.7, 71.3, 79.1, 89.3, 97.1) }
  }
  private static var inputs: Lanes { @_noLocks get { Lanes(1, 1, -1, 1, 1, -1, -1, 1) } }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    var size = 16
    while size < Int(framesPerSecond * 0.1) + 16 { size <<= 1 }
    mask = size - 1
    memory = .allocate(capacity: size)
    memory.initialize(repeating: .zero, count: size)
    let frames = [4.77, 3.59, 12.73, 9.31].map { Int(framesPerSecond * $0 * 0.001) + 1 }
    diffuserLengths = (frames[0], frames[1], frames[2], frames[3])
    diffusers = (
      DelayLine(longest: frames[0]), DelayLine(longest: frames[1]), DelayLine(longest: frames[2]),
      DelayLine(longest: frames[3])
    )
  }

  public func deallocate() {
    memory.deallocate()
    diffusers.0.deallocate()
    diffusers.1.deallocate()
    diffusers.2.deallocate()
    diffusers.3.deallocate()
  }

  /// [audio-thread]
  @_noLocks public mutating func clear() {
    for index in 0...mask { memory[index] = .zero }
    diffusers.0.clear()
    diffusers.1.clear()
    diffusers.2.clear()
    diffusers.3.clear()
    tone = .zero
  }

  /// Where to be `frames` from now; all 0–1. [audio-thread]
  @_noLocks public mutating func approach(mix: Float, size: Float, damping: Float, frames: Float) {
    let inverse = 1 / frames
    self.mix.approach(mix, inverseFrames: inverse)
    toneRate.approach(Self.toneRate(damping), inverseFrames: inverse)
    // Half a hertz of slow movement breaks up ringing.
    turn += 0.5 * frames / framesPerSecond
    if turn >= 1 { turn -= 1 }
    delayStep = (delays(size) - delay) * inverse
    gainStep = (gains(size) - gain) * inverse
  }

  /// At once. [audio-thread]
  @_noLocks public mutating func settle(mix: Float) { self.mix.jump(to: mix) }

  /// From silence, with nothing heard so far; both 0–1. [audio-thread]
  @_noLocks public mutating func restart(size: Float, damping: Float) {
    clear()
    mix.jump(to: 0)
    toneRate.jump(to: Self.toneRate(damping))
    delay = delays(size)
    gain = gains(size)
    delayStep = .zero
    gainStep = .zero
  }

  @_noLocks private static func toneRate(_ damping: Float) -> Float { 1 - 0.85 * damping }

  @_noLocks private func delays(_ size: Float) -> Lanes {
    let offsets = Lanes(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
    let sway = FastMath.sine(offsets + turn) * 0.15
    return (Self.lengths * (0.35 + 0.6 * size) + sway) * (0.001 * framesPerSecond)
  }

  /// −60 dB after 0.3–8 s.
  @_noLocks private func gains(_ size: Float) -> Lanes {
    let seconds = 0.3 * FastMath.exp2(4.74 * size)
    return FastMath.exp2(Self.lengths * ((0.35 + 0.6 * size) * 0.001 * -9.966 / seconds))
  }

  /// In place. [audio-thread]
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
      let wet = mix.next()
      let input = diffuse((left[frame] + right[frame]) * 0.35)
      let heard = readLines()
      tone += (heard - tone) * toneRate.next()
      let kept = tone * gain
      let shared = kept.total * 0.25
      position = (position &+ 1) & mask
      memory[position] = kept - shared + Self.inputs * input
      delay += delayStep
      gain += gainStep
      let dry = 1 - 0.5 * wet
      left[frame] = left[frame] * dry + (heard[0] - heard[2] + heard[4] - heard[6]) * wet
      right[frame] = right[frame] * dry + (heard[1] - heard[3] + heard[5] - heard[7]) * wet
    }
  }

  /// Each lane at its own distance, on a straight line between neighbours.
  @_noLocks @inline(__always) private func readLines() -> Lanes {
    var newer = Lanes.zero
    var older = Lanes.zero
    var fraction = Lanes.zero
    for lane in 0..<8 {
      let whole = Int(delay[lane])
      fraction[lane] = delay[lane] - Float(whole)
      newer[lane] = memory[(position &- whole) & mask][lane]
      older[lane] = memory[(position &- whole &- 1) & mask][lane]
    }
    return newer + (older - newer) * fraction
  }

  @_noLocks @inline(__always) private mutating func diffuse(_ input: Float) -> Float {
    var sample = Self.allPass(&diffusers.0, diffuserLengths.0, input)
    sample = Self.allPass(&diffusers.1, diffuserLengths.1, sample)
    sample = Self.allPass(&diffusers.2, diffuserLengths.2, sample)
    return Self.allPass(&diffusers.3, diffuserLengths.3, sample)
  }

  @_noLocks @inline(__always)
  private static func allPass(_ line: inout DelayLine, _ length: Int, _ input: Float) -> Float {
    let delayed = line.read(length - 1)
    let fed = input - delayed * 0.6
    line.write(fed)
    return delayed + fed * 0.6
  }
}
