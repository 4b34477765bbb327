import Glibc
import Realtime

/// A device that is only a clock: it takes frames at its rate and plays them nowhere.
final class NullPort: PCMPort {
  let format: OutputFormat
  private let clock: () -> HostTime
  private var started: HostTime?
  private var written = 0

  /// - Parameter clock: what it takes for the time.
  init(format: OutputFormat, clock: @escaping () -> HostTime = { HostTime.now }) {
    self.format = format
    self.clock = clock
  }

  convenience init(_ request: OutputRequest) {
    self.init(
      format: OutputFormat(
        pcm: OutputRequest.noPCM, framesPerSecond: request.framesPerSecond,
        periodFrames: request.periodFrames,
        bufferFrames: request.periodFrames * request.periods, channels: 2, sampleFormat: .float32,
        access: .none))
  }

  var now: HostTime { clock() }

  func open(_ pcm: String) {}
  func close() { started = nil }
  func resume() -> Int { 0 }
  func drop() { started = nil }

  func prepare() -> Int {
    started = nil
    written = 0
    return 0
  }

  func start() -> Int {
    started = now
    return 0
  }

  func room() -> Int {
    let free = format.bufferFrames - written + played
    return free <= format.bufferFrames ? free : Int(-EPIPE)
  }

  func write(_ block: AudioBlock) -> Int {
    let room = room()
    guard room > 0 else { return room == 0 ? Int(-EAGAIN) : room }
    let count = min(room, block.frameCount)
    written += count
    return count
  }

  func waitForRoom(or wakeUp: WakeUp) -> Int {
    let missing = max(0, format.periodFrames - room())
    rest(until: wakeUp, nanoseconds: Int64(missing) * 1_000_000_000 / Int64(format.framesPerSecond) + 1)
    _ = wakeUp.takeRing()
    return 0
  }

  private var played: Int {
    guard let started else { return 0 }
    return Int(Double(now.nanoseconds(since: started)) * 1e-9 * Double(format.framesPerSecond))
  }
}
