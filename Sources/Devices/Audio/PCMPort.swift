import Glibc
import SpinetRealtime

/// The part of a device that a `PlaybackLoop` uses. Negative results are errno codes, as in ALSA.
protocol PCMPort: AnyObject {
  /// The format granted when it was last opened.
  var format: OutputFormat { get }

  /// The current time of the device's clock.
  var now: HostTime { get }

  /// Opens another PCM, or the same one again. Returns whether that was possible.
  func open(_ pcm: String) -> Bool
  func close()

  /// Empties the buffer, so that it can be filled before `start`.
  func prepare() -> Int
  /// Starts to play the frames in the buffer.
  func start() -> Int
  /// Stops at once and discards the frames in the buffer.
  func drop()
  /// Continues after the system was suspended. Returns −EAGAIN while that is not possible yet.
  func resume() -> Int

  /// The number of frames that fit into the buffer now.
  func room() -> Int
  /// Writes a block. Returns how many of its frames were taken.
  func write(_ block: AudioBlock) -> Int
  /// Sleeps until a period fits or the waker wakes it. Returns −ETIMEDOUT if the device has stopped.
  func waitForRoom(or waker: Waker) -> Int
  /// Sleeps until the waker wakes it or `nanoseconds` have passed; nil waits without a limit.
  func rest(until waker: Waker, nanoseconds: Int64?)
}

/// The meaning of a PCM's error code for playback.
enum PCMFault: Hashable {
  /// Try again later: EAGAIN, EINTR.
  case notNow
  /// The device ran out of frames: EPIPE.
  case underrun
  /// The system was suspended: ESTRPIPE.
  case suspended
  /// The device is disconnected or unusable: ENODEV and all other codes.
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
