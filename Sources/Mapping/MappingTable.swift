import Documents
import Widgets

/// `spinet map show`: a mapping as a table to pin to the wall.
public enum MappingTable {
  private static let headings = ["control", "widget", "range", "curve", "mode", "feedback"]

  /// A title, a heading, and a line for each control and each widget that it moves.
  ///
  /// - Parameter widgets: whose ranges and curves stand where the mapping names none; nil: a dash does.
  public static func lines(of mapping: MappingFile, widgets: WidgetSet? = nil) -> [String] {
    let rows = mapping.entries.flatMap { entry in
      entry.targets.enumerated().map { index, target in
        [index == 0 ? entry.control.description : ""] + cells(target, of: entry.control, widgets)
      }
    }
    return [title(mapping), ""].map(\.printable) + aligned([headings] + rows.map { $0.map(\.printable) })
  }

  private static func title(_ mapping: MappingFile) -> String {
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
    return target.mode.rawValue + step + acceleration
  }

  private static func feedback(_ target: MappingTarget, _ control: Control) -> String {
    guard let answer = target.feedback else { return "" }
    let lamp = target.lamp.map { " (\($0.off)/\($0.on))" } ?? ""
    let own = target.echoes ? "echo" : "yes"
    return (answer == control ? own : answer.description) + lamp
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = padded.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
  }
}

extension Widget {
  fileprivate var isOnOff: Bool { [.toggle, .button, .momentary].contains(kind) }
}
