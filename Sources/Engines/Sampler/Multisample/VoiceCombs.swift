import CRealtime
import SpinetDSP
import SpinetRealtime
import SpinetVoices

/// The comb filters of all voices: a sound is added to itself one period of the cutoff later, and repeats.
///
/// Without a voice that may have one, they take no memory.
struct VoiceCombs: ~Copyable {
  private let memory: FixedBuffer<Float>
  private let states: FixedBuffer<State>
  /// The frames of a channel, a power of two, less one.
  private let mask: Int

  private struct State: BitwiseCopyable {
    var position = 0
    /// Frames now and soon; 0 before the first aim.
    var delay: Float = 0
    var target: Float = 0
    var feedback: Float = 0

    @_noLocks init() {}
  }

  /// The lowest cutoff, in hertz.
  private static let lowest = 20.0

  init(voices: Int, framesPerSecond: Double) {
    var frames = 4
    while Double(frames) < framesPerSecond / Self.lowest + 4 { frames <<= 1 }
    mask = frames - 1
    memory = FixedBuffer(repeating: 0, count: max(1, voices * 2 * frames))
    states = FixedBuffer(repeating: State(), count: voices)
  }

  /// Readies a voice for a new note. [audio-thread]
  @_noLocks func clear(_ voice: Int) {
    guard voice < states.count, states[voice].target != 0 else { return }
    states[voice] = State()
    let first = voice * 2 * (mask + 1)
    for frame in first..<first + 2 * (mask + 1) { memory[frame] = 0 }
  }

  /// - Parameters:
  ///   - octave: the cutoff, in octaves above 1 Hz.
  ///   - resonance: the height of the peaks, in decibels.
  @_noLocks func aim(_ voice: Int, octave: Float, resonance: Float, secondsPerFrame: Float) {
    let hertz = FastMath.exp2(min(max(octave, 1), 16))
    let delay = min(max(1 / (hertz * secondsPerFrame), 1), Float(mask - 2))
    states[voice].target = delay
    if states[voice].delay == 0 { states[voice].delay = delay }
    states[voice].feedback = 1 - FastMath.exp2(-min(max(resonance, 0), 40) / 6.0206)
  }

  /// Filters the frames of one voice where they are. [audio-thread]
  @_noLocks func process(
    _ voice: Int, lane: Int, from first: Int, to count: Int, _ heard: borrowing StereoLaneBuffer
  ) {
    var state = states[voice]
    for frame in first..<count {
      // It glides, so that a cutoff that moves does not click.
      state.delay += (state.target - state.delay) * 0.01
      state.position = (state.position + 1) & mask
      let left = 2 * voice * (mask + 1)
      heard.left[frame][lane] = next(heard.left[frame][lane], left, state)
      heard.right[frame][lane] = next(heard.right[frame][lane], left + mask + 1, state)
    }
    states[voice] = state
  }

  /// One frame of the channel whose memory begins at `first`.
  @_noLocks private func next(_ sample: Float, _ first: Int, _ state: State) -> Float {
    let whole = Int(state.delay)
    let share = state.delay - Float(whole)
    let newer = memory[first + (state.position - whole) & mask]
    let older = memory[first + (state.position - whole - 1) & mask]
    let past = newer + (older - newer) * share
    let now = sample + past * state.feedback
    memory[first + state.position] = now
    return (now + past) * 0.5
  }
}
