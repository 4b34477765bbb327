import Engine
import SpinetKit

/// A session of this program, which is not Spinet's.
public struct Session {
  public let engine = ToneEngine()
  public let manager = MidiWidgetsManager()

  public init() throws { try manager.add(engine.level, forControllerNumber: 7) }

  /// Spinet's own session, as a type: what plays a whole instrument.
  public static let kind: Any.Type = LiveSession.self
}
