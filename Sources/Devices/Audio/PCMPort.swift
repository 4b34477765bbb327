import Realtime

/// What a `PlaybackLoop` asks of a device. Numbers below zero are errno codes with a minus, as in ALSA.
protocol PCMPort: AnyObject {
  /// What was granted when it was last opened.
  var format: OutputFormat { get }

  /// The moment, by the clock the device lives by.
  var now: HostTime { get }

  func open(_ pcm: String) throws(OutputError)
  func close()

  /// Makes the buffer empty and ready to be filled.
  func prepare() -> Int
  /// Starts playing what the buffer holds.
  func start() -> Int
  /// Stops at once; what the buffer holds is lost.
  func drop()
  /// Goes on after the system was suspended; −EAGAIN as long as it still is.
  func resume() -> Int

  /// Frames that fit into the buffer now.
  func room() -> Int
  /// Hands over a block; answers how many of its frames were taken.
  func write(_ block: AudioBlock) -> Int
  /// Sleeps until a period fits or somebody rings; −ETIMEDOUT when the device stands still.
  func waitForRoom(or wakeUp: WakeUp) -> Int
  /// Sleeps until somebody rings, or `nanoseconds` have passed; nil waits for ever.
  func rest(until wakeUp: WakeUp, nanoseconds: Int64?)
}
