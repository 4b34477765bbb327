import SpinetEngine
import SpinetRealtime

/// Where the sound of an engine goes, with the thread that renders it. Used once: started and stopped.
package protocol AudioOutput: AnyObject, Sendable {
  /// What was granted when the device was opened; what the engine is to be prepared for.
  var format: OutputFormat { get }

  /// Starts the audio thread. `engine` is prepared; what it plays is copied to `recorder`, and it hears `input`.
  /// [control-thread]
  func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?) throws

  /// Ends the audio thread; the device is free when it returns. [control-thread]
  func stop()

  /// Ends a pause after a command was sent; costs next to nothing while playing. [any-thread]
  func wake()

  /// [any-thread]
  var status: OutputStatus { get }
}

/// How an output is doing, at one moment.
package struct OutputStatus: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case playing
    /// Silent for long: the device rests until the next command.
    case paused
    /// The device is gone and is looked for. The engine is told that it is not heard: voices go on, a program
    /// with a time of its own waits.
    case lost(reason: String)
    case stopped
  }

  package var state: State
  /// The stream has begun.
  package var hasPlayed: Bool
  /// The PCM in use: the one asked for, or the default in its place.
  package var pcm: String
  /// Times the device ran dry.
  package var underruns: Int
  /// Times the system was suspended with the device playing.
  package var suspensions: Int
  /// Times the device took less than it had room for.
  package var shortWrites: Int
  /// Times the device left.
  package var losses: Int
  /// Times a device was opened again after it had left.
  package var reopenings: Int
  package var pauses: Int
  /// The device is back with another rate or size: it needs a new output on `pcm`, and an engine that is
  /// prepared again.
  package var needsRestart: Bool
  /// The constant between an event's time stamp and its frame, in the stream that plays now.
  package var latencyFrames: Int
  package var grant: RealtimeGrant?
}
