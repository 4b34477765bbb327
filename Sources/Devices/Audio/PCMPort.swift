import Glibc
import SpinetRealtime

/// What a `PlaybackLoop` asks of a device. Numbers below zero are errno codes with a minus, as in ALSA.
protocol PCMPort: AnyObject {
  /// What was granted when it was last opened.
  var format: OutputFormat { get }

  /// The time by the device's clock.
  var now: HostTime { get }

  func open(_ pcm: String) throws(OutputError)
  func close()

  /// Empties the buffer and makes it ready to be filled.
  func prepare() -> Int
  /// Starts playing what the buffer holds.
  func start() -> Int
  /// Stops at once; what the buffer holds is lost.
  func drop()
  /// Continues after the system was suspended; −EAGAIN as long as it still is.
  func resume() -> Int

  /// Frames that fit into the buffer now.
  func room() -> Int
  /// Writes a block; returns how many of its frames were taken.
  func write(_ block: AudioBlock) -> Int
  /// Sleeps until a period fits or the wake-up rings; −ETIMEDOUT when the device has stopped.
  func waitForRoom(or waker: Waker) -> Int
  /// Sleeps until the wake-up rings, or `nanoseconds` have passed; nil waits for ever.
  func rest(until waker: Waker, nanoseconds: Int64?)
}

/// What an error code of a PCM means for playback.
enum PCMFault: Hashable {
  /// Try again later: EAGAIN, EINTR.
  case notNow
  /// It ran dry: EPIPE.
  case underrun
  /// The system slept: ESTRPIPE.
  case suspended
  /// It has gone or is useless: ENODEV and everything else.
  case lost(errno: Int32)

  init(code: Int) {
    switch Int32(-code) {
    case EAGAIN, EINTR: self = .notNow
    case EPIPE: self = .underrun
    case ESTRPIPE: self = .suspended
    case let other: self = .lost(errno: other)
    }
  }
}
