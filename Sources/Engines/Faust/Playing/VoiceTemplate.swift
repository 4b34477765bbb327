import CFaust
import Glibc

/// What a voice begins as: a state that nothing has happened to, but for what follows the widgets without a
/// note, which has arrived.
///
/// Programs smooth their controls (`si.smoo`), and in a new state all that begins at 0: each note would
/// begin with a sweep. So one state runs on without a note after every move of a widget, and of it a voice
/// takes what comes to rest there; oscillators, noise and delays begin as in a state that is new.
struct VoiceTemplate {
  let lane: VoiceLane
  private let fresh: UnsafeMutableRawPointer
  /// The parts of the state that come to rest, as words of 32 bits.
  private let words: UnsafeMutablePointer<Int>
  private let wordCount: Int
  /// What these words were one span and two spans ago.
  private let before: UnsafeMutablePointer<Float>
  private let earlier: UnsafeMutablePointer<Float>
  /// Frames that it still has to run.
  var frames = 0

  /// - Parameters:
  ///   - lane: with its controls moved away from where they begin.
  ///   - run: plays so many frames of it, unheard.
  init(
    _ lane: VoiceLane, fresh: UnsafeMutableRawPointer, functions: FaustFunctions, settleFrames: Int,
    run: (Int) -> Void
  ) {
    self.lane = lane
    self.fresh = fresh
    run(settleFrames)
    let settled = Self.words(of: lane.memory, functions)
    run(Self.pauseFrames)
    let later = Self.words(of: lane.memory, functions)
    let new = Self.words(of: fresh, functions)
    let resting = new.indices.filter { Self.rests(settled[$0], later[$0], new[$0]) }
    words = FaustVoicePlayer.copy(resting)
    wordCount = resting.count
    before = FaustVoicePlayer.copy(resting.map { _ in 0 })
    earlier = FaustVoicePlayer.copy(resting.map { _ in 0 })
    memcpy(lane.memory, fresh, functions.state_size)
  }

  func deallocate() {
    lane.deallocate()
    words.deallocate()
    before.deallocate()
    earlier.deallocate()
  }

  /// A number of frames after which nothing that swings is where it was.
  private static let pauseFrames = 1009

  private static func words(of state: UnsafeMutableRawPointer, _ functions: FaustFunctions) -> [UInt32] {
    let count = functions.state_size / MemoryLayout<UInt32>.size
    return Array(UnsafeRawBufferPointer(start: state, count: 4 * count).bindMemory(to: UInt32.self))
  }

  /// Whether a word has come to rest elsewhere than where it began. Whole numbers, which look like floats
  /// next to nothing, are counters, and begin anew.
  private static func rests(_ word: UInt32, _ later: UInt32, _ new: UInt32) -> Bool {
    let (value, after) = (Float(bitPattern: word), Float(bitPattern: later))
    return word != new && value.isNormal && abs(after - value) <= 1e-5 * abs(value)
  }

  /// Makes a state what a voice begins as. [audio-thread]
  @_noLocks func copy(into memory: UnsafeMutableRawPointer, _ functions: UnsafeMutablePointer<FaustFunctions>)
  {
    faust_copy(functions, memory, fresh)
    let (from, into) = (lane.memory, memory)
    for index in 0..<wordCount {
      let offset = words[index] * 4
      into.storeBytes(
        of: from.load(fromByteOffset: offset, as: UInt32.self), toByteOffset: offset, as: UInt32.self)
    }
  }

  // MARK: Arriving

  /// Notes where the words are now, at the end of a span. [audio-thread]
  @_noLocks func note() {
    for index in 0..<wordCount {
      earlier[index] = before[index]
      before[index] = word(index).pointee
    }
  }

  /// Moves words that approach a goal to just before it, and returns whether any word still moved. Call it a span after
  /// the second of two calls of `note`, all spans of the same length. [audio-thread]
  ///
  /// A one-pole smoother covers the same part of its remaining way in every span, so three values tell its goal
  /// (Aitken's delta-squared process). In a chain of smoothers each call brings one more to its goal.
  @_noLocks func approachGoals() -> Bool {
    var isMoving = false
    for index in 0..<wordCount {
      let now = word(index).pointee
      let (step, last) = (before[index] - earlier[index], now - before[index])
      guard abs(last) > 1e-4 * abs(now) else { continue }
      isMoving = true
      // Other words turn, hurry or go straight on: nobody can tell where to.
      guard step * last > 0, abs(last) < 0.99 * abs(step) else { continue }
      word(index).pointee = now + Self.share * last * (last / (step - last))
    }
    return isMoving
  }

  /// How much of the way is covered at once. Not all, so that rounding carries no word beyond its goal, where a program
  /// may take the root of a negative number.
  private static var share: Float { @_noLocks get { 0.999 } }

  @_noLocks private func word(_ index: Int) -> UnsafeMutablePointer<Float> {
    (lane.memory + words[index] * 4).assumingMemoryBound(to: Float.self)
  }
}
