/// Fingers that paint a row of bars by moving across it.
///
/// A finger that goes from one place to another sets every bar on its way, however far it has gone at once.
package struct BarPainter: Sendable {
  /// A bar that has been painted, and its height from 0 to 1.
  package struct Stroke: Hashable, Sendable {
    package let bar: Int
    package let height: Double

    package init(bar: Int, height: Double) { (self.bar, self.height) = (bar, height) }
  }

  private struct Place {
    let x: Double
    let height: Double
  }

  package let count: Int
  /// By finger: where it was last.
  private var places: [Int: Place] = [:]
  /// More fingers than anybody has paint nothing.
  private static let mostFingers = 32

  /// - Parameter count: of bars, at least 1.
  package init(count: Int) { self.count = max(1, count) }

  /// A finger comes down.
  package mutating func fingerDown(_ finger: Int, x: Double, y: Double) -> [Stroke] {
    guard places.count < Self.mostFingers || places[finger] != nil else { return [] }
    let place = Self.place(x, y)
    places[finger] = place
    return [Stroke(bar: bar(at: place.x), height: place.height)]
  }

  /// A finger has moved: the bars on its way, in its direction, and at last the one under it.
  package mutating func fingerMoved(_ finger: Int, x: Double, y: Double) -> [Stroke] {
    guard let from = places[finger] else { return [] }
    let place = Self.place(x, y)
    places[finger] = place
    let (first, last) = (bar(at: from.x), bar(at: place.x))
    let step = last < first ? -1 : 1
    let between = stride(from: first + step, to: last, by: step).map { bar in
      Stroke(bar: bar, height: Self.height(at: middle(of: bar), from, place))
    }
    return (first == last ? [] : between) + [Stroke(bar: last, height: place.height)]
  }

  package mutating func fingerLifted(_ finger: Int) { places[finger] = nil }

  package var hasFingers: Bool { !places.isEmpty }

  /// X from the left and y from the top, both in parts of the row; what lies outside counts at the nearest edge.
  private static func place(_ x: Double, _ y: Double) -> Place {
    Place(x: min(max(x, 0), 1), height: 1 - min(max(y, 0), 1))
  }

  private func bar(at x: Double) -> Int { min(Int(x * Double(count)), count - 1) }

  private func middle(of bar: Int) -> Double { (Double(bar) + 0.5) / Double(count) }

  private static func height(at x: Double, _ from: Place, _ to: Place) -> Double {
    let share = min(max((x - from.x) / (to.x - from.x), 0), 1)
    return from.height + (to.height - from.height) * share
  }
}
