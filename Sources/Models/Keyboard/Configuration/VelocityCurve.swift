import Glibc
import SpinetMIDI

/// Maps the velocities of a controller to gains.
///
/// Some controllers must be struck harder than others. A curve makes up for that.
public enum VelocityCurve: Hashable, Sendable {
  /// The velocities of the controller, unchanged.
  case linear
  /// A light touch is already loud.
  case soft
  /// Only a heavy touch is loud.
  case hard
  /// Every note has this velocity, 1–127, as on an organ.
  case fixed(Int)
  /// Straight lines between points of increasing velocity. Before the first and after the last point it is level.
  case points([Point])

  /// A velocity that the controller sends, and the one that sounds: 0–127.
  public struct Point: Hashable, Sendable {
    /// The velocity that the controller sends, 0–127.
    public var struck: Double
    /// The velocity that sounds, 0–127.
    public var sounding: Double

    /// A velocity that is struck, and the one that sounds.
    public init(struck: Double, sounding: Double) { (self.struck, self.sounding) = (struck, sounding) }
  }

  /// The exponents with which a velocity of 64 sounds like 88 and like 40.
  private static let (softExponent, hardExponent) = (0.535, 1.685)

  /// The gain of a note that is struck with a velocity: 0–1.
  public func gain(velocity: UInt8) -> Double { gain(NoteVelocity(velocity)) }

  /// The gain of a note that is struck with a velocity of seven or sixteen bits: 0–1.
  package func gain(_ velocity: NoteVelocity) -> Double {
    let velocity = velocity.exact
    return switch self {
    case .linear: velocity / 127
    case .soft: pow(velocity / 127, Self.softExponent)
    case .hard: pow(velocity / 127, Self.hardExponent)
    case .fixed(let fixed): Double(fixed) / 127
    case .points(let points): Self.level(at: velocity, on: points) / 127
    }
  }

  private static func level(at velocity: Double, on points: [Point]) -> Double {
    guard let next = points.firstIndex(where: { $0.struck >= velocity }) else {
      return points.last?.sounding ?? velocity
    }
    guard next > 0, points[next].struck > points[next - 1].struck else { return points[next].sounding }
    let (from, to) = (points[next - 1], points[next])
    return from.sounding
      + (to.sounding - from.sounding) * (velocity - from.struck) / (to.struck - from.struck)
  }
}
