import CRealtime
import SpinetRealtime

/// A room: four diffusers and a feedback network of eight delays.
///
/// Jot and Chaigne, "Digital delay networks for designing artificial reverberators", 1991, with the
/// Householder matrix I − ¼·1·1ᵀ, which mixes without loss. Each delay is attenuated for its length and the
/// decay time, and its treble decays sooner.
public struct Reverb: StereoEffect, ~Copyable {
  private let memory: FixedBuffer<Lanes>
  private let mask: Int
  private var position = 0
  private var first: Diffuser
  private var second: Diffuser
  private var third: Diffuser
  private var fourth: Diffuser
  private var delay = Lanes.zero
  private var delayStep = Lanes.zero
  private var gain = Lanes.zero
  private var gainStep = Lanes.zero
  private var tone = Lanes.zero
  private var toneRate = Ramp(1)
  private var mix = Ramp(0)
  /// The phase of the slow movement, in cycles.
  private var phase: Float = 0
  private let framesPerSecond: Float

  /// All are 0–1.
  public struct Settings: EffectSettings {
    public var mix: Float
    public var size: Float
    public var damping: Float

    @_noLocks public init(mix: Float, size: Float, damping: Float) {
      self.mix = mix
      self.size = size
      self.damping = damping
    }

    public var isActive: Bool { @_noLocks get { mix > 1e-4 } }
  }

  /// Milliseconds, without common divisors. At full size they are multiplied by 0.95.
  private static var lengths: Lanes {
    @_noLocks get { Lanes(43.7, 50.3, 57.9, 61.7, 71.3, 79.1, 89.3, 97.1) }
  }
  private static var inputs: Lanes { @_noLocks get { Lanes(1, 1, -1, 1, 1, -1, -1, 1) } }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    var size = 16
    while size < Int(framesPerSecond * 0.1) + 16 { size <<= 1 }
    mask = size - 1
    memory = FixedBuffer(repeating: .zero, count: size)
    first = Diffuser(milliseconds: 4.77, framesPerSecond: framesPerSecond)
    second = Diffuser(milliseconds: 3.59, framesPerSecond: framesPerSecond)
    third = Diffuser(milliseconds: 12.73, framesPerSecond: framesPerSecond)
    fourth = Diffuser(milliseconds: 9.31, framesPerSecond: framesPerSecond)
  }

  @_noLocks public mutating func clear() {
    for index in 0...mask { memory[index] = .zero }
    first.line.clear()
    second.line.clear()
    third.line.clear()
    fourth.line.clear()
    tone = .zero
  }

  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {
    let inverse = 1 / frames
    mix.approach(settings.mix, inverseFrames: inverse)
    toneRate.approach(Self.toneRate(settings.damping), inverseFrames: inverse)
    // Moving the delays at half a hertz breaks up resonances.
    phase += 0.5 * frames / framesPerSecond
    if phase >= 1 { phase -= 1 }
    delayStep = (delays(settings.size) - delay) * inverse
    gainStep = (gains(settings.size) - gain) * inverse
  }

  /// Sets its slow movement for the frames of a stream from `first` on, whatever it did before: of `frames` frames, `done`
  /// have passed. [audio-thread]
  @_noLocks public mutating func follow(_ settings: Settings, from first: Int64, frames: Int, done: Int) {
    toneRate.jump(to: Self.toneRate(settings.damping))
    gain = gains(settings.size)
    gainStep = .zero
    phase = turns(at: first)
    delay = delays(settings.size)
    phase = turns(at: first + Int64(frames))
    delayStep = (delays(settings.size) - delay) * (1 / Float(frames))
    delay += delayStep * Float(done)
  }

  /// The phase of the slow movement at a frame of a stream.
  @_noLocks private func turns(at frame: Int64) -> Float {
    let turns = 0.5 * Double(frame) / Double(framesPerSecond)
    return Float(turns - Double(Int64(turns)))
  }

  @_noLocks public mutating func settle(_ settings: Settings) { mix.jump(to: settings.mix) }

  @_noLocks public mutating func restart(_ settings: Settings) {
    clear()
    mix.jump(to: 0)
    toneRate.jump(to: Self.toneRate(settings.damping))
    delay = delays(settings.size)
    gain = gains(settings.size)
    delayStep = .zero
    gainStep = .zero
  }

  @_noLocks private static func toneRate(_ damping: Float) -> Float { 1 - 0.85 * damping }

  @_noLocks private func delays(_ size: Float) -> Lanes {
    let offsets = Lanes(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
    let sway = FastMath.sine(offsets + phase) * 0.15
    return (Self.lengths * (0.35 + 0.6 * size) + sway) * (0.001 * framesPerSecond)
  }

  /// −60 dB after 0.3–8 s.
  @_noLocks private func gains(_ size: Float) -> Lanes {
    let seconds = 0.3 * FastMath.exp2(4.74 * size)
    return FastMath.exp2(Self.lengths * ((0.35 + 0.6 * size) * 0.001 * -9.966 / seconds))
  }

  @_noLocks public mutating func process(_ sound: StereoSamples) {
    let (left, right) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let wet = mix.next()
      let heard = next((left[frame] + right[frame]) * Self.inputGain)
      let dry = 1 - 0.5 * wet
      left[frame] = left[frame] * dry + heard.left * wet
      right[frame] = right[frame] * dry + heard.right * wet
    }
  }

  /// The gain with which the room hears the sum of both sides.
  @inlinable public static var inputGain: Float { @_noLocks get { 0.35 } }

  /// Adds what the room answers to an input at its full level, whatever the mix. [audio-thread]
  @_noLocks public mutating func answer(_ input: Samples, into sound: StereoSamples) {
    let (left, right) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let heard = next(input[frame])
      left[frame] += heard.left
      right[frame] += heard.right
    }
  }

  @_noLocks @inline(__always) private mutating func next(_ sample: Float) -> (left: Float, right: Float) {
    let input = diffuse(sample)
    let samples = UnsafeRawPointer(memory.start).assumingMemoryBound(to: Float.self)
    let heard = rt_read_delays(samples, Int32(mask), Int32(position), delay)
    tone += (heard - tone) * toneRate.next()
    let kept = tone * gain
    let shared = kept.total * 0.25
    position = (position &+ 1) & mask
    memory[position] = kept - shared + Self.inputs * input
    delay += delayStep
    gain += gainStep
    return (heard[0] - heard[2] + heard[4] - heard[6], heard[1] - heard[3] + heard[5] - heard[7])
  }

  @_noLocks @inline(__always) private mutating func diffuse(_ input: Float) -> Float {
    fourth.next(third.next(second.next(first.next(input))))
  }

  /// An all-pass filter, which spreads a signal in time.
  private struct Diffuser: ~Copyable {
    var line: DelayLine
    let length: Int

    init(milliseconds: Double, framesPerSecond: Double) {
      length = Int(framesPerSecond * milliseconds * 0.001) + 1
      line = DelayLine(longest: length)
    }

    @_noLocks @inline(__always) mutating func next(_ input: Float) -> Float {
      let delayed = line.read(length - 1)
      let fed = input - delayed * 0.6
      line.write(fed)
      return delayed + fed * 0.6
    }
  }
}
