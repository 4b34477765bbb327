/// Converts ticks to seconds, with the tempo changes or the frame rate of a file.
struct TempoMap {
  struct Change {
    var tick: Int
    var microsecondsPerQuarter: Int

    var beatsPerMinute: Double { 60e6 / Double(microsecondsPerQuarter) }
  }

  /// How a header divides time.
  enum Division: Hashable {
    case ticksPerQuarter(Int)
    /// SMPTE time, which ignores the tempo.
    case ticksPerSecond(Double)

    var followsTempo: Bool { if case .ticksPerQuarter = self { true } else { false } }
  }

  private struct Segment {
    var tick: Int
    /// The time before `tick`, as microseconds × ticks. It is a whole number, exact up to 2⁵³, which is far
    /// beyond any song, and it never traps.
    var elapsed: Double
    var microsecondsPerQuarter: Double
  }

  private let division: Division
  private var segments: [Segment]
  private var current = 0

  /// - Parameter changes: in order of their ticks. Of several at the same tick, the last one counts. Before
  ///   the first one, 120 quarter notes a minute.
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

  /// - Parameter tick: must not be less than in the last call, so that a whole file takes linear time.
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
