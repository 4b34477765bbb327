/// Converts ticks to seconds, by the tempo changes of a file or by its frame rate.
struct TempoMap {
  struct Change {
    var tick: Int
    var microsecondsPerQuarter: Int

    var beatsPerMinute: Double { 60e6 / Double(microsecondsPerQuarter) }
  }

  /// How a header divides time.
  enum Division: Hashable {
    case ticksPerQuarter(Int)
    /// SMPTE: the tempo does not matter.
    case ticksPerSecond(Double)

    var followsTempo: Bool { if case .ticksPerQuarter = self { true } else { false } }
  }

  private struct Segment {
    var tick: Int
    /// Whole microsecond-ticks before `tick`: exact far beyond any song (up to 2⁵³), and never a trap.
    var elapsed: Double
    var microsecondsPerQuarter: Double
  }

  private let division: Division
  private var segments: [Segment]
  private var current = 0

  /// - Parameter changes: in the order of their ticks; at equal ticks the last counts. 120 quarter notes a
  ///   minute until the first.
  init(division: Division, changes: [Change]) {
    self.division = division
    segments = [Segment(tick: 0, elapsed: 0, microsecondsPerQuarter: 500_000)]
    for change in changes {
      let last = segments[segments.count - 1]
      let elapsed = last.elapsed + Double(change.tick - last.tick) * last.microsecondsPerQuarter
      let tempo = Double(change.microsecondsPerQuarter)
      segments.append(Segment(tick: change.tick, elapsed: elapsed, microsecondsPerQuarter: tempo))
    }
  }

  /// - Parameter tick: not before the tick of the last call, so that a whole file takes linear time.
  mutating func seconds(at tick: Int) -> Double {
    switch division {
    case .ticksPerSecond(let rate): return Double(tick) / rate
    case .ticksPerQuarter(let ticks):
      while current + 1 < segments.count, segments[current + 1].tick <= tick { current += 1 }
      let segment = segments[current]
      let elapsed = segment.elapsed + Double(tick - segment.tick) * segment.microsecondsPerQuarter
      return elapsed / (Double(ticks) * 1_000_000)
    }
  }
}
