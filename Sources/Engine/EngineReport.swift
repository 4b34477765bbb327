/// What the engine tells control.
public enum EngineReport: Sendable, BitwiseCopyable, Hashable {
  /// The voice is silent and free; `serial` is that of the start it answers.
  case voiceEnded(VoiceNumber, serial: UInt32)
  /// The program has come to its end by itself; silence follows.
  case performanceEnded
}
