import SpinetDevices
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Selects which widgets are listed, and how.
public struct WidgetListing: Sendable, Equatable {
  public enum Style: String, Sendable {
    /// Names and values.
    case text
    /// Also the description of each widget.
    case long
    case json
    case names
  }

  public var style: Style
  /// A part of a name, or a shell wildcard for the whole name; nil for all widgets.
  public var pattern: String?

  public init(_ style: Style, matching pattern: String? = nil) {
    self.style = style
    self.pattern = pattern
  }
}

/// Widgets as lines of text or of JSON.
package struct WidgetTable {
  let widgets: [Widget]
  /// The values that the sounds were loaded with, where they differ from the engines' defaults.
  var loaded: [String: Double] = [:]

  package init(widgets: [Widget], loaded: [String: Double] = [:]) {
    self.widgets = widgets
    self.loaded = loaded
  }

  /// - Throws: when no widget matches the pattern.
  package func lines(_ listing: WidgetListing) throws(SpinetError) -> [String] {
    let matching = try matching(listing.pattern)
    switch listing.style {
    case .text: return matching.text
    case .long: return matching.widgets.map { [$0.name, $0.shownText, $0.about] }.inColumns
    case .json: return matching.json
    case .names: return matching.widgets.map(\.name)
    }
  }

  private func matching(_ pattern: String?) throws(SpinetError) -> WidgetTable {
    guard let pattern else { return self }
    let found = widgets.filter { namePattern(pattern, matches: $0.name) }
    guard found.isEmpty else { return WidgetTable(widgets: found, loaded: loaded) }
    let near = nearestName(to: pattern, among: widgets.map(\.name)).map { Remedy(.takeSimilarName, $0) }
    throw SpinetError(
      .unknownName, what: "'\(pattern.shortened)'", why: "no widget has that name",
      remedy: near ?? Remedy(.listWidgets))
  }

  func lines(json: Bool) -> [String] { json ? self.json : text }

  /// Names and values, aligned.
  var text: [String] {
    widgets.map { [$0.name, $0.shownText] }.inColumns
  }

  var json: [String] { widgets.map { json($0).description } }

  private func json(_ widget: Widget) -> JSONLine {
    var line = JSONLine()
    line.add("widget", widget.name)
    line.add("value", widget.hasValue ? widget.value : nil)
    line.add("text", widget.shownText)
    line.add("unit", widget.unit)
    line.add("min", widget.range.lowerBound)
    line.add("max", widget.range.upperBound)
    line.add("default", loaded[widget.name] ?? widget.defaultValue)
    line.add("kind", widget.kind.word)
    line.add("choices", widget.kind.choices)
    widget.kind.precision.map { line.add("precision", $0) } ?? line.addNull("precision")
    line.add("step", widget.step)
    line.add("curve", widget.curve.word)
    line.add("position", widget.hasValue ? widget.position : nil)
    widget.group.map { line.add("group", $0) } ?? line.addNull("group")
    line.add("about", widget.about)
    return line
  }
}

extension Widget {
  /// Whether it has a value to show. A label has none before its first value, and a text is not a number.
  fileprivate var hasValue: Bool {
    switch kind {
    case .label: stamp > 0
    case .text: false
    default: true
    }
  }

  /// The text to show. It is empty before a label's first value.
  fileprivate var shownText: String { hasValue || kind == .text ? text : "" }

  /// The words before the last dot of its name: `filter` of `filter.cutoff`, `pad/filter` of `pad/filter.cutoff`.
  fileprivate var group: String? { name.lastIndex(of: ".").map { String(name[..<$0]) } }
}

extension Widget.Kind {
  fileprivate var choices: [String] {
    if case .choice(let names) = self { names } else { [] }
  }

  /// The number of decimals.
  fileprivate var precision: Int? {
    if case .label(let precision) = self { precision } else { nil }
  }
}

extension Curve {
  /// The name in mapping files; `points` for a curve without a name.
  fileprivate var word: String { Curve.named.first { $0.curve == self }?.name ?? "points" }
}
