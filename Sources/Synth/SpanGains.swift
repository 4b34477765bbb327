import CRealtime
import DSP

/// The gains inside the voices, one value a frame, worked out once for all groups. A handle to memory
/// that the instrument owns.
struct SpanGains: BitwiseCopyable {
  /// Frames in a control step, the longest span.
  static var capacity: Int { @_noLocks get { 16 } }

  private let memory: UnsafeMutablePointer<Float>
  private var first = Ramp(0)
  private var second = Ramp(0)
  private var noise = Ramp(0)
  private var through = Ramp(0)
  private var band = Ramp(0)
  private var low = Ramp(0)
  private var push = Ramp(1)
  private var makeUp = Ramp(1)
  private(set) var hasNoise = false
  private(set) var hasSecond = false
  private(set) var isDriven = false
  /// Whether nothing but the low output is heard.
  private(set) var isLow = false

  init() {
    memory = .allocate(capacity: 8 * Self.capacity)
    memory.initialize(repeating: 0, count: 8 * Self.capacity)
  }

  func deallocate() { memory.deallocate() }

  @_noLocks @inline(__always) func first(_ frame: Int) -> Float { memory[frame] }
  @_noLocks @inline(__always) func second(_ frame: Int) -> Float { memory[frame + Self.capacity] }
  @_noLocks @inline(__always) func noise(_ frame: Int) -> Float { memory[frame + 2 * Self.capacity] }
  @_noLocks @inline(__always) func through(_ frame: Int) -> Float { memory[frame + 3 * Self.capacity] }
  @_noLocks @inline(__always) func band(_ frame: Int) -> Float { memory[frame + 4 * Self.capacity] }
  @_noLocks @inline(__always) func low(_ frame: Int) -> Float { memory[frame + 5 * Self.capacity] }
  @_noLocks @inline(__always) func push(_ frame: Int) -> Float { memory[frame + 6 * Self.capacity] }
  @_noLocks @inline(__always) func makeUp(_ frame: Int) -> Float { memory[frame + 7 * Self.capacity] }

  /// Where the widgets say, without a glide. [audio-thread]
  @_noLocks mutating func settle(_ controls: Controls) {
    approach(controls, inverseFrames: 1)
    fill(1)
    approach(controls, inverseFrames: 1)
  }

  /// Where to be a control step from now. [audio-thread]
  @_noLocks mutating func approach(_ controls: Controls, inverseFrames: Float) {
    let mix = controls[.oscMix]
    let drive = controls[.filterDrive]
    let resonance = controls[.filterResonance]
    first.approach((1 - mix) * (1 + 0.4 * mix), inverseFrames: inverseFrames)
    second.approach(mix * (1.4 - 0.4 * mix), inverseFrames: inverseFrames)
    noise.approach(controls[.noiseLevel], inverseFrames: inverseFrames)
    push.approach(1 + 5 * drive * drive, inverseFrames: inverseFrames)
    makeUp.approach(1 / rt_sqrtf(1 + 5 * drive * drive), inverseFrames: inverseFrames)
    approachMode(controls[.filterMode], resonance, inverseFrames)
    hasSecond = mix > 1e-5
    hasNoise = controls[.noiseLevel] > 1e-5
    isDriven = drive > 1e-4
    isLow = through.isAt(0) && band.isAt(0)
  }

  /// What of input, band and low makes each mode; the filter's outputs are twice what they are called.
  @_noLocks private mutating func approachMode(_ mode: Float, _ resonance: Float, _ inverse: Float) {
    let damping = 2 * FastMath.exp2(-6.65 * resonance)
    // A resonant peak takes from the rest, or high resonance would only be loud.
    let level = FastMath.exp2(-1.4 * resonance)
    let isThrough = mode >= 1.5
    let isLow = mode < 0.5
    let isHigh = isThrough && mode < 2.5
    through.approach(isThrough ? level : 0, inverseFrames: inverse)
    low.approach(isLow ? 0.5 * level : (isHigh ? -0.5 * level : 0), inverseFrames: inverse)
    let bandGain = isThrough ? -0.5 * damping : (isLow ? 0 : 0.5 * rt_sqrtf(damping))
    band.approach(bandGain * level, inverseFrames: inverse)
  }

  /// The next `count` frames. [audio-thread]
  @_noLocks mutating func fill(_ count: Int) {
    for frame in 0..<count {
      memory[frame] = first.next()
      memory[frame + Self.capacity] = second.next()
      memory[frame + 2 * Self.capacity] = noise.next()
      memory[frame + 3 * Self.capacity] = through.next()
      memory[frame + 4 * Self.capacity] = band.next()
      memory[frame + 5 * Self.capacity] = low.next()
      memory[frame + 6 * Self.capacity] = push.next()
      memory[frame + 7 * Self.capacity] = makeUp.next()
    }
  }
}
