import Keyboard

/// What the engine tells control.
public enum EngineReport: Sendable, BitwiseCopyable, Hashable {
  /// The voice is silent and free; `serial` is that of the start it answers.
  case voiceEnded(VoiceNumber, serial: UInt32)
}
