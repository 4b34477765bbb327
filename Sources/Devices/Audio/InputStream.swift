import SpinetRealtime
import Synchronization

/// Frames on their way from a capturing thread to the audio thread, which run by two clocks.
///
/// Some periods are kept in store. They run out when the input's clock is the slower one or its device has
/// gone; then there is silence until the store is full again. Surplus frames are dropped.
final class InputStream: @unchecked Sendable {
  // Sendable because only the capturing thread touches `incoming`, and only the audio thread `frames`.
  @exclusivity(unchecked) private var incoming: RingProducer<SIMD2<Float>>
  @exclusivity(unchecked) private var frames: RingConsumer<SIMD2<Float>>
  private let storeFrames: Int
  private let isFilling = Atomic<Bool>(true)
  private let dropouts = Atomic<Int>(0)
  private let ending = Atomic<Bool>(false)
  private let isResting = Atomic<Bool>(false)
  private let isFull = Atomic<Bool>(false)
  private let device = Mutex<Capture.State>(.running)

  /// Periods in store when all is well.
  static let storePeriods = 2
  /// Periods in store from which frames are dropped.
  private static let mostPeriods = 6

  init(periodFrames: Int) {
    let ring = SPSCRing<SIMD2<Float>>(capacity: Self.mostPeriods * periodFrames * 2)
    incoming = ring.producer
    frames = ring.consumer
    storeFrames = Self.storePeriods * periodFrames
  }

  /// How often the input had nothing to give, or too much. [any-thread]
  var dropoutCount: Int { dropouts.load(ordering: .relaxed) }

  /// How the device is doing. [any-thread, not the audio thread]
  var state: Capture.State { device.withLock { $0 } }

  /// [capturing thread]
  func note(_ state: Capture.State) { device.withLock { $0 = state } }

  /// Until `wake` frames are not needed, and none is counted as missed. [audio-thread]
  func rest() { isResting.store(true, ordering: .relaxed) }

  /// Drops what came during the rest. [audio-thread]
  func wake() {
    guard isResting.load(ordering: .relaxed) else { return }
    while frames.pop() != nil {}
    isFilling.store(true, ordering: .relaxed)
    isResting.store(false, ordering: .relaxed)
  }

  /// Nothing is taken any more. [any-thread]
  func end() { ending.store(true, ordering: .relaxed) }
  var isEnding: Bool { ending.load(ordering: .relaxed) }

  /// A frame that finds no room is dropped; frames dropped in a row count as one gap. [capturing thread]
  @_noLocks func put(_ frame: SIMD2<Float>) {
    let isLeftOut = !incoming.push(frame)
    if isLeftOut, !isFull.load(ordering: .relaxed), !isResting.load(ordering: .relaxed) {
      dropouts.wrappingAdd(1, ordering: .relaxed)
    }
    isFull.store(isLeftOut, ordering: .relaxed)
  }

  /// Fills two buffers with what there is, and with silence. [audio-thread]
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

  /// Decides whether this period brings sound, and drops surplus frames.
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
