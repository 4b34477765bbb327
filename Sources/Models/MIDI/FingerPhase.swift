/// What a finger does on a surface.
public enum FingerPhase: UInt8, Hashable, Sendable {
  case down, move, up

  /// - Parameter name: of a case; nil for any other text.
  public init?(named name: String) {
    switch name {
    case "down": self = .down
    case "move": self = .move
    case "up": self = .up
    default: return nil
    }
  }
}
