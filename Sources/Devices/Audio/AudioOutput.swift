import SpinetEngine
import SpinetRealtime

/// An output for the sound of an engine, with the thread that renders it. It is started and stopped once.
package protocol AudioOutput: AnyObject, Sendable {
  /// The format that the device granted. The engine must be prepared for it.
  var format: OutputFormat { get }

  /// Starts the audio thread. `engine` must be prepared. Its sound is copied to `recorder`, and `input` is
  /// passed to it. [control-thread]
  func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?)
    throws(SpinetError)

  /// Adds the clicks of a track to what is heard. Call it before the start. [control-thread]
  func play(_ clicks: ClickTrack)

  /// Copies the sound to another recorder, or to none; it may be the same one. When this returns, the previous
  /// recorder gets no more sound. [control-thread]
  func record(to recorder: FrameRecorder?)

  /// Ends the audio thread. The device is closed when this returns. [control-thread]
  func stop()

  /// Ends a pause; call it after sending a command. Costs almost nothing during playback. [any-thread]
  func wake()

  /// [any-thread]
  var status: OutputStatus { get }
}

extension AudioOutput {
  /// An output that plays no clicks.
  package func play(_ clicks: ClickTrack) {}
}

/// The state of an output at one moment.
package struct OutputStatus: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case playing
    /// After a long silence; the device is stopped until the next command.
    case paused
    /// The device is disconnected, and the output tries to open it again. The engine is told that it is not
    /// heard: voices continue, and a program with its own timing pauses.
    case lost(reason: String)
    case stopped
  }

  package var state: State
  /// Whether the stream has started at least once.
  package var hasPlayed: Bool
  /// The PCM in use: the requested one, or the default one in its place.
  package var pcm: String
  /// How often the device ran out of frames.
  package var underruns: Int
  /// How often the system was suspended while the device was playing.
  package var suspensions: Int
  /// How often the device took fewer frames than it had reported room for.
  package var shortWrites: Int
  /// How often the device was disconnected.
  package var losses: Int
  /// How often a device was opened again after a disconnection.
  package var reopenings: Int
  /// How often the device was stopped after a long silence.
  package var pauses: Int
  /// The device is connected again with another rate or size. It needs a new output on `pcm`, and the engine
  /// must be prepared again.
  package var needsRestart: Bool
  /// The constant delay from the time stamp of an event to its frame, for the current stream.
  package var latencyFrames: Int
  /// The priority that the audio thread got; nil before it runs.
  package var grant: RealtimeGrant?
}
