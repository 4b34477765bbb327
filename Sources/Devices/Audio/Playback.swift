import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

/// Plays to an ALSA PCM, or to `none`, on a thread of its own.
package final class Playback: AudioOutput {
  package let format: OutputFormat
  private let device: Device
  private let neverRests: Bool
  private let hasStandIn: Bool
  private let running = Mutex<Running?>(nil)
  private let clicks = Mutex<ClickTrack?>(nil)
  private let thread = Mutex<AudioThread?>(nil)

  // Sendable because the device is used by the opening thread before the start, and by the audio thread after
  // it.
  private struct Device: @unchecked Sendable { let port: any PCMPort }

  private struct Running: Sendable {
    let loop: PlaybackLoop
    let grant: RealtimeGrant
  }

  /// Opens the device; `none` is a clock without a device. [control-thread]
  package convenience init(_ request: OutputRequest) throws(SpinetError) {
    if request.pcm == OutputRequest.noPCM {
      self.init(port: NullPort(request), neverRests: request.neverRests, hasStandIn: false)
    } else {
      var request = request
      request.pcm = PCMDescription.name(meantBy: request.pcm)
      self.init(
        port: try Self.openPort(request), neverRests: request.neverRests, hasStandIn: !request.isOnly)
    }
  }

  /// Nil if the PCM cannot play now, without a look at the other cards. [any-thread]
  package convenience init?(ifAvailable request: OutputRequest) {
    guard request.pcm != OutputRequest.noPCM, let port = try? Self.openedPort(request).get() else {
      return nil
    }
    self.init(port: port, neverRests: request.neverRests, hasStandIn: !request.isOnly)
  }

  private static func openPort(_ request: OutputRequest) throws(SpinetError) -> ALSAPort {
    // The error may query all cards, which must not be done with a realtime priority.
    switch try openedPort(request) {
    case .success(let port): return port
    case .failure(let error): throw SpinetError(pcm: request.pcm, opening: error)
    }
  }

  /// - Throws: if the PCM is open, and cannot be set up.
  private static func openedPort(
    _ request: OutputRequest
  ) throws(SpinetError) -> Result<ALSAPort, Errno> {
    try PriorityBoost.during { () throws(SpinetError) in
      let pcm: OpenPCM
      do throws(Errno) { pcm = try OpenPCM(request.pcm) } catch { return .failure(error) }
      return .success(try ALSAPort(pcm, for: request))
    }
  }

  init(port: any PCMPort, neverRests: Bool = false, hasStandIn: Bool = true) {
    self.hasStandIn = hasStandIn
    device = Device(port: port)
    self.neverRests = neverRests
    format = port.format
  }

  deinit { stop() }

  package func play(_ clicks: ClickTrack) { self.clicks.withLock { $0 = clicks } }

  package func start(
    _ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture? = nil
  ) throws(SpinetError) {
    let loop = try PlaybackLoop(
      device: device.port, engine: engine, link: link, recorder: recorder, input: input?.stream,
      neverRests: neverRests, hasStandIn: hasStandIn)
    loop.clicks = clicks.withLock { $0 }
    let started = try AudioThread(name: "spinet-audio") { loop.run() }
    let grant = started.grant
    var thread: AudioThread? = consume started
    running.withLock { $0 = Running(loop: loop, grant: grant) }
    self.thread.withLock { $0 = thread.take() }
  }

  package func record(to recorder: FrameRecorder?) {
    guard let loop = running.withLock({ $0?.loop }) else { return }
    loop.recorder.replace(with: recorder)
    // A recording must not pause.
    wake()
  }

  package func stop() {
    let loop = running.withLock { $0?.loop }
    loop?.shared.isStopping.store(true, ordering: .relaxed)
    loop?.waker.wake()
    thread.withLock { $0 = nil }
    device.port.close()
  }

  package func wake() {
    // Pairs with the fence in `PlaybackLoop.pause`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard let loop = running.withLock({ $0?.loop }) else { return }
    if loop.shared.state.load(ordering: .relaxed) == .paused { loop.waker.wake() }
  }

  package var status: OutputStatus {
    guard let running = running.withLock({ $0 }) else {
      return OutputSharedState().status(pcm: format.pcm)
    }
    var status = running.loop.shared.status(pcm: format.pcm)
    status.grant = running.grant
    return status
  }
}
