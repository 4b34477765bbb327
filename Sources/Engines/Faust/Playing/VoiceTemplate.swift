import CFaust
import Glibc
import SpinetRealtime

/// The state in which a voice starts: that of a new instance, except that smoothed widget values have arrived.
///
/// Programs smooth their controls (`si.smoo`), and in a new instance every smoothed value starts at 0, so each note
/// would start with a sweep. Therefore one instance runs for a while after every move of a widget, without a note. The
/// parts of its state that come to rest are copied into a new voice. Oscillators, noise and delays start as in a new
/// instance.
struct VoiceTemplate: ~Copyable {
  /// The running instance.
  let lane: VoiceLane
  /// An instance that never computes.
  private let fresh: UnsafeMutableRawPointer
  private let lanes: VoiceLanes
  /// The parts of the state that come to rest, as indices of 32-bit words.
  private let words: FixedBuffer<Int>
  /// The values of these words at the last call of `record`, and at the call before.
  private let last: FixedBuffer<Float>
  private let earlier: FixedBuffer<Float>

  /// - Parameters:
  ///   - lanes: one lane, whose controls are not at their initial values.
  ///   - settles: whether smoothed values have arrived when a voice starts. That is only possible if the state consists
  ///     of floats.
  ///   - run: computes some frames of it.
  init(
    _ lanes: consuming VoiceLanes, fresh: UnsafeMutableRawPointer, functions: FaustFunctions,
    settles: Bool, settleFrames: Int, run: (Int) -> Void
  ) {
    lane = lanes.first
    self.lanes = lanes
    self.fresh = fresh
    run(settleFrames)
    let settled = Self.words(of: lane.memory, functions)
    run(Self.pauseFrames)
    let later = Self.words(of: lane.memory, functions)
    let new = Self.words(of: fresh, functions)
    let resting = !settles ? [] : new.indices.filter { Self.rests(settled[$0], later[$0], new[$0]) }
    words = FixedBuffer(count: resting.count) { resting[$0] }
    last = FixedBuffer(repeating: 0, count: resting.count)
    earlier = FixedBuffer(repeating: 0, count: resting.count)
    memcpy(lane.memory, fresh, functions.state_size)
  }

  /// A prime number, so that hardly any oscillation has the same phase again.
  private static let pauseFrames = 1009

  private static func words(of state: UnsafeMutableRawPointer, _ functions: FaustFunctions) -> [UInt32] {
    let count = functions.state_size / MemoryLayout<UInt32>.size
    return Array(UnsafeRawBufferPointer(start: state, count: 4 * count).bindMemory(to: UInt32.self))
  }

  /// Whether a word has come to rest at another value than its first. Integers are counters and start again; read as
  /// floats they are denormals.
  private static func rests(_ word: UInt32, _ later: UInt32, _ new: UInt32) -> Bool {
    let (value, after) = (Float(bitPattern: word), Float(bitPattern: later))
    return word != new && value.isNormal && abs(after - value) <= 1e-5 * abs(value)
  }

  @_noLocks private func word(_ index: Int, of state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Float>
  {
    (state + words[index] * 4).assumingMemoryBound(to: Float.self)
  }

  /// Gives an instance the state in which a voice starts. [audio-thread]
  @_noLocks func copy(into memory: UnsafeMutableRawPointer, _ functions: UnsafeMutablePointer<FaustFunctions>)
  {
    faust_copy(functions, memory, fresh)
    for index in 0..<words.count { word(index, of: memory).pointee = word(index, of: lane.memory).pointee }
  }

  // MARK: Arriving after a rest

  /// Records the values of the words, before and after a span of frames. [audio-thread]
  @_noLocks func record() {
    for index in 0..<words.count {
      earlier[index] = last[index]
      last[index] = word(index, of: lane.memory).pointee
    }
  }

  /// Moves each word that approaches a target almost to it. Returns whether any word was still moving. Call it one span
  /// after the second of two calls of `record`, with all spans of the same length. [audio-thread]
  ///
  /// A one-pole smoother covers the same share of its remaining way in every span, so its target follows from three
  /// values (Aitken's delta-squared process). In a chain of smoothers each call brings one more to its target.
  @_noLocks func approachTargets() -> Bool {
    var isMoving = false
    for index in 0..<words.count {
      let now = word(index, of: lane.memory)
      let (step, nextStep) = (last[index] - earlier[index], now.pointee - last[index])
      guard abs(nextStep) > 1e-4 * abs(now.pointee) else { continue }
      isMoving = true
      // The target of a word that turns back, does not slow down or slows down too little is unknown.
      guard step * nextStep > 0, abs(nextStep) < 0.99 * abs(step) else { continue }
      now.pointee += Self.share * nextStep * (nextStep / (step - nextStep))
    }
    return isMoving
  }

  /// The share of the way that is covered at once. It is less than 1 because rounding must carry no word beyond its
  /// target, where a program may take the root of a negative number.
  private static var share: Float { @_noLocks get { 0.999 } }
}
