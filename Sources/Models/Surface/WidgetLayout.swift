import SpinetWidgets

/// The widgets of an instrument as a screen arranges them: in groups, and each with the form that suits it.
package struct WidgetLayout: Hashable, Sendable {
  /// Widgets by their indices in the instrument's set.
  package enum Item: Hashable, Sendable {
    case single(Int)
    /// Two sliders under one finger.
    case pad(name: String, x: Int, y: Int)
    /// A row of sliders.
    case bars(name: String, [Int])
    /// What is drawn on the wave of a recording.
    case waveform(name: String, WaveformWidgets)
  }

  package struct Group: Hashable, Sendable {
    /// The part that the widgets belong to; empty for those of the whole instrument.
    package let part: String
    package let name: String
    package var items: [Item] = []
  }

  /// The groups of the sound, then those of each part, and last those of the instrument itself. Within these, they
  /// are in the order of their first widgets.
  package private(set) var groups: [Group] = []

  /// The waves that are drawn beside pads and rows, by the names of these.
  package private(set) var waves: [String: WaveSource] = [:]

  /// The group of the widgets that belong to the instrument and not to a sound.
  package static let own = "instrument"
  private static let ownNames: Set = ["engine.running", "keyboard.octave", "panic", "recording", "scene"]

  /// The fewest sliders `NAME.1`, `NAME.2` … that are shown as a row.
  package static let fewestBars = 3

  /// - Parameter parts: the names of the parts, whose widgets are `PART/NAME`. The name of a single part is empty.
  package init(_ widgets: [Widget], parts: [String] = []) {
    var taken: Set<Int> = []
    let indices = Dictionary(
      widgets.indices.map { (widgets[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    let waveforms = widgets.indices.compactMap { WaveformWidgets(at: $0, widgets, indices) }
    for (index, widget) in widgets.enumerated() where !taken.contains(index) {
      let waveform = waveforms.first { $0.all.contains(index) }
      let item = waveform.map { Self.item($0, widgets) } ?? Self.item(index, widget, widgets, indices)
      taken.formUnion(item.indices)
      if let (name, wave) = item.wave(indices) { waves[name] = wave }
      append(item, to: Self.name(waveform.map { widgets[$0.position].name } ?? widget.name, among: parts))
    }
    let sounds = ([""] + parts.filter { !$0.isEmpty }).flatMap { part in
      groups.filter { $0.part == part && $0.name != Self.own }
    }
    groups = sounds + groups.filter { $0.name == Self.own }
  }

  private mutating func append(_ item: Item, to owner: (part: String, name: String)) {
    let isOwn = owner.part.isEmpty && Self.ownNames.contains(owner.name)
    let group = isOwn ? Self.own : Self.group(of: owner.name)
    if let index = groups.firstIndex(where: { $0.part == owner.part && $0.name == group }) {
      return groups[index].items.append(item)
    }
    groups.append(Group(part: owner.part, name: group, items: [item]))
  }

  /// Splits `PART/NAME`. The part is empty for a name without one.
  package static func name(_ name: String, among parts: [String]) -> (part: String, name: String) {
    guard let slash = name.firstIndex(of: "/"), parts.contains(String(name[..<slash])) else {
      return ("", name)
    }
    return (String(name[..<slash]), String(name[name.index(after: slash)...]))
  }

  /// All before the last dot or slash; empty for a name without a section.
  package static func group(of name: String) -> String {
    guard let end = name.lastIndex(where: { $0 == "." || $0 == "/" }) else { return "" }
    let group = name[..<end]
    return String(group.first == "/" ? group.dropFirst() : group)
  }

  /// One item for all these widgets. Its name is the text before `.position`.
  private static func item(_ waveform: WaveformWidgets, _ widgets: [Widget]) -> Item {
    let name = widgets[waveform.position].name
    return .waveform(name: String(name.dropLast(".position".count)), waveform)
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

  /// The sliders numbered `first`, `first + 1` and so on, up to the first missing number.
  private static func row(from first: Int, _ slider: (String) -> Int?) -> [Int] {
    var found: [Int] = []
    while let index = slider("\(first + found.count)") { found.append(index) }
    return found
  }
}

extension WidgetLayout.Item {
  /// All its widgets.
  package var indices: [Int] {
    switch self {
    case .single(let index): [index]
    case .pad(_, let x, let y): [x, y]
    case .bars(_, let bars): bars
    case .waveform(_, let widgets): widgets.all
    }
  }
}
