import SpinetRealtime
import Synchronization

/// Passes frames from the capturing thread to the audio thread. The two run by different clocks.
///
/// Two periods are kept in reserve. The reserve runs out if the input's clock is slower or its device is
/// disconnected; then there is silence until it is full again. If the input's clock is faster, surplus frames
/// are dropped.
final class InputStream: @unchecked Sendable {
  // Sendable because only the capturing thread uses `incoming`, and only the audio thread uses `samples`.
  @exclusivity(unchecked) private var incoming: RingProducer<Float>
  @exclusivity(unchecked) private var samples: RingConsumer<Float>
  private let gauge: RingGauge<Float>
  let channels: Int
  private let storeFrames: Int
  private let isFilling = Atomic<Bool>(true)
  private let dropouts = Atomic<Int>(0)
  private let ending = Atomic<Bool>(false)
  private let isResting = Atomic<Bool>(false)
  private let isFull = Atomic<Bool>(false)
  private let device = Mutex<Capture.State>(.running)

  /// The normal reserve, in periods.
  static let storePeriods = 2
  /// Frames are dropped when the reserve is larger than this. Periods.
  private static let mostPeriods = 6

  init(periodFrames: Int, channels: Int) {
    let ring = SPSCRing<Float>(capacity: Self.mostPeriods * periodFrames * 2 * channels)
    incoming = ring.producer
    samples = ring.consumer
    gauge = ring.gauge
    self.channels = channels
    storeFrames = Self.storePeriods * periodFrames
  }

  /// How often the input had too few or too many frames. [any-thread]
  var dropoutCount: Int { dropouts.load(ordering: .relaxed) }

  /// The state of the device. [any-thread]
  var state: Capture.State { device.withLock { $0 } }

  /// Only for the capturing thread.
  func record(_ state: Capture.State) { device.withLock { $0 = state } }

  /// Frames are not needed until `wake`, and missing ones are not counted. [audio-thread]
  func rest() { isResting.store(true, ordering: .relaxed) }

  /// Drops the frames that arrived during the rest. [audio-thread]
  func wake() {
    guard isResting.load(ordering: .relaxed) else { return }
    drop(waitingFrames)
    isFilling.store(true, ordering: .relaxed)
    isResting.store(false, ordering: .relaxed)
  }

  /// Tells the capturing thread to end. [any-thread]
  func end() { ending.store(true, ordering: .relaxed) }
  var isEnding: Bool { ending.load(ordering: .relaxed) }

  /// Takes a sample for each channel, or drops the frame if the ring is full. Consecutive dropped frames count as one
  /// dropout. Only for the capturing thread.
  func put(_ frame: Samples) {
    let isLeftOut = gauge.count + channels > gauge.capacity
    if !isLeftOut { for channel in 0..<channels { _ = incoming.push(frame[channel]) } }
    if isLeftOut, !isFull.load(ordering: .relaxed), !isResting.load(ordering: .relaxed) {
      dropouts.wrappingAdd(1, ordering: .relaxed)
    }
    isFull.store(isLeftOut, ordering: .relaxed)
  }

  /// Fills a buffer with input frames, or with silence where there are none. [audio-thread]
  ///
  /// - Parameter buffer: of `channels` channels.
  @_noLocks func take(_ buffer: PlanarSamples) {
    settle(buffer.frameCount)
    let isSilent = isFilling.load(ordering: .relaxed)
    for frame in 0..<buffer.frameCount {
      for channel in 0..<channels { buffer[channel][frame] = isSilent ? 0 : samples.pop() ?? 0 }
    }
  }

  /// The number of complete frames in the ring.
  private var waitingFrames: Int { @_noLocks get { samples.count / channels } }

  @_noLocks private func drop(_ frameCount: Int) {
    for _ in 0..<(frameCount * channels) { _ = samples.pop() }
  }

  /// Decides whether this period has sound, and drops surplus frames.
  @_noLocks private func settle(_ frameCount: Int) {
    let waiting = waitingFrames
    if isFilling.load(ordering: .relaxed) {
      if waiting >= storeFrames + frameCount { isFilling.store(false, ordering: .relaxed) }
    } else if waiting < frameCount {
      isFilling.store(true, ordering: .relaxed)
      dropouts.wrappingAdd(1, ordering: .relaxed)
    } else if waiting > storeFrames * Self.mostPeriods / Self.storePeriods {
      drop(waiting - storeFrames - frameCount)
      dropouts.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
