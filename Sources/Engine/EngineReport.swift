/// A message from the engine to the control thread.
public enum EngineReport: Sendable, BitwiseCopyable, Hashable {
  /// The voice is silent and its number is free. `serial` is the one of the `start` that began it.
  case voiceEnded(VoiceNumber, serial: UInt32)
  /// The program has ended by itself and plays silence from now on.
  case performanceEnded
}
