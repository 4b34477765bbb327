import Engine
import SpinetKit

/// A session of this program, which is not Spinet's.
public struct Session {
  public let engine = ToneEngine()
  public let manager = MidiWidgetsManager()

  public init() throws { try manager.add(engine.level, forControllerNumber: 7) }

  /// Lets Spinet's own session play this program's engine for a moment, without MIDI and without a sound card.
  /// Returns the line that tells that it is ready.
  public func play() throws -> String {
    var options = PlayOptions()
    options.midi = .none
    options.pcm = OutputRequest.noPCM
    options.state = .none
    options.tag = "Own Instrument"
    options.durationSeconds = 0.2
    let session = try LiveSession(engine: engine, options: options)
    var readiness = ""
    _ = try session.run { readiness = $0 }
    return readiness
  }
}
