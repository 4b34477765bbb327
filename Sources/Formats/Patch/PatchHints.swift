import SpinetRealtime
import SpinetText
import SpinetWidgets

/// The hints for one widget in a patch file, and their positions.
struct PatchHints: Hashable, Sendable {
  var hints = WidgetHints()
  /// The position of the widget's name in the patch.
  var location: TextLocation

  static let keys = ["value", "range", "unit", "curve", "about"]

  /// Reads `{range: [FROM, TO], unit: TEXT, curve: NAME, about: TEXT}`. The patch itself reads the value.
  init(_ entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics) {
    location = entry.location
    let fields = entry.value.fields(Self.keys, calling: "key", &diagnostics) ?? [:]
    hints.range = fields["range"].flatMap { Self.range($0, &diagnostics) }
    hints.unit = fields["unit"]?.string(&diagnostics, as: "a unit")
    hints.about = fields["about"]?.string(&diagnostics, as: "a sentence")
    hints.curve = fields["curve"].flatMap { Self.curve($0, &diagnostics) }
    if hints.curve == .logarithmic, let range = hints.range, range.lowerBound <= 0, range.upperBound >= 0 {
      diagnostics.error(
        at: fields["curve"]?.location ?? location,
        "curve log over a range with 0 in it, expected both ends above 0, or both below")
    }
  }

  private static func range(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> ClosedRange<Double>? {
    let found = diagnostics.all.count
    guard let ends = node.doubles(&diagnostics, as: "two numbers, [FROM, TO]"),
      diagnostics.all.count == found
    else { return nil }
    guard ends.count == 2, ends[0] < ends[1] else {
      diagnostics.error(at: node.location, "no range, expected two numbers, [FROM, TO], the lower one first")
      return nil
    }
    return ends[0]...ends[1]
  }

  private static func curve(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Curve? {
    let names = Curve.named.map(\.name)
    guard let name = node.string(&diagnostics, as: names.joinedByOr) else { return nil }
    if let known = Curve.named.first(where: { $0.name == name }) { return known.curve }
    diagnostics.error(
      at: node.location, "unknown curve \"\(name.shortened)\", expected \(names.joinedByOr)",
      suggestion: nearestName(to: name, among: names))
    return nil
  }

  /// Reports hints that do not fit the kind of the widget.
  func check(_ widget: Widget, _ diagnostics: inout Diagnostics) {
    if let range = hints.range, widget.range != range {
      diagnostics.error(
        at: location, "a range for \(widget.name), expected none: it takes \(widget.expectation)")
    }
    if let about = hints.about, widget.about != about {
      diagnostics.error(
        at: location, "a sentence about \(widget.name), expected none: its program has one")
    }
    if let curve = hints.curve, widget.curve != curve {
      diagnostics.error(
        at: location, "curve log over the range of \(widget.name), expected a range without 0 in it")
    }
  }
}
