import SpinetWidgets

/// The widgets of an instrument as a screen arranges them: in groups, and each with the form that suits it.
public struct WidgetLayout: Hashable, Sendable {
  /// Widgets by their indices in the instrument's set.
  public enum Item: Hashable, Sendable {
    case single(Int)
    /// Two sliders under one finger.
    case pad(name: String, x: Int, y: Int)
    /// A row of sliders.
    case bars(name: String, [Int])
  }

  public struct Group: Hashable, Sendable {
    public let name: String
    public var items: [Item] = []
  }

  /// In the order of their first widgets.
  public private(set) var groups: [Group] = []

  /// From this many on, `NAME.1`, `NAME.2` … are a row.
  public static let fewestBars = 3

  public init(_ widgets: [Widget]) {
    var taken: Set<Int> = []
    let indices = Dictionary(
      widgets.indices.map { (widgets[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, widget) in widgets.enumerated() where !taken.contains(index) {
      let item = Self.item(index, widget, widgets, indices)
      taken.formUnion(item.indices)
      append(item, to: Self.group(of: widget.name))
    }
  }

  private mutating func append(_ item: Item, to name: String) {
    if let place = groups.firstIndex(where: { $0.name == name }) { return groups[place].items.append(item) }
    groups.append(Group(name: name, items: [item]))
  }

  /// All before the last dot or slash; empty for a name without a section.
  public static func group(of name: String) -> String {
    guard let end = name.lastIndex(where: { $0 == "." || $0 == "/" }) else { return "" }
    let group = name[..<end]
    return String(group.first == "/" ? group.dropFirst() : group)
  }

  private static func item(
    _ index: Int, _ widget: Widget, _ widgets: [Widget], _ indices: [String: Int]
  ) -> Item {
    guard widget.kind.isContinuous, let dot = widget.name.lastIndex(of: ".") else { return .single(index) }
    let stem = String(widget.name[..<dot])
    func slider(_ ending: String) -> Int? {
      indices["\(stem).\(ending)"].flatMap { widgets[$0].kind.isContinuous ? $0 : nil }
    }
    switch widget.name[widget.name.index(after: dot)...] {
    case "x": if let y = slider("y") { return .pad(name: stem, x: index, y: y) }
    case "1":
      let bars = Self.row(from: 1, slider)
      if bars.count >= fewestBars { return .bars(name: stem, bars) }
    default: break
    }
    return .single(index)
  }

  /// What `slider` finds by the numbers from `first` on, without a gap.
  private static func row(from first: Int, _ slider: (String) -> Int?) -> [Int] {
    var found: [Int] = []
    while let index = slider("\(first + found.count)") { found.append(index) }
    return found
  }
}

extension WidgetLayout.Item {
  /// All its widgets.
  public var indices: [Int] {
    switch self {
    case .single(let index): [index]
    case .pad(_, let x, let y): [x, y]
    case .bars(_, let bars): bars
    }
  }
}
