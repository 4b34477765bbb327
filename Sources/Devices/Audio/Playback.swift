import Engine
import Realtime
import Synchronization

/// An output with a thread of its own: to an ALSA PCM, or to none.
public final class Playback: AudioOutput {
  public let format: OutputFormat
  private let device: Device
  private let running = Mutex<Running?>(nil)
  private let thread = Mutex<AudioThread?>(nil)

  // The device is touched by the opener before the start and by the audio thread after it.
  private struct Device: @unchecked Sendable { let port: any PCMPort }

  private struct Running: Sendable {
    let loop: PlaybackLoop
    let grant: RealtimeGrant
    let memoryLock: MemoryLock
  }

  /// Opens the device; `none` is a clock without one. [control-thread]
  public convenience init(_ request: OutputRequest) throws(OutputError) {
    if request.pcm == OutputRequest.noPCM {
      self.init(port: NullPort(request))
    } else {
      var request = request
      request.pcm = PCMDescription.name(meantBy: request.pcm)
      let opened = request
      self.init(port: try UrgentMoment.during { () throws(OutputError) in try ALSAPort(opened) })
    }
  }

  init(port: any PCMPort) {
    device = Device(port: port)
    format = port.format
  }

  deinit { stop() }

  public func start(
    _ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture? = nil
  ) throws {
    let loop = try PlaybackLoop(
      device: device.port, engine: engine, link: link, recorder: recorder, input: input?.stream)
    let memoryLock = MemoryLock.take()
    let started = try AudioThread(name: "spinet-audio") { loop.run() }
    let grant = started.grant
    var thread: AudioThread? = consume started
    running.withLock { $0 = Running(loop: loop, grant: grant, memoryLock: memoryLock) }
    self.thread.withLock { $0 = thread.take() }
  }

  public func stop() {
    let loop = running.withLock { $0?.loop }
    loop?.board.isStopping.store(true, ordering: .relaxed)
    loop?.wakeUp.ring()
    thread.withLock { $0 = nil }
    device.port.close()
  }

  public func wake() {
    // Pairs with the fence in `PlaybackLoop.pause`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard let loop = running.withLock({ $0?.loop }) else { return }
    if loop.board.state.load(ordering: .relaxed) == .paused { loop.wakeUp.ring() }
  }

  public var status: OutputStatus {
    guard let running = running.withLock({ $0 }) else { return OutputBoard().status(pcm: format.pcm) }
    var status = running.loop.board.status(pcm: format.pcm)
    status.grant = running.grant
    status.memoryLock = running.memoryLock
    return status
  }
}
