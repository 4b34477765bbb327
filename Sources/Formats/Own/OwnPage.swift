import SpinetText

/// A page of the user's own: controls on a grid, as the user has put them.
package struct OwnPage: Hashable, Sendable {
  /// How a control looks.
  package enum Kind: String, CaseIterable, Sendable {
    case knob, fader, slider, number, picture, pad
    case `switch`, button, choice, meter, scenes, parts, keys

    /// How many widgets it moves or shows.
    package var widgetCount: Int {
      switch self {
      case .pad: 2
      case .scenes, .parts, .keys: 0
      default: 1
      }
    }
  }

  /// A grid of cells.
  package struct Grid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package static let wide = Grid(columns: 12, rows: 8)
    package static let tall = Grid(columns: 6, rows: 16)
  }

  package struct Item: Hashable, Sendable {
    package var kind: Kind
    package var widgets: [String]
    /// From 0.
    package var column: Int
    package var row: Int
    /// In cells.
    package var columns: Int
    package var rows: Int
    /// Nil for the widget's own name.
    package var label: String?
    /// 1–8; nil for the colour of the widget's part.
    package var colour: Int?
    /// The scenes in which it is shown; empty for all.
    package var scenes: [String]

    package init(
      _ kind: Kind, _ widgets: [String], column: Int, row: Int, columns: Int, rows: Int, label: String? = nil,
      colour: Int? = nil, scenes: [String] = []
    ) {
      (self.kind, self.widgets) = (kind, widgets)
      (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
      (self.label, self.colour, self.scenes) = (label, colour, scenes)
    }

    /// Why it cannot stand in a grid; nil if it can.
    package func problem(in grid: Grid) -> String? {
      if widgets.count != kind.widgetCount {
        return "\(kind.rawValue) with \(widgets.count) widgets, expected \(kind.widgetCount)"
      }
      let fits =
        column >= 0 && row >= 0 && columns >= 1 && rows >= 1 && columns <= grid.columns && rows <= grid.rows
        && column <= grid.columns - columns && row <= grid.rows - rows
      return fits
        ? nil : "it reaches beyond the grid, expected it within \(grid.columns) × \(grid.rows) cells"
    }

    package func overlaps(_ other: Item) -> Bool {
      column < other.column + other.columns && other.column < column + columns && row < other.row + other.rows
        && other.row < row + rows
    }
  }

  /// The name that people see; nil for the file's.
  package var title: String?
  /// On a screen that is wider than tall; nil if it was never arranged. Then the items of the tall one fill it in reading order.
  package var wide: [Item]?
  /// On one that is taller; nil as for `wide`.
  package var tall: [Item]?

  package init(title: String? = nil, wide: [Item]? = nil, tall: [Item]? = nil) {
    (self.title, self.wide, self.tall) = (title, wide, tall)
  }

  /// Why the page cannot be kept; nil if it can.
  package var problem: String? {
    wide.flatMap { Self.problem($0, in: .wide) } ?? tall.flatMap { Self.problem($0, in: .tall) }
  }

  private static func problem(_ items: [Item], in grid: Grid) -> String? {
    for (index, item) in items.enumerated() {
      if let problem = item.problem(in: grid) { return "control \(index + 1): \(problem)" }
      if items[..<index].contains(where: item.overlaps) {
        return "control \(index + 1) lies over another one"
      }
    }
    return nil
  }

  package var text: String {
    var lines = title.map { ["name: \(JSONLine.quoted($0))"] } ?? []
    if let wide = wide ?? (tall == nil ? [] : nil) { lines += Self.section("wide", wide) }
    if let tall { lines += Self.section("tall", tall) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ name: String, _ items: [Item]) -> [String] {
    ["\(name):" + (items.isEmpty ? " []" : "")] + items.map { "  - \($0.text)" }
  }
}

extension OwnPage.Item {
  /// As one line of the file.
  fileprivate var text: String {
    var fields = ["kind: \(kind.rawValue)"]
    let names = widgets.map(JSONLine.quoted)
    if names.count == 1 { fields.append("widget: \(names[0])") }
    if names.count > 1 { fields.append("widgets: [\(names.joined(separator: ", "))]") }
    fields += ["at: [\(column), \(row)]", "size: [\(columns), \(rows)]"]
    if let label { fields.append("label: \(JSONLine.quoted(label))") }
    if let colour { fields.append("colour: \(colour)") }
    if !scenes.isEmpty { fields.append("scenes: [\(scenes.map(JSONLine.quoted).joined(separator: ", "))]") }
    return "{\(fields.joined(separator: ", "))}"
  }
}
