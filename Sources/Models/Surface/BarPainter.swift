import SpinetWidgets

/// Fingers that paint a row of bars by moving across it.
///
/// A finger that goes from one point to another sets every bar on its way, even if it moves far between two events.
public struct BarPainter: Sendable {
  /// A bar that has been painted, and its height from 0 to 1.
  public struct Stroke: Hashable, Sendable {
    /// The index of the bar, from the left.
    public let bar: Int
    /// 0–1.
    public let height: Double

    /// A bar and its height.
    public init(bar: Int, height: Double) { (self.bar, self.height) = (bar, height) }
  }

  private struct Point {
    let x: Double
    let height: Double
  }

  /// The number of bars.
  public let count: Int
  /// By finger: its last point.
  private var points: [Int: Point] = [:]
  /// Fingers beyond this many paint nothing.
  private static let mostFingers = 32

  /// - Parameter count: the number of bars, at least 1.
  public init(count: Int) { self.count = max(1, count) }

  /// A finger comes down: `x` from the left and `y` from the top of the row, 0–1. Returns the bar under it.
  public mutating func fingerDown(_ finger: Int, x: Double, y: Double) -> [Stroke] {
    guard points.count < Self.mostFingers || points[finger] != nil else { return [] }
    let point = Self.point(x, y)
    points[finger] = point
    return [Stroke(bar: bar(at: point.x), height: point.height)]
  }

  /// Moves a finger. Returns the bars on its way, in its direction, and last the one under it.
  public mutating func fingerMoved(_ finger: Int, x: Double, y: Double) -> [Stroke] {
    guard let from = points[finger] else { return [] }
    let point = Self.point(x, y)
    points[finger] = point
    let (first, last) = (bar(at: from.x), bar(at: point.x))
    let step = last < first ? -1 : 1
    let between = stride(from: first + step, to: last, by: step).map { bar in
      Stroke(bar: bar, height: Self.height(at: middle(of: bar), from, point))
    }
    return (first == last ? [] : between) + [Stroke(bar: last, height: point.height)]
  }

  /// A finger is gone.
  public mutating func fingerLifted(_ finger: Int) { points[finger] = nil }

  /// Whether a finger is down.
  public var hasFingers: Bool { !points.isEmpty }

  /// A point of the row: `x` from the left and `y` from the top, 0–1. Points outside count as on the nearest edge.
  private static func point(_ x: Double, _ y: Double) -> Point {
    Point(x: min(max(x, 0), 1), height: 1 - min(max(y, 0), 1))
  }

  private func bar(at x: Double) -> Int {
    Int(bounded: (x * Double(count)).rounded(.down), in: 0...max(0, count - 1))
  }

  private func middle(of bar: Int) -> Double { (Double(bar) + 0.5) / Double(count) }

  private static func height(at x: Double, _ from: Point, _ to: Point) -> Double {
    let share = min(max((x - from.x) / (to.x - from.x), 0), 1)
    return from.height + (to.height - from.height) * share
  }
}
