import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Reads `curve:`, which is a name or a list of points.
package enum CurveReader {
  package static let names = Curve.named

  package static func name(of curve: Curve) -> String {
    names.first { $0.curve == curve }?.name ?? "points"
  }

  package static func curve(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Curve? {
    switch node.content {
    case .text(let name):
      if let known = names.first(where: { $0.name == name }) { return known.curve }
      diagnostics.error(
        at: node.location,
        "unknown curve \"\(name.shortened)\", expected lin, log, exp, s or a list of points",
        suggestion: nearestName(to: name, among: names.map(\.name)))
    case .list(let items):
      return points(items, at: node.location, &diagnostics)
    case .map, .nothing:
      diagnostics.error(
        at: node.location, "\(node.described) found, expected lin, log, exp, s or a list of points")
    }
    return nil
  }

  /// Pairs `[position, fraction]`, or only fractions, which are at equal distances.
  private static func points(
    _ items: [DocumentNode], at location: TextLocation, _ diagnostics: inout Diagnostics
  ) -> Curve? {
    guard items.count >= 2 else {
      diagnostics.error(at: location, "a curve of \(items.count) points, expected two or more")
      return nil
    }
    var points: [Curve.Point] = []
    for (index, item) in items.enumerated() {
      let even = Double(index) / Double(items.count - 1)
      guard let point = point(item, even: even, &diagnostics) else { continue }
      if let last = points.last, point.position <= last.position {
        diagnostics.error(
          at: item.location, "a point at or before the last one, expected rising positions")
      }
      points.append(point)
    }
    return points.count == items.count ? .points(points) : nil
  }

  private static func point(
    _ node: DocumentNode, even: Double, _ diagnostics: inout Diagnostics
  ) -> Curve.Point? {
    let what = "a number from 0 to 1 or [POSITION, FRACTION]"
    var numbers = [even]
    if case .list = node.content {
      numbers = node.doubles(&diagnostics) ?? []
    } else {
      guard let fraction = node.double(&diagnostics, as: what) else { return nil }
      numbers.append(fraction)
    }
    guard numbers.count == 2, numbers.allSatisfy((0...1).contains) else {
      diagnostics.error(at: node.location, "a point outside the curve, expected \(what)")
      return nil
    }
    return Curve.Point(numbers[0], numbers[1])
  }
}
