import SpinetText
import SpinetWidgets

/// Widgets as lines of text or of JSON.
struct WidgetTable {
  let widgets: [Widget]

  func lines(json: Bool) -> [String] { json ? self.json : text }

  /// Names and values, aligned.
  var text: [String] {
    widgets.map { [$0.name, $0.text] }.inColumns
  }

  var json: [String] { widgets.map { Self.json($0).description } }

  static func json(_ widget: Widget) -> JSONLine {
    var line = JSONLine()
    line.add("widget", widget.name)
    line.add("value", widget.value)
    line.add("text", widget.text)
    line.add("unit", widget.unit)
    line.add("min", widget.range.lowerBound)
    line.add("max", widget.range.upperBound)
    line.add("default", widget.defaultValue)
    return line
  }
}
