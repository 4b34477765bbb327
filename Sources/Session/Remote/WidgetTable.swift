import SpinetText
import SpinetWidgets

/// Widgets as lines of text or of JSON.
struct WidgetTable {
  let widgets: [Widget]
  /// The values that the sounds were loaded with, where they differ from the engines' defaults.
  var loaded: [String: Double] = [:]

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
  /// Whether it has a value to show: a label has none until one came, and a text is not a number.
  fileprivate var hasValue: Bool {
    switch kind {
    case .label: stamp > 0
    case .text: false
    default: true
    }
  }

  /// What is shown: nothing before a label's first value.
  fileprivate var shownText: String { hasValue || kind == .text ? text : "" }

  /// The words before the last point of its name: `filter` of `filter.cutoff`, `pad/filter` of `pad/filter.cutoff`.
  fileprivate var group: String? { name.lastIndex(of: ".").map { String(name[..<$0]) } }
}

extension Widget.Kind {
  fileprivate var choices: [String] {
    if case .choice(let names) = self { names } else { [] }
  }

  /// Decimals.
  fileprivate var precision: Int? {
    if case .label(let precision) = self { precision } else { nil }
  }
}

extension Curve {
  /// As in mapping files; `points` for a curve of its own.
  fileprivate var word: String { Curve.named.first { $0.curve == self }?.name ?? "points" }
}
