import CRealtime
import SpinetDSP
import SpinetRealtime
import SpinetVoices

/// The comb filters of all voices, two for each: a sound is added to itself one period of the cutoff later, and repeats.
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
    /// How many frames the memory has of this note. Older ones are of another, and count as silent.
    var filled = 0

    @_noLocks init() {}
  }

  /// Both filters of a voice may be combs.
  static var count: Int { @_noLocks get { 2 } }

  /// The lowest cutoff, in hertz.
  private static let lowest = 20.0

  init(voices: Int, framesPerSecond: Double) {
    var frames = 4
    while Double(frames) < framesPerSecond / Self.lowest + 4 { frames <<= 1 }
    mask = frames - 1
    memory = FixedBuffer(repeating: 0, count: max(1, voices * Self.count * 2 * frames))
    states = FixedBuffer(repeating: State(), count: voices * Self.count)
  }

  /// Readies a voice for a new note. [audio-thread]
  @_noLocks func clear(_ voice: Int) {
    guard voice * Self.count < states.count else { return }
    for comb in voice * Self.count..<(voice + 1) * Self.count { states[comb] = State() }
  }

  /// - Parameters:
  ///   - comb: which of the voice's.
  ///   - octave: the cutoff, in octaves above 1 Hz.
  ///   - resonance: the height of the peaks, in decibels.
  @_noLocks func aim(_ voice: Int, _ comb: Int, octave: Float, resonance: Float, secondsPerFrame: Float) {
    let place = voice * Self.count + comb
    let hertz = FastMath.exp2(min(max(octave, 1), 16))
    let delay = min(max(1 / (hertz * secondsPerFrame), 1), Float(mask - 2))
    states[place].target = delay
    if states[place].delay == 0 { states[place].delay = delay }
    states[place].feedback = 1 - FastMath.exp2(-min(max(resonance, 0), 40) / 6.0206)
  }

  /// Filters the frames of one voice where they are. [audio-thread]
  @_noLocks func process(
    _ voice: Int, _ comb: Int, lane: Int, from first: Int, to count: Int,
    _ frames: borrowing VoiceFrames
  ) {
    let place = voice * Self.count + comb
    var state = states[place]
    let memory = 2 * place * (mask + 1)
    let (left, right) = frames.addresses(from: first, count: count - first, lane: lane)
    for frame in 0..<count - first {
      // It glides, so that a cutoff that moves does not click.
      state.delay += (state.target - state.delay) * 0.01
      state.position = (state.position + 1) & mask
      left[frame] = next(left[frame], memory, state)
      right[frame] = next(right[frame], memory + mask + 1, state)
      if state.filled < mask { state.filled += 1 }
    }
    states[place] = state
  }

  /// One frame of the channel whose memory begins at `first`.
  @_noLocks private func next(_ sample: Float, _ first: Int, _ state: State) -> Float {
    let whole = Int(state.delay)
    let share = state.delay - Float(whole)
    let newer = whole <= state.filled ? memory[first + (state.position - whole) & mask] : 0
    let older = whole < state.filled ? memory[first + (state.position - whole - 1) & mask] : 0
    let past = newer + (older - newer) * share
    let now = sample + past * state.feedback
    memory[first + state.position] = now
    return (now + past) * 0.5
  }
}
