import Glibc

/// How far the picture is turned, in radians.
package struct FacePose: Hashable, Sendable {
  /// About the axis to the right: nodding.
  package var x = 0.0
  /// About the axis upwards.
  package var y = 0.0

  package init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }
}

/// One motion from an angle to another, slow at both ends.
struct EasedTurn: Hashable, Sendable {
  let from: Double
  let to: Double
  let seconds: Double

  func angle(at time: Double) -> Double {
    from + (to - from) * (1 - cos(.pi * phase(time))) / 2
  }

  /// In radians a second.
  func velocity(at time: Double) -> Double {
    (to - from) * .pi / (2 * seconds) * sin(.pi * phase(time))
  }

  private func phase(_ time: Double) -> Double { (time / seconds).clamped(to: 0...1) }
}

/// The periodic motion: a nod down and up, then a turn right and left.
package enum FaceAnimation {
  private static let turns = [
    EasedTurn(from: 0, to: .pi / 4, seconds: 5), EasedTurn(from: .pi / 4, to: -.pi / 4, seconds: 10),
    EasedTurn(from: -.pi / 4, to: 0, seconds: 5),
  ]
  private static let half = turns.reduce(0) { $0 + $1.seconds }

  /// The length of the whole motion, in seconds.
  package static let period = 2 * half

  static func isNod(at time: Double) -> Bool { time.truncatingRemainder(dividingBy: period) < half }

  /// The angle around the axis that moves, in radians.
  static func angle(at time: Double) -> Double { part(at: time).turn.angle(at: part(at: time).time) }

  static func velocity(at time: Double) -> Double { part(at: time).turn.velocity(at: part(at: time).time) }

  private static func part(at time: Double) -> (turn: EasedTurn, time: Double) {
    var rest = max(0, time).truncatingRemainder(dividingBy: half)
    for turn in turns {
      if rest < turn.seconds { return (turn, rest) }
      rest -= turn.seconds
    }
    return (turns[turns.count - 1], turns[turns.count - 1].seconds)
  }
}

/// The state of the picture's motion. A detour takes the picture once around and back to the beginning.
package struct FaceRotation: Hashable, Sendable {
  private var start: Double
  private var detour: Detour?

  private struct Detour: Hashable {
    let isNod: Bool
    let turn: EasedTurn
    /// At which time of the turn the detour begins, in seconds.
    let begun: Double
    let start: Double

    var end: Double { start + turn.seconds - begun }
  }

  /// How long the picture rests before it moves, in seconds.
  package static let rest = 1.0
  private static let detourSeconds = 1.0

  /// - Parameter time: in seconds, of any clock.
  package init(at time: Double) { start = time + Self.rest }

  package func pose(at time: Double) -> FacePose {
    if let detour, time < detour.end {
      let angle = detour.turn.angle(at: time - detour.start + detour.begun)
      return detour.isNod ? FacePose(x: angle) : FacePose(y: angle)
    }
    let angle = FaceAnimation.angle(at: time - start)
    return FaceAnimation.isNod(at: time - start) ? FacePose(x: angle) : FacePose(y: angle)
  }

  /// Turns once around in the current direction and then begins the motion again. Neither the angle nor the
  /// velocity jumps. Does nothing during a detour.
  package mutating func turnAround(at time: Double) {
    if let detour, time < detour.end { return }
    let angle = FaceAnimation.angle(at: time - start)
    let velocity = FaceAnimation.velocity(at: time - start)
    let detour = Self.detour(
      isNod: FaceAnimation.isNod(at: time - start), from: angle, velocity: velocity, at: time)
    self.detour = detour
    start = detour.end
  }

  /// A detour that has this angle and this velocity at `time`, and ends after a full turn. It is a part of an eased
  /// turn of one second.
  ///
  /// At the phase p, 0–π, the rest of the turn is `(end - beginning) * (1 + cos p) / 2`. The velocity divided by
  /// the rest is `tan(p / 2)` times π per second. So the velocity gives the phase, and the phase gives the
  /// beginning.
  private static func detour(isNod: Bool, from angle: Double, velocity: Double, at time: Double) -> Detour {
    let end = velocity < 0 ? -2 * Double.pi : 2 * .pi
    let phase = 2 * atan(velocity * detourSeconds / (.pi * (end - angle)))
    let beginning = end - 2 * (end - angle) / (1 + cos(phase))
    let turn = EasedTurn(from: beginning, to: end, seconds: detourSeconds)
    return Detour(isNod: isNod, turn: turn, begun: phase * detourSeconds / .pi, start: time)
  }
}
