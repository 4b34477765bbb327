/// The tempo that somebody taps: the mean distance of the last taps. After a pause, or when a tap comes at another
/// pace, it begins anew. [any-thread]
package struct TapTempo: Hashable, Sendable {
  /// The moments of the taps, in nanoseconds.
  private var taps: [UInt64] = []

  package init() {}

  private static let most = 8
  /// A tap that comes sooner is one that bounces.
  private static let shortest: UInt64 = 60_000_000
  /// One that comes later begins anew.
  private static let longest: UInt64 = 2_500_000_000
  /// How much the distance of two taps may differ from the mean of those before.
  private static let tolerance = 0.35

  /// Takes a tap.
  ///
  /// - Returns: the tempo; nil for the first tap.
  package mutating func tap(at nanoseconds: UInt64) -> Tempo? {
    guard let last = taps.last, nanoseconds >= last, nanoseconds - last <= Self.longest else {
      taps = [nanoseconds]
      return nil
    }
    let gap = nanoseconds - last
    guard gap >= Self.shortest else { return nil }
    if let mean, abs(Double(gap) - mean) > Self.tolerance * mean { taps = [last] }
    taps.append(nanoseconds)
    if taps.count > Self.most { taps.removeFirst() }
    return mean.map { Tempo(60e9 / $0) }
  }

  /// The mean distance in nanoseconds; nil for fewer than two taps.
  private var mean: Double? {
    guard taps.count > 1, let first = taps.first, let last = taps.last else { return nil }
    return Double(last - first) / Double(taps.count - 1)
  }
}
