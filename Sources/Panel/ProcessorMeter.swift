import SpinetRealtime

/// Measures the processor time of the instrument between two readings, in percent of one processor.
struct ProcessorMeter {
  private var last: (used: Int64, at: HostTime)?

  /// Nil at the first reading, and if it comes directly after another.
  mutating func percent(at now: HostTime) -> Double? {
    let used = ProcessorTime.nanoseconds
    defer { last = (used, now) }
    guard let last, case let wall = now.nanoseconds(since: last.at), wall > 50_000_000 else { return nil }
    return (Double(used - last.used) / Double(wall) * 1000).rounded() / 10
  }
}
