/// Fingers on the picture of a recording: they set the ends of its loop and scrub.
///
/// A finger in the upper part scrubs. Below it, a finger near an end of the loop drags that end, one elsewhere drags a
/// new loop behind it, and two fingers are its ends. The ends may cross.
package struct WaveformSurface: Sendable {
  package enum Action: Hashable, Sendable {
    /// All positions are 0–1 of the recording.
    case start(Double)
    case end(Double)
    case scrub(Double)
    case scrubEnded
  }

  private enum Grip: Hashable {
    case start, end, cursor
    /// A finger that has not moved yet, at the position where it came down.
    case fresh(Double)
  }

  /// How near to an end a finger must be, 0–1 of the recording.
  package var reach = 0.04
  /// By finger: what it holds.
  private var grips: [Int: Grip] = [:]
  /// The height of the upper part, in which fingers scrub, 0–1.
  package static let scrubHeight = 0.2
  private static let mostFingers = 2

  package init() {}

  package var hasFingers: Bool { !grips.isEmpty }

  /// - Parameter loop: its current ends, in any order.
  package mutating func fingerDown(
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

  package mutating func fingerMoved(_ finger: Int, x: Double) -> [Action] {
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

  package mutating func fingerLifted(_ finger: Int) -> [Action] {
    grips.removeValue(forKey: finger) == .cursor ? [.scrubEnded] : []
  }

  private static func inside(_ x: Double) -> Double { min(max(x, 0), 1) }
}
