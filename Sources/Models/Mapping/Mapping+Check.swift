import SpinetRealtime
import SpinetText
import SpinetWidgets

extension Mapping {
  /// The errors of this mapping for an instrument: unknown widgets, ranges outside those of the widgets, and curves
  /// that are impossible for a range.
  public func check(against widgets: WidgetSet) -> [Diagnostic] { check(against: widgets) { _ in false } }

  /// The same, without the widgets of which it is not known whether they exist.
  package func check(against widgets: WidgetSet, except isUnknown: (String) -> Bool) -> [Diagnostic] {
    var diagnostics = Diagnostics(file: file)
    for target in entries.flatMap(\.targets) where !isUnknown(target.widget) && !target.isOSC {
      if let widget = widgets[target.widget] {
        check(target, against: widget, &diagnostics)
      } else if let advice = Self.advice(on: target.widget, among: widgets) {
        diagnostics.error(
          at: target.location,
          "unknown widget \"\(target.widget.shortened)\", expected one of the instrument's", remedy: advice)
      } else if !target.widget.isEmpty {
        diagnostics.error(
          at: target.location,
          "unknown widget \"\(target.widget.shortened)\", expected one of the instrument's",
          suggestion: Self.pedals.contains(target.widget)
            ? nil : nearestName(to: target.widget, among: widgets.names),
          remedy: Self.pedals.contains(target.widget)
            ? "leave it out: pedals (cc 64, 66, 67) hold notes without a mapping" : nil)
      }
    }
    return diagnostics.all.sortedByPlace
  }

  /// What people call pedals. A widget whose name has such a word is something else.
  private static let pedals: Set = ["sustain", "sostenuto", "soft", "pedal", "hold", "damper"]

  /// How to get a widget whose source is not MIDI; nil if that source plays already.
  private static func advice(on name: String, among widgets: WidgetSet) -> Remedy? {
    let sources = [
      ("face.", Remedy(.playFace)), ("motion.", Remedy(.playMotionSensor)),
    ]
    guard let (prefix, advice) = sources.first(where: { name.hasPrefix($0.0) }) else { return nil }
    return widgets.names.contains { $0.hasPrefix(prefix) } ? nil : advice
  }

  private func check(_ target: MappingTarget, against widget: Widget, _ diagnostics: inout Diagnostics) {
    if widget.kind.isDisplay {
      diagnostics.error(
        at: target.location, "\(widget.name) only shows a value, expected a widget that moves")
    }
    if let range = target.range, ![range.start, range.end].allSatisfy(widget.allows) {
      diagnostics.error(
        at: range.location,
        "a range from \(JSONLine.number(range.start)) to \(JSONLine.number(range.end)), expected it within "
          + "\(widget.rangeText)")
    }
    let ends = target.ends(for: widget)
    if target.curve == .logarithmic, target.range == nil, ends.start * ends.end <= 0 {
      diagnostics.error(
        at: target.location, "curve log over \(widget.rangeText), expected a range without 0 in it")
    }
  }
}

extension MappingTarget {
  /// The widget's values at the two ends of the control.
  package func ends(for widget: Widget) -> (start: Double, end: Double) {
    range.map { ($0.start, $0.end) } ?? (widget.range.lowerBound, widget.range.upperBound)
  }

  /// The curve between those ends. A logarithmic curve becomes linear if the range includes 0.
  package func curve(for widget: Widget) -> Curve {
    let ends = ends(for: widget)
    let curve = curve ?? widget.curve
    return curve == .logarithmic && ends.start * ends.end <= 0 ? .linear : curve
  }
}

extension Widget {
  /// `20 to 20000 Hz`
  package var rangeText: String {
    let ends = "\(JSONLine.number(range.lowerBound)) to \(JSONLine.number(range.upperBound))"
    return unit.isEmpty ? ends : "\(ends) \(unit)"
  }
}
