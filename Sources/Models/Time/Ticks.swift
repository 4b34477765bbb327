/// A position in music or a length of it: 960 ticks to a quarter note, and fractions of a tick.
///
/// Sums are exact, so that a position does not drift, however long it counts: the range is more than a year at 999
/// quarter notes a minute. Beyond it a position stays at the end of the range. [any-thread]
package struct Ticks: Hashable, Comparable, Sendable, BitwiseCopyable {
  package static let perQuarter: Int64 = 960
  /// How many fractions a tick has.
  package static let fractionsPerTick: Int64 = 1 << 24
  static let fractionsPerQuarter = perQuarter * fractionsPerTick

  /// The whole number of fractions.
  package let fractions: Int64

  package init(fractions: Int64) { self.fractions = fractions }

  /// Whole ticks.
  package init(_ ticks: Int64) { fractions = ticks.saturated(times: Self.fractionsPerTick) }

  /// Quarter notes, to the nearest fraction; 0 for "not a number".
  package init(quarters: Double) {
    let fractions = (quarters * Double(Self.fractionsPerQuarter)).rounded()
    self.fractions = Int64(exactly: fractions) ?? (fractions > 0 ? .max : fractions < 0 ? .min : 0)
  }

  package static let zero = Ticks(fractions: 0)
  package static let quarter = Ticks(perQuarter)
  /// A sixteenth note, in which MIDI counts the position in a song.
  package static let sixteenth = Ticks(perQuarter / 4)
  /// The distance of two ticks of a MIDI clock, of which a quarter note has 24.
  package static let midiClock = Ticks(perQuarter / 24)

  package var quarters: Double { Double(fractions) / Double(Self.fractionsPerQuarter) }

  /// Without the sign.
  package var magnitude: Ticks { Ticks(fractions: Int64(clamping: fractions.magnitude)) }

  /// The first multiple of `length` that is not before this position.
  package func roundedUp(to length: Ticks) -> Ticks {
    guard length.fractions > 0 else { return self }
    let beyond = fractions % length.fractions
    if beyond == 0 { return self }
    let below = Ticks(fractions: fractions - beyond)
    return beyond > 0 ? below + length : below
  }

  /// What is left beyond the last multiple of `length`.
  package func remainder(of length: Ticks) -> Ticks {
    length.fractions > 0 ? Ticks(fractions: fractions % length.fractions) : .zero
  }

  package static func < (a: Ticks, b: Ticks) -> Bool { a.fractions < b.fractions }

  package static func + (a: Ticks, b: Ticks) -> Ticks {
    Ticks(fractions: a.fractions.saturated(plus: b.fractions))
  }

  package static func - (a: Ticks, b: Ticks) -> Ticks {
    Ticks(fractions: a.fractions.saturated(minus: b.fractions))
  }

  package static func * (a: Ticks, count: Int) -> Ticks {
    Ticks(fractions: a.fractions.saturated(times: Int64(count)))
  }

  /// A part of a length, to the nearest fraction.
  package static func * (a: Ticks, part: Double) -> Ticks { Ticks(quarters: a.quarters * part) }
}

extension Int64 {
  func saturated(plus other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }

  func saturated(minus other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  func saturated(times other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
