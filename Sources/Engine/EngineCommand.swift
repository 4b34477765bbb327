import SpinetRealtime

/// A command from the control thread to the engine, with the time at which its event happened.
public struct EngineCommand: Sendable, BitwiseCopyable {
  public enum Action: Sendable, BitwiseCopyable {
    case voice(VoiceEvent)
    /// Ends every voice now, without a click.
    case silence
    /// Only for engines whose `noteInput` is `midi`.
    case midi(ShortMessage)
  }

  public var time: HostTime
  public var action: Action

  @inlinable public init(time: HostTime, _ action: Action) {
    self.time = time
    self.action = action
  }
}
