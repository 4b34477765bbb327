import Engine

/// Where the sound of an engine goes, with the thread that calls it. Used once: started, stopped, let go.
public protocol AudioOutput: AnyObject, Sendable {
  /// What was granted when the device was opened; what the engine is to be prepared for.
  var format: OutputFormat { get }

  /// Starts the audio thread; `engine` is prepared. What plays is copied to `recorder`, what `input` brings
  /// is handed to the engine. [control-thread]
  func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?) throws

  /// Ends the audio thread; the device is free when it returns. [control-thread]
  func stop()

  /// Tells that a command was sent, which ends a pause. It costs next to nothing while playing. [any-thread]
  func wake()

  /// [any-thread]
  var status: OutputStatus { get }
}
