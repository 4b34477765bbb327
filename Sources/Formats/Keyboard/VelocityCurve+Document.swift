import SpinetKeyboard
import SpinetRealtime
import SpinetText

/// The key `velocity`: `linear`, `soft`, `hard`, `fixed N`, or a list of points.
extension VelocityCurve {
  private static let expected = "linear, soft, hard, fixed 1 to fixed 127, or a list of points"

  /// Nil, with a diagnostic, if the node is none of them.
  init?(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .list(let items) = node.content {
      guard let points = Self.points(items, at: node.location, &diagnostics) else { return nil }
      self = .points(points)
    } else {
      guard let text = node.string(&diagnostics, as: Self.expected) else { return nil }
      guard let curve = Self.named(text) else {
        diagnostics.error(
          at: node.location, "\(node.described) is not a velocity curve, expected \(Self.expected)",
          suggestion: nearestName(to: text, among: ["linear", "soft", "hard"]))
        return nil
      }
      self = curve
    }
  }

  private static func named(_ text: String) -> VelocityCurve? {
    let words = text.split(separator: " ")
    switch words {
    case ["linear"]: return .linear
    case ["soft"]: return .soft
    case ["hard"]: return .hard
    default:
      guard words.count == 2, words[0] == "fixed", let velocity = Int(words[1]) else { return nil }
      return (1...127).contains(velocity) ? .fixed(velocity) : nil
    }
  }

  /// `[[STRUCK, SOUNDING], …]`, from soft to hard.
  private static func points(
    _ items: [DocumentNode], at location: TextLocation, _ diagnostics: inout Diagnostics
  ) -> [Point]? {
    var points: [Point] = []
    for item in items {
      guard let pair = item.doubles(&diagnostics, as: "[struck, sounding]") else { return nil }
      guard pair.count == 2, pair.allSatisfy((0...127).contains) else {
        diagnostics.error(at: item.location, "these numbers, expected [struck, sounding] from 0 to 127")
        return nil
      }
      points.append(Point(struck: pair[0], sounding: pair[1]))
    }
    guard points.count > 1, zip(points, points.dropFirst()).allSatisfy({ $0.struck < $1.struck }) else {
      diagnostics.error(at: location, "these points, expected at least two, from soft to hard")
      return nil
    }
    return points
  }
}
