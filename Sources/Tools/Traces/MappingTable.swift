import SpinetFormats
import SpinetMapping
import SpinetText
import SpinetWidgets

/// `spinet map show`: a mapping as a table.
package enum MappingTable {
  private static let headings = ["control", "widget", "range", "curve", "mode", "feedback"]

  /// A title, a heading, and a line for each widget that a control moves.
  ///
  /// - Parameter widgets: provide the ranges and curves that the mapping leaves out; without them a dash is shown.
  package static func lines(of mapping: Mapping, widgets: WidgetSet? = nil) -> [String] {
    let rows = rows(of: mapping, widgets: widgets)
    return [title(mapping), ""].map(\.printable) + ([headings] + rows.map { $0.map(\.printable) }).inColumns
  }

  /// A row for each widget that a control moves: control, widget, range, curve, mode and feedback.
  package static func rows(of mapping: Mapping, widgets: WidgetSet? = nil) -> [[String]] {
    mapping.entries.flatMap { entry in
      entry.targets.enumerated().map { index, target in
        [index == 0 ? entry.control.description : ""] + cells(target, of: entry.control, widgets)
      }
    }
  }

  private static func title(_ mapping: Mapping) -> String {
    let ports = mapping.ports.map(\.description).joined(separator: ", ")
    return (mapping.controller ?? mapping.file) + (ports.isEmpty ? " (every port)" : " (\(ports))")
  }

  private static func cells(
    _ target: MappingTarget, of control: Control, _ widgets: WidgetSet?
  ) -> [String] {
    let widget = widgets?[target.widget]
    let curve = widget.map(target.curve(for:)) ?? target.curve
    return [
      target.widget, range(target, widget), curve.map(CurveReader.name(of:)) ?? "-", mode(target),
      feedback(target, control),
    ]
  }

  private static func range(_ target: MappingTarget, _ widget: Widget?) -> String {
    if let widget, target.range == nil, widget.isOnOff { return "off … on" }
    if let widget, target.range == nil, case .choice(let names) = widget.kind, let last = names.last {
      return "\(names[0]) … \(last)"
    }
    guard let ends = target.range.map({ ($0.start, $0.end) }) ?? widget.map(target.ends(for:)) else {
      return "-"
    }
    let unit = widget.map { $0.unit.isEmpty ? "" : " " + $0.unit } ?? ""
    return "\(JSONLine.number(ends.0)) … \(JSONLine.number(ends.1))\(unit)"
  }

  private static func mode(_ target: MappingTarget) -> String {
    let step = target.step.map { ", step \(JSONLine.number($0))" } ?? ""
    let acceleration = target.acceleration > 1 ? ", to ×\(JSONLine.number(target.acceleration))" : ""
    return target.mode.rawValue + step + acceleration + (target.latches ? ", latching" : "")
  }

  private static func feedback(_ target: MappingTarget, _ control: Control) -> String {
    guard let answer = target.feedback else { return "" }
    let lamp = target.lamp.map { " (\($0.off)/\($0.on))" } ?? ""
    let own = target.echoes ? "echo" : "yes"
    return (answer == control ? own : answer.description) + lamp
  }
}

extension Widget {
  fileprivate var isOnOff: Bool { [.toggle, .button, .momentary].contains(kind) }
}
