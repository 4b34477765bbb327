import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization

/// The loop of the audio thread: waits for room, renders a period, and writes it to the device.
///
/// It handles everything that a device can do. While the device is disconnected, a stand-in replaces it, so
/// that commands are still taken and voices still end.
final class PlaybackLoop: @unchecked Sendable {
  // Sendable because after `init` only the audio thread uses what is neither atomic nor constant.
  let shared = OutputSharedState()
  let waker: Waker
  let format: OutputFormat

  let device: any PCMPort
  let standIn: NullPort
  private(set) var port: any PCMPort
  var lostSince = HostTime(nanoseconds: 0)
  var nextAttempt = PlaybackLoop.never

  let engine: any SoundEngine
  /// Whether the device continues in silence.
  let neverRests: Bool
  /// Whether the default PCM may play while the device is away.
  let hasStandIn: Bool
  let link: EngineLink
  private var tap: SoundTapEnd?
  /// Set before the start.
  var clicks: ClickTrack?
  /// Points to a `FrameRecorder`.
  let recorder = RealtimeReference()
  let input: InputStream?
  private let inputBuffer: SampleBuffer
  private let buffer: SampleBuffer
  private let silence: SampleBuffer
  private var clock: StreamClock
  private var latencyFrames: Int64
  /// The stream position after the last rendered frame.
  private var position: Int64 = 0
  /// Whether there was any sound since the start.
  var hasSounded = false
  /// The number of frames of the last block that the device has not taken yet.
  private var pending = 0

  static let defaultPCM = "default"
  // Half of the clock's range, so that the distance to it fits into 64 bits.
  static let never = HostTime(nanoseconds: UInt64(Int64.max))
  /// If waking up took longer than this, waiting events are late instead of delayed. Seconds.
  private static let longestWakeUp = 0.1

  init(
    device: any PCMPort, engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder? = nil,
    input: InputStream? = nil, neverRests: Bool = false, hasStandIn: Bool = true
  ) throws(SpinetError) {
    waker = try Waker()
    self.neverRests = neverRests
    self.hasStandIn = hasStandIn
    self.device = device
    format = device.format
    standIn = NullPort(format: device.format, timedBy: device)
    port = device
    self.engine = engine
    self.link = link
    tap = link.tap?.claimEnd()
    self.recorder.replace(with: recorder)
    self.input = input
    inputBuffer = SampleBuffer(capacity: format.periodFrames, channels: input?.channels ?? 2)
    let outputs = max(2, min(format.channels, engine.outputCount))
    buffer = SampleBuffer(capacity: format.periodFrames, channels: outputs)
    silence = SampleBuffer(capacity: format.periodFrames)
    latencyFrames = Int64(format.latencyFrames)
    clock = StreamClock(
      framesPerSecond: Double(format.framesPerSecond), latencyFrames: latencyFrames)
  }

  /// Continues with another device, which has another clock.
  func change(to port: any PCMPort) {
    self.port = port
    clock = StreamClock(
      framesPerSecond: Double(format.framesPerSecond), latencyFrames: latencyFrames)
  }

  /// Plays until it is told to stop. The device is closed when this returns.
  func run() {
    begin(isWaking: true)
    while !shared.isStopping.load(ordering: .relaxed) { turn() }
    port.drop()
    device.close()
    // For the next stream, which may begin before this object is gone.
    tap = nil
    shared.state.store(.stopped, ordering: .releasing)
  }

  /// One round of the loop.
  func turn() {
    if isLost, port.now >= nextAttempt { reopen() }
    if shared.state.load(ordering: .relaxed) == .paused { rest() } else { play() }
  }

  /// Starts the stream with a buffer of silence. No event falls into it, because every event is played at
  /// least that much later than it occurs.
  ///
  /// - Parameter isWaking: whether events may have been waiting for the start.
  func begin(isWaking: Bool = false) {
    let code = startStream(on: port)
    if code < 0 { return lose(errno: Int32(-code)) }
    recordStart(at: port.now, isWaking: isWaking)
  }

