import Realtime
import Synchronization

/// Frames on their way from a capturing thread to the audio thread, which live by two clocks.
///
/// Some periods are kept in store. When they run out, as they must when the input's clock is the slower one
/// or its device has gone, silence comes until the store is full again; what is too much is left out.
final class InputStream: Sendable {
  private let ring: SPSCRing<SIMD2<Float>>
  private let frames: RingHandle<SIMD2<Float>>
  private let storeFrames: Int
  private let isFilling = Atomic<Bool>(true)
  private let dropouts = Atomic<Int>(0)
  private let ending = Atomic<Bool>(false)
  private let isResting = Atomic<Bool>(false)
  private let isFull = Atomic<Bool>(false)

  /// Periods in store when all is well.
  static let storePeriods = 2
  /// More than so many periods are too much.
  private static let mostPeriods = 6

  init(periodFrames: Int) {
    ring = SPSCRing(capacity: Self.mostPeriods * periodFrames * 2)
    frames = ring.handle
    storeFrames = Self.storePeriods * periodFrames
  }

  /// How often the input had nothing to give, or too much. [any-thread]
  var dropoutCount: Int { dropouts.load(ordering: .relaxed) }

  /// Until `wake` nobody listens, and nobody misses what comes. [audio-thread]
  func rest() { isResting.store(true, ordering: .relaxed) }

  /// What came during a rest is past. [audio-thread]
  func wake() {
    guard isResting.load(ordering: .relaxed) else { return }
    while frames.pop() != nil {}
    isFilling.store(true, ordering: .relaxed)
    isResting.store(false, ordering: .relaxed)
  }

  /// Nobody takes anything any more. [any-thread]
  func end() { ending.store(true, ordering: .relaxed) }
  var isEnding: Bool { ending.load(ordering: .relaxed) }

  /// What finds no room is left out, and counted as one gap up to what finds some. [capturing thread]
  @_noLocks func put(_ frame: SIMD2<Float>) {
    let isLeftOut = !frames.push(frame)
    if isLeftOut, !isFull.load(ordering: .relaxed), !isResting.load(ordering: .relaxed) {
      dropouts.wrappingAdd(1, ordering: .relaxed)
    }
    isFull.store(isLeftOut, ordering: .relaxed)
  }

  /// Fills two planes, as far as there is anything with sound. [audio-thread]
  @_noLocks func take(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    settle(frameCount)
    let isSilent = isFilling.load(ordering: .relaxed)
    for index in 0..<frameCount {
      let frame = isSilent ? SIMD2<Float>.zero : frames.pop() ?? .zero
      left[index] = frame.x
      right[index] = frame.y
    }
  }

  /// Whether this period is served, and from where.
  @_noLocks private func settle(_ frameCount: Int) {
    let waiting = frames.count
    if isFilling.load(ordering: .relaxed) {
      if waiting >= storeFrames + frameCount { isFilling.store(false, ordering: .relaxed) }
    } else if waiting < frameCount {
      isFilling.store(true, ordering: .relaxed)
      dropouts.wrappingAdd(1, ordering: .relaxed)
    } else if waiting > storeFrames * Self.mostPeriods / Self.storePeriods {
      for _ in 0..<(waiting - storeFrames - frameCount) { _ = frames.pop() }
      dropouts.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
