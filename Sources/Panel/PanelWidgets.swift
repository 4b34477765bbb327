import SpinetLibrary
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// The widgets as messages. Properties that do not change are written once for all pages, values when they change.
/// [panel-thread]
struct PanelWidgets {
  let all: [Widget]
  /// By widget: whether it belongs to a sound, and not to the session.
  private let areOfSound: [Bool]
  /// The sounds, as `spinet load` finds them; nil if only who has put them together knows.
  let reference: String?
  let layout: WidgetLayout
  /// The rows of bars, by name.
  private(set) var bars: [String: [Int]] = [:]
  private(set) var waveforms: [String: WaveformWidgets] = [:]
  /// The message up to the values: all other properties, and the groups.
  private let arrangement: String
  /// By widget: its stamp when it was last sent.
  private var stamps: [UInt64]
  /// By widget: its value when it was last sent.
  private var values: [String]
  private var news = WidgetNews()

  /// - Parameter parts: the names of the parts.
  init(_ widgets: [Widget], of handle: SessionHandle, parts: [String]) {
    all = widgets
    stamps = widgets.map(\.stamp)
    values = widgets.map { Self.value($0) }
    let layout = WidgetLayout(widgets, parts: parts)
    let groups = layout.groups.map { Self.json($0, layout.waves) }
    for item in layout.groups.flatMap(\.items) {
      switch item {
      case .bars(let name, let indices): bars[name] = indices
      case .waveform(let name, let widgets): waveforms[name] = widgets
      case .single, .pad: break
      }
    }
    self.layout = layout
    // The tempo is the session's, although each sound has it.
    areOfSound = widgets.map { handle.isOfSound($0) && Self.name($0) != "clock.tempo" }
    reference = handle.soundReference
    let described = zip(widgets, areOfSound).map { Self.json($0, isOfSound: $1) }
    arrangement = "{\"widgets\":\(PanelState.list(described)),\"groups\":\(PanelState.list(groups))"
  }

  /// Whether these are the same widgets.
  func isOf(_ widgets: [Widget]) -> Bool {
    widgets.count == all.count && zip(widgets, all).allSatisfy { $0 === $1 }
  }

  /// Whether the widgets of these sounds are among others.
  func isOfSound(in others: [Widget]) -> Bool {
    guard let first = areOfSound.firstIndex(of: true) else { return true }
    return others.contains { $0 === all[first] }
  }

  /// What is changed in the sounds and in the mix of their parts: the values that are others than they were, by name.
  func changed(since originals: [Double]) -> [String: Double] {
    let changed = zip(all.indices, originals).filter { index, original in
      let isOfThem = areOfSound[index] || Self.isOfMix(all[index])
      return isOfThem && all[index].kind.isSetting && all[index].value != original
    }
    return Dictionary(changed.map { (all[$0.0].name, all[$0.0].value) }) { $1 }
  }

  private static func isOfMix(_ widget: Widget) -> Bool {
    ["part.level", "part.pan", "part.mute", "part.solo"].contains(name(widget))
  }

  /// Without its part.
  private static func name(_ widget: Widget) -> Substring {
    widget.name[
      (widget.name.lastIndex(of: "/").map { widget.name.index(after: $0) } ?? widget.name.startIndex)...]
  }

  /// The settings of the sounds.
  var ofSounds: [Widget] { zip(all, areOfSound).filter { $1 && $0.kind.isSetting }.map(\.0) }

  /// The message for a new page. Later moves are sent to all pages.
  var everything: String {
    let now = all.indices.map { all[$0].stamp == stamps[$0] ? values[$0] : Self.value(all[$0]) }
    return arrangement + ",\"values\":\(PanelState.list(now.map { "[\($0)]" }))}"
  }

  /// The message about all moves since the last call; nil if there are none.
  mutating func moved() -> String? {
    guard news.popChange() else { return nil }
    var entries: [String] = []
    for (index, widget) in all.enumerated() where widget.stamp != stamps[index] {
      stamps[index] = widget.stamp
      values[index] = Self.value(widget)
      entries.append("[\(index),\(values[index])]")
    }
    return entries.isEmpty ? nil : "{\"moved\":\(PanelState.list(entries))}"
  }

  /// `VALUE,POSITION,TEXT`
  private static func value(_ widget: Widget) -> String {
    let position = JSONLine.number((widget.position * 1e5).rounded() / 1e5)
    return "\(JSONLine.number(widget.value)),\(position),\(JSONLine.quoted(widget.text))"
  }

  private static func json(_ group: WidgetLayout.Group, _ waves: [String: WaveSource]) -> String {
    var line = JSONLine()
    line.add("part", group.part)
    line.add("name", group.name)
    line.add("items", literal: PanelState.list(group.items.map { json($0, waves) }))
    return line.description
  }

  private static func json(_ item: WidgetLayout.Item, _ waves: [String: WaveSource]) -> String {
    switch item {
    case .single(let index): "[\"one\",\(index)]"
    case .pad(let name, let x, let y):
      "[\"pad\",\(JSONLine.quoted(name)),\(x),\(y),\(waves[name] == nil ? 0 : 1)]"
    case .bars(let name, let bars):
      "[\"bars\",\(JSONLine.quoted(name)),\(PanelState.list(bars.map(String.init))),\(waves[name] == nil ? 0 : 1)]"
    case .waveform(let name, let widgets):
      "[\"wave\",\(JSONLine.quoted(name)),\(json(widgets))]"
    }
  }

  private static func json(_ widgets: WaveformWidgets) -> String {
    let indices: [Int?] = [widgets.position, widgets.start, widgets.end, widgets.cursor, widgets.scrub]
    return indices.map { $0.map(String.init) ?? "null" }.joined(separator: ",")
  }

  private static func json(_ widget: Widget, isOfSound: Bool) -> String {
    var line = JSONLine()
    line.add("name", widget.name)
    line.add("kind", widget.kind.word)
    line.add("unit", widget.unit)
    line.add("min", widget.range.lowerBound)
    line.add("max", widget.range.upperBound)
    line.add("default", widget.defaultValue)
    if let ends = widget.ends { line.add("ends", ends) }
    line.add("step", widget.step)
    line.add("about", widget.about)
    if case .choice(let names) = widget.kind { line.add("choices", names) }
    if let precision = widget.precision { line.add("precision", precision) }
    line.add("curve", Curve.named.first { $0.curve == widget.curve }?.name ?? "points")
    if let dot = widget.name.lastIndex(of: ".") { line.add("group", String(widget.name[..<dot])) }
    line.add("setting", widget.kind.isSetting && isOfSound ? 1 : 0)
    return line.description
  }
}
