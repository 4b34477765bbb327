/// Who sounds when a keyboard has one voice and more than one finger or note wants it: `monoMode`.
public enum MonoMode: Int, Hashable, Sendable, CaseIterable {
  /// Whoever was first. Fingers do not hand over; notes do, to the one held longest.
  case first
  /// Whoever came last. A finger hands over to the one with the lowest number, a note to the newest held.
  case last
  /// Whoever came last, without hand-over.
  case steal
  /// The higher one, and at its end the highest of those still down.
  case highest
  /// The lower one, and at its end the lowest of those still down.
  case lowest
}
