/// Turns moments into positions and back, at a tempo that may change.
///
/// It counts with whole numbers: `moment(of:)` is the first nanosecond at which a position is reached, after days as
/// after a second. It runs always; `Transport` says whether a song does. [any-thread]
package struct TickClock: Hashable, Sendable {
  package private(set) var tempo: Tempo
  /// A moment, in nanoseconds of any steady clock, and the position then.
  private var anchor: UInt64
  private var anchorPosition: Ticks

  package init(tempo: Tempo = .standard, position: Ticks = .zero, at nanoseconds: UInt64 = 0) {
    self.tempo = tempo
    anchor = nanoseconds
    anchorPosition = position
  }

  /// Fractions of a tick in a nanosecond: `multiplier` / `divisor`. Both are reduced, so that no product overflows: a
  /// minute has 60 × 10⁹ nanoseconds, and 960 × 2²⁴ / (60 × 10⁹ × 10⁶) is 2¹³ / 5¹⁵.
  private static let divisor: Int128 = 30_517_578_125
  private var multiplier: Int128 { Int128(tempo.millionths) << 13 }

  package func position(at nanoseconds: UInt64) -> Ticks {
    let elapsed = Int128(nanoseconds) - Int128(anchor)
    let fractions = (elapsed * multiplier).dividedDown(by: Self.divisor)
    return anchorPosition + Ticks(fractions: Int64(clamping: fractions))
  }

  /// The first nanosecond at which the position is reached; 0 for one that was reached before the clock began.
  package func moment(of position: Ticks) -> UInt64 {
    let fractions = Int128(position.fractions) - Int128(anchorPosition.fractions)
    let elapsed = -((-fractions * Self.divisor).dividedDown(by: multiplier))
    return UInt64(clamping: Int128(anchor) + elapsed)
  }

  /// Changes the tempo. The position does not jump.
  package mutating func set(_ tempo: Tempo, at nanoseconds: UInt64) {
    guard tempo != self.tempo else { return }
    locate(position(at: nanoseconds), at: nanoseconds)
    self.tempo = tempo
  }

  /// Moves to another position.
  package mutating func locate(_ position: Ticks, at nanoseconds: UInt64) {
    (anchor, anchorPosition) = (nanoseconds, position)
  }
}

extension Int128 {
  /// The quotient, rounded down. The divisor is positive.
  fileprivate func dividedDown(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
