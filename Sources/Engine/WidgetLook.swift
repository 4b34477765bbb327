import Documents
import Widgets

/// What a patch beside a program says of a widget, as far as it says anything.
public struct WidgetLook: Hashable, Sendable {
  public var range: ClosedRange<Double>?
  public var unit: String?
  public var curve: Curve?
  /// Of the widget's name in the patch.
  public var place: Place

  public init(
    range: ClosedRange<Double>? = nil, unit: String? = nil, curve: Curve? = nil, place: Place = .start
  ) {
    self.range = range
    self.unit = unit
    self.curve = curve
    self.place = place
  }

  static let keys = ["value", "range", "unit", "curve"]

  /// Reads `{range: [FROM, TO], unit: TEXT, curve: NAME}`; the value is the patch's own affair.
  init(_ entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics) {
    place = entry.place
    let fields = entry.value.fields(Self.keys, calling: "key", &diagnostics) ?? [:]
    range = fields["range"].flatMap { Self.range($0, &diagnostics) }
    unit = fields["unit"]?.string(&diagnostics, as: "a unit")
    curve = fields["curve"].flatMap { Self.curve($0, &diagnostics) }
    if curve == .logarithmic, let range, range.lowerBound <= 0, range.upperBound >= 0 {
      diagnostics.error(
        at: fields["curve"]?.place ?? place,
        "curve log over a range with 0 in it, expected both ends above 0, or both below")
    }
  }

  private static func range(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> ClosedRange<Double>? {
    let found = diagnostics.all.count
    guard let ends = node.doubles(&diagnostics, as: "two numbers, [FROM, TO]"),
      diagnostics.all.count == found
    else { return nil }
    guard ends.count == 2, ends[0] < ends[1] else {
      diagnostics.error(at: node.place, "no range, expected two numbers, [FROM, TO], the lower one first")
      return nil
    }
    return ends[0]...ends[1]
  }

  private static func curve(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Curve? {
    let names = Curve.named.map(\.name)
    guard let name = node.string(&diagnostics, as: names.joinedByOr) else { return nil }
    if let known = Curve.named.first(where: { $0.name == name }) { return known.curve }
    diagnostics.error(
      at: node.place, "unknown curve \"\(name.shortened)\", expected \(names.joinedByOr)",
      suggestion: nearestName(to: name, among: names))
    return nil
  }

  /// What a widget is, against what was said of it.
  func check(_ widget: Widget, _ diagnostics: inout Diagnostics) {
    if let range, widget.range != range {
      diagnostics.error(
        at: place, "a range for \(widget.name), expected none: it takes \(widget.expectation)")
    }
    if let curve, widget.curve != curve {
      diagnostics.error(
        at: place, "curve log over the range of \(widget.name), expected a range without 0 in it")
    }
  }
}
