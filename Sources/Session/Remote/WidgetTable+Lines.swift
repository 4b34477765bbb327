import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Selects which widgets are listed, and how.
public struct WidgetListing: Sendable, Equatable {
  /// What is said of each widget.
  public var style: ResponseStyle
  /// A part of a name, or a shell wildcard for the whole name; nil for all widgets.
  public var pattern: String?

  /// The widgets whose names match, or all.
  public init(_ style: ResponseStyle, matching pattern: String? = nil) {
    self.style = style
    self.pattern = pattern
  }
}

// Widgets as lines of text or of JSON.
extension WidgetTable {
  /// - Throws: when no widget matches the pattern.
  package func lines(_ listing: WidgetListing) throws(SpinetError) -> [String] {
    try matching(listing.pattern).lines(listing.style)
  }

  func lines(_ style: ResponseStyle) -> [String] {
    switch style {
    case .text: widgets.map { [$0.name, $0.shownText] }.inColumns
    case .long: widgets.map { [$0.name, $0.shownText, $0.about] }.inColumns
    case .json: widgets.map { json($0).description }
    case .names: widgets.map(\.name)
    }
  }

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
    widget.precision.map { line.add("precision", $0) } ?? line.addNull("precision")
    line.add("step", widget.step)
    line.add("curve", widget.curve.word)
    line.add("position", widget.hasValue ? widget.position : nil)
    widget.group.map { line.add("group", $0) } ?? line.addNull("group")
    line.add("about", widget.about)
    let link = links[widget.name]
    link.map { line.add("mapped", $0.control.spoken) } ?? line.addNull("mapped")
    line.add("waiting", link?.isWaiting ?? false)
    line.add("pinned", pinned.contains(widget.name))
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
}

extension Curve {
  /// The name in mapping files; `points` for a curve without a name.
  fileprivate var word: String { Curve.named.first { $0.curve == self }?.name ?? "points" }
}
