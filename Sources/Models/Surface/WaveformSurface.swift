/// Fingers on the picture of a recording: they set the ends of its loop and scrub.
///
/// A finger in the upper part scrubs. Below it, a finger near an end of the loop drags that end, one elsewhere drags a
/// new loop behind it, and two fingers are its ends. The ends may cross.
public struct WaveformSurface: Sendable {
  /// What a finger does. All positions are 0–1 of the recording.
  public enum Action: Hashable, Sendable {
    /// The loop begins here.
    case start(Double)
    /// The loop ends here.
    case end(Double)
    /// The position under the finger is heard.
    case scrub(Double)
    /// The scrubbing finger is gone.
    case scrubEnded
  }

  private enum Grip: Hashable {
    case start, end, cursor
    /// A finger that has not moved yet, at the position where it came down.
    case fresh(Double)
  }

  /// How near to an end a finger must be, 0–1 of the recording.
  public var reach = 0.04
  /// By finger: what it holds.
  private var grips: [Int: Grip] = [:]
  /// The height of the upper part, in which fingers scrub, 0–1.
  public static let scrubHeight = 0.2
  private static let mostFingers = 2

  /// A surface without fingers.
  public init() {}

  /// Whether a finger is down.
  public var hasFingers: Bool { !grips.isEmpty }

  /// A finger comes down: `x` from the left and `y` from the top, 0–1.
  ///
  /// - Parameter loop: its current ends, in any order.
  public mutating func fingerDown(
    _ finger: Int, x: Double, y: Double, loop: (start: Double, end: Double)
  ) -> [Action] {
    let x = Self.inside(x)
    guard grips.count < Self.mostFingers, grips[finger] == nil else { return [] }
    if grips.isEmpty, y < Self.scrubHeight {
      grips[finger] = .cursor
      return [.scrub(x)]
    }
    guard let (other, grip) = grips.first else {
      grips[finger] = grip(at: x, loop)
      return []
    }
    return pinch(finger, x, other, grip, loop)
  }

  /// The second finger takes the other end; a finger that scrubs stays alone.
  private mutating func pinch(
    _ finger: Int, _ x: Double, _ other: Int, _ grip: Grip, _ loop: (start: Double, end: Double)
  ) -> [Action] {
    switch grip {
    case .cursor: return []
    case .start:
      grips[finger] = .end
      return [.end(x)]
    case .end:
      grips[finger] = .start
      return [.start(x)]
    case .fresh(let first):
      (grips[other], grips[finger]) = first <= x ? (.start, .end) : (.end, .start)
      return [.start(min(first, x)), .end(max(first, x))]
    }
  }

  private func grip(at x: Double, _ loop: (start: Double, end: Double)) -> Grip {
    let (toStart, toEnd) = (abs(x - loop.start), abs(x - loop.end))
    if min(toStart, toEnd) > reach { return .fresh(x) }
    return toStart < toEnd ? .start : .end
  }

  /// A finger moves.
  public mutating func fingerMoved(_ finger: Int, x: Double) -> [Action] {
    let x = Self.inside(x)
    switch grips[finger] {
    case .start: return [.start(x)]
    case .end: return [.end(x)]
    case .cursor: return [.scrub(x)]
    case .fresh(let first):
      guard abs(x - first) > reach / 4 else { return [] }
      grips[finger] = .end
      return [.start(first), .end(x)]
    case nil: return []
    }
  }

  /// A finger is gone.
  public mutating func fingerLifted(_ finger: Int) -> [Action] {
    grips.removeValue(forKey: finger) == .cursor ? [.scrubEnded] : []
  }

  private static func inside(_ x: Double) -> Double { min(max(x, 0), 1) }
}
