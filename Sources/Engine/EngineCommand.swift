import SpinetRealtime

/// What control sends to the engine, with the moment at which it happened.
public struct EngineCommand: Sendable, BitwiseCopyable {
  public enum Action: Sendable, BitwiseCopyable {
    case voice(VoiceEvent)
    /// Every voice ends now, without a click.
    case silence
    /// For engines whose `noteInput` is `midi`.
    case midi(ShortMessage)
  }

  public var time: HostTime
  public var action: Action

  @inlinable public init(time: HostTime, _ action: Action) {
    self.time = time
    self.action = action
  }
}
