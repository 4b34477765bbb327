import SpinetMIDI

/// A note of a piano that fingers start or end.
public enum PianoAction: Hashable, Sendable {
  /// - Parameter velocity: 1–127, higher near the front end of the key.
  case play(NoteName, velocity: UInt8)
  /// The last finger has left the key.
  case release(NoteName)
}