  /// Records that the stream started at `moment`.
  func recordStart(at moment: HostTime, isWaking: Bool = false) {
    input?.wake()
    if isWaking { latencyFrames = Int64(format.latencyFrames) }
    restartClock(at: moment)
    if isWaking { delayWakingEvents(since: moment) }
    shared.latencyFrames.store(Int(latencyFrames), ordering: .relaxed)
    shared.hasPlayed.store(true, ordering: .releasing)
    shared.state.store(.playing, ordering: .releasing)
  }

  // MARK: Playing

  private func play() {
    if pending == 0 {
      let room = port.room()
      if room < 0 { return recover(from: room) }
      clock.observe(playedFrame: position - Int64(format.bufferFrames - room), at: port.now)
      guard room >= format.periodFrames else { return waitForRoom() }
      renderBlock()
    }
    writePending()
    if pending == 0, isIdle { pause() }
  }

  private func renderBlock() {
    var block = buffer.block(
      frameCount: format.periodFrames, firstFrame: position, timeline: clock.timeline)
    block.isActive = !isLost
    if let input {
      input.take(inputBuffer.channels)
      block.input = AudioInput(inputBuffer.channels)
    }
    link.meters.recordBlockStart(at: .now)
    engine.render(block)
    link.meters.recordBlockEnd()
    if let clicks, clicks.isRecorded { clicks.play(into: block) }
    record(block)
    tap?.take(block)
    if let clicks, !clicks.isRecorded { clicks.play(into: block) }
    position += Int64(format.periodFrames)
    pending = format.periodFrames
  }

  private func record(_ block: AudioBlock) {
    let recorder = recorder.handle
    if let buffer = recorder.acquire() {
      Unmanaged<FrameRecorder>.fromOpaque(buffer)._withUnsafeGuaranteedRef { $0.take(block) }
    }
    recorder.release()
  }

  private func writePending() {
    let block = buffer.block(
      frameCount: format.periodFrames, firstFrame: position, timeline: clock.timeline)
    let taken = port.write(block.slice(from: format.periodFrames - pending, count: pending))
    if taken < 0 { return recover(from: taken) }
    pending -= taken
    guard pending > 0 else { return }
    shared.shortWrites.wrappingAdd(1, ordering: .relaxed)
    waitForRoom()
  }

  private func waitForRoom() {
    let code = port.waitForRoom(or: waker)
    if code < 0 { recover(from: code) }
  }

  // MARK: Starting

  /// Returns 0, or the device's error code.
  func startStream(on port: any PCMPort) -> Int {
    let prepared = port.prepare()
    if prepared < 0 { return prepared }
    var left = format.bufferFrames
    while left > 0 {
      let count = min(left, format.periodFrames)
      let taken = port.write(
        silence.block(frameCount: count, firstFrame: position, timeline: clock.timeline))
      if taken <= 0 { return taken < 0 ? taken : Int(-EIO) }
      left -= taken
    }
    return port.start()
  }

  /// The next frame of the stream leaves the device after the buffer of silence.
  func restartClock(at moment: HostTime) {
    clock.restart(
      playedFrame: position - Int64(pending + format.bufferFrames), at: moment,
      latencyFrames: latencyFrames)
  }

  /// If starting took so long that waiting commands would be late, delays all events of this run by the same
  /// time. So their spacing is kept.
  private func delayWakingEvents(since moment: HostTime) {
    guard let oldest = link.oldestCommandTime else { return }
    let late = position - clock.timeline.frame(of: oldest)
    guard late > 0, Double(late) < Self.longestWakeUp * Double(format.framesPerSecond) else {
      return
    }
    latencyFrames += late
    restartClock(at: moment)
  }

  // MARK: Recovering

  private func recover(from code: Int) {
    switch PCMFault(code: code) {
    case .notNow: waitForRoom()
    case .underrun:
      if !isLost { shared.underruns.wrappingAdd(1, ordering: .relaxed) }
      begin()
    case .suspended:
      shared.suspensions.wrappingAdd(1, ordering: .relaxed)
      if !resumed() { begin() }
    case .lost(let errno): lose(errno: errno)
    }
  }
}
