import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization

/// What the audio thread does, round after round: wait for room, render a period, hand it over.
///
/// It keeps the device playing through everything a device can do. While the device is gone a stand-in
/// takes its place, so that commands are taken and voices end as ever.
final class PlaybackLoop: @unchecked Sendable {
  // Sendable because after `init` only the audio thread touches what is neither atomic nor constant.
  let shared = OutputSharedState()
  let waker: Waker
  let format: OutputFormat

  let device: any PCMPort
  let standIn: NullPort
  private(set) var port: any PCMPort
  var lostSince = HostTime(nanoseconds: 0)
  var nextAttempt = PlaybackLoop.never

  let engine: any SoundEngine
  let link: EngineLink
  let recorder: FrameRecorder?
  let input: InputStream?
  private let inputBuffer: SampleBuffer
  private let buffer: SampleBuffer
  private let silence: SampleBuffer
  private var clock: StreamClock
  private var latencyFrames: Int64
  /// The stream position after the last rendered frame.
  private var position: Int64 = 0
  /// Whether anything has been heard since the start.
  var hasSounded = false
  /// How many of the last block's frames the device has not taken yet.
  private var pending = 0

  static let defaultPCM = "default"
  // Half of all time, so that the way to it is a number.
  static let never = HostTime(nanoseconds: UInt64(Int64.max))
  /// A wake-up that takes longer than this delays its events no further. Seconds.
  private static let longestWakeUp = 0.1

  init(
    device: any PCMPort, engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder? = nil,
    input: InputStream? = nil
  ) throws(SpinetError) {
    waker = try Waker()
    self.device = device
    format = device.format
    standIn = NullPort(format: device.format, timedBy: device)
    port = device
    self.engine = engine
    self.link = link
    self.recorder = recorder
    self.input = input
    inputBuffer = SampleBuffer(capacity: format.periodFrames)
    buffer = SampleBuffer(capacity: format.periodFrames)
    silence = SampleBuffer(capacity: format.periodFrames)
    latencyFrames = Int64(format.latencyFrames)
    clock = StreamClock(framesPerSecond: Double(format.framesPerSecond), latencyFrames: latencyFrames)
  }

  /// Goes on with another device, whose clock is another.
  func change(to port: any PCMPort) {
    self.port = port
    clock = StreamClock(framesPerSecond: Double(format.framesPerSecond), latencyFrames: latencyFrames)
  }

  /// Plays until it is told to stop; the device is closed when it returns.
  func run() {
    begin(isWaking: true)
    while !shared.isStopping.load(ordering: .relaxed) { turn() }
    port.drop()
    device.close()
    shared.state.store(.stopped, ordering: .releasing)
  }

  /// One round.
  func turn() {
    if isLost, port.now >= nextAttempt { reopen() }
    if shared.state.load(ordering: .relaxed) == .paused { rest() } else { play() }
  }

  /// Starts the stream with a buffer of silence, in which no event has its place: a constant latency later
  /// than now is after it.
  ///
  /// - Parameter isWaking: events may have been waiting for it.
  func begin(isWaking: Bool = false) {
    let code = startStream(on: port)
    if code < 0 { return lose(errno: Int32(-code)) }
    noteBegun(at: port.now, isWaking: isWaking)
  }

  /// The stream has been started, at `moment`.
  func noteBegun(at moment: HostTime, isWaking: Bool = false) {
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
    block.isHeard = !isLost
    if let input {
      input.take(inputBuffer.left, inputBuffer.right, frameCount: format.periodFrames)
      block.input = StereoInput(left: inputBuffer.left, right: inputBuffer.right)
    }
    link.meters.noteBlockBegins(at: .now)
    engine.render(block)
    link.meters.noteBlockEnds()
    recorder?.take(block)
    position += Int64(format.periodFrames)
    pending = format.periodFrames
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

  /// 0, or what the device has against it.
  func startStream(on port: any PCMPort) -> Int {
    let prepared = port.prepare()
    if prepared < 0 { return prepared }
    var left = format.bufferFrames
    while left > 0 {
      let count = min(left, format.periodFrames)
      let taken = port.write(silence.block(frameCount: count, firstFrame: position, timeline: clock.timeline))
      if taken <= 0 { return taken < 0 ? taken : Int(-EIO) }
      left -= taken
    }
    return port.start()
  }

  /// The next frame of the stream leaves the device after the buffer of silence.
  func restartClock(at moment: HostTime) {
    clock.restart(
      playedFrame: position - Int64(pending + format.bufferFrames), at: moment, latencyFrames: latencyFrames)
  }

  /// When starting took so long that waiting commands come late, all events of this run come later by
  /// that much: they keep their spacing.
  private func delayWakingEvents(since moment: HostTime) {
    guard let oldest = link.oldestCommandTime else { return }
    let late = position - clock.timeline.frame(of: oldest)
    guard late > 0, Double(late) < Self.longestWakeUp * Double(format.framesPerSecond) else { return }
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
