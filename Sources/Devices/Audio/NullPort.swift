import Glibc
import SpinetRealtime

/// A device without sound: it takes frames at its rate and discards them. Late frames are allowed to catch
/// up.
final class NullPort: PCMPort {
  let format: OutputFormat
  private let timekeeper: (any PCMPort)?
  private var started: HostTime?
  private var written = 0

  /// A longer delay counts as an underrun. Seconds.
  private static let timeoutSeconds = 1.0

  /// - Parameter timekeeper: the device whose clock it uses; nil uses the host's clock.
  init(format: OutputFormat, timedBy timekeeper: (any PCMPort)? = nil) {
    self.format = format
    self.timekeeper = timekeeper
  }

  convenience init(_ request: OutputRequest) {
    self.init(
      format: OutputFormat(
        pcm: OutputRequest.noPCM, framesPerSecond: request.framesPerSecond,
        periodFrames: request.periodFrames,
        bufferFrames: request.periodFrames * request.periods, channels: request.channels,
        sampleFormat: .float32, access: .none))
  }

  var now: HostTime { timekeeper?.now ?? HostTime.now }

  func open(_ pcm: String) -> Bool { true }
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
    let latest = format.bufferFrames + Int(Self.timeoutSeconds * Double(format.framesPerSecond))
    return free <= latest ? free : Int(-EPIPE)
  }

  func write(_ block: AudioBlock) -> Int {
    let room = room()
    guard room > 0 else { return room == 0 ? Int(-EAGAIN) : room }
    let count = min(room, block.frameCount)
    written += count
    return count
  }

  func waitForRoom(or waker: Waker) -> Int {
    let missing = max(0, format.periodFrames - room())
    rest(until: waker, nanoseconds: Int64(missing) * 1_000_000_000 / Int64(format.framesPerSecond) + 1)
    _ = waker.consume()
    return 0
  }

  func rest(until waker: Waker, nanoseconds: Int64?) {
    guard let timekeeper else { return waker.sleep(nanoseconds: nanoseconds) }
    timekeeper.rest(until: waker, nanoseconds: nanoseconds)
  }

  private var played: Int {
    guard let started else { return 0 }
    return Int(Double(now.nanoseconds(since: started)) * 1e-9 * Double(format.framesPerSecond))
  }
}
