/// The mean of the last few values within a short time. If there are none, there is no mean.
package struct RunningAverage: Hashable, Sendable {
  private var entries: [Entry] = []
  private let capacity: Int
  private let seconds: Double

  private struct Entry: Hashable {
    let value: Double
    let time: Double
  }

  package init(capacity: Int = 4, seconds: Double = 0.5) {
    self.capacity = max(1, capacity)
    self.seconds = seconds
  }

  /// - Parameter time: in seconds, of any clock.
  package mutating func add(_ value: Double, at time: Double) {
    guard value.isFinite else { return }
    entries = fresh(at: time).suffix(capacity - 1) + [Entry(value: value, time: time)]
  }

  /// Nil if there is no value, or if every one is too old.
  package func mean(at time: Double) -> Double? {
    let entries = fresh(at: time)
    return entries.isEmpty ? nil : entries.reduce(0) { $0 + $1.value } / Double(entries.count)
  }

  package mutating func removeAll() { entries.removeAll() }

  private func fresh(at time: Double) -> [Entry] { entries.filter { time - $0.time <= seconds } }
}
