import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// What the pages know of the instrument, as messages. [panel-thread]
struct PanelState {
  private var view: InstrumentView
  private var surfaces: [KeyboardSurface]
  private var status = SessionStatus()
  private var widgets: [Widget]
  /// By widget: its stamp when it was told last.
  private var stamps: [UInt64]

  init(_ handle: SessionHandle) {
    view = handle.view
    surfaces = view.parts.map { KeyboardSurface($0.keyboard) }
    widgets = handle.widgets.all
    stamps = widgets.map(\.stamp)
  }

  /// How hard a finger comes down at this height of a part's keyboard, 0–1.
  func velocity(onKeyboardOf part: String, at y: Double) -> Double {
    let surface = surfaces[view.parts.firstIndex { $0.name == part } ?? 0]
    return Double(surface.velocity(y: min(max(y, 0), 0.999))) / 127
  }

  /// Takes up what has changed, for somebody who is told everything.
  mutating func look(at handle: SessionHandle) {
    take(handle.view)
    _ = takeWidgets(of: handle)
    status = handle.status
  }

  /// Whether the status has changed since it was last sent.
  func isStatusOld(_ handle: SessionHandle) -> Bool { handle.status != status }

  private mutating func take(_ new: InstrumentView) {
    if Self.isOther(view, new) {
      surfaces = new.parts.map { KeyboardSurface($0.keyboard) }
    }
    view = new
  }

  /// Takes the widgets of another sound. Returns whether there is one.
  private mutating func takeWidgets(of handle: SessionHandle) -> Bool {
    let new = handle.widgets.all
    guard new.count != widgets.count || !zip(new, widgets).allSatisfy({ $0 === $1 }) else { return false }
    widgets = new
    stamps = new.map(\.stamp)
    return true
  }

  // MARK: All of it

  /// The messages for a page that knows nothing yet.
  func everything() -> [String] { [hello, keyboards, layout, lit, Self.text(of: status), Self.patches] }

  private var hello: String {
    var line = JSONLine()
    line.add("hello", status.instrument)
    return line.description
  }

  /// What can be loaded by its name; looked up for each page that opens.
  private static var patches: String {
    func names(_ kind: LibraryEntry.Kind) -> [String] {
      ((try? Catalog.current.entries(kind)) ?? []).map(\.name)
    }
    var line = JSONLine()
    line.add("patches", names(.patch))
    line.add("stages", names(.stage))
    return line.description
  }

  private var keyboards: String {
    let parts = zip(view.parts, surfaces).map { part, surface in
      var line = JSONLine()
      line.add("name", part.name)
      line.add("rows", literal: Self.list(surface.rows.map(Self.json)))
      return line.description
    }
    return "{\"parts\":\(Self.list(parts))}"
  }

  private static func json(_ row: KeyboardSurface.Row) -> String {
    var line = JSONLine()
    line.add("static", row.isStatic)
    line.add("keys", literal: list(row.keys.map(json)))
    return line.description
  }

  private var layout: String {
    let groups = WidgetLayout(widgets, parts: view.parts.map(\.name)).groups.map { group in
      var line = JSONLine()
      line.add("part", group.part)
      line.add("name", group.name)
      line.add("items", literal: Self.list(group.items.map(Self.json)))
      return line.description
    }
    var line = JSONLine()
    line.add("widgets", literal: Self.list(widgets.map(Self.json)))
    line.add("groups", literal: Self.list(groups))
    return line.description
  }

  private var lit: String {
    let parts = view.parts.map { part in Self.list(part.lit.map { Self.list($0.map(String.init)) }) }
    let playing = view.parts.indices.filter { view.parts[$0].isInScene }.map { String($0) }
    let notes = view.sounding.sorted().map { String($0) }
    return
      "{\"lit\":\(Self.list(parts)),\"notes\":\(Self.list(notes)),\"playing\":\(Self.list(playing))}"
  }

  // MARK: News

  /// The messages about what has changed since the last call.
  mutating func news(
    of handle: SessionHandle, heard: [HeardMessage], withStatus: Bool
  ) -> [String] {
    var messages: [String] = []
    let old = view
    take(handle.view)
    let hasOtherParts = Self.isOther(old, view)
    if hasOtherParts { messages.append(keyboards) }
    if takeWidgets(of: handle) || hasOtherParts { messages.append(layout) }
    if hasOtherParts || old != view { messages.append(lit) }
    if let moved = moved() { messages.append(moved) }
    if withStatus, case let new = handle.status, new != status {
      let isOther = new.instrument != status.instrument
      status = new
      if isOther { messages.append(hello) }
      messages.append(Self.text(of: new))
    }
    return messages + heard.map { Self.heard($0.line) }
  }

  private static func isOther(_ old: InstrumentView, _ new: InstrumentView) -> Bool {
    old.parts.map(\.keyboard) != new.parts.map(\.keyboard) || old.parts.map(\.name) != new.parts.map(\.name)
  }

  private mutating func moved() -> String? {
    var entries: [String] = []
    for (index, widget) in widgets.enumerated() where widget.stamp != stamps[index] {
      stamps[index] = widget.stamp
      let value = JSONLine.number(widget.value)
      let position = JSONLine.number((widget.position * 1e5).rounded() / 1e5)
      entries.append("[\(index),\(value),\(position),\(JSONLine.quoted(widget.text))]")
    }
    return entries.isEmpty ? nil : "{\"moved\":\(Self.list(entries))}"
  }

  // MARK: Words

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  static func log(_ line: String) -> String { "{\"log\":\(JSONLine.quoted(line))}" }

  private static func heard(_ line: String) -> String { "{\"heard\":\(JSONLine.quoted(line))}" }

  /// `[label, black, note]`
  private static func json(_ key: SurfaceKey) -> String {
    let label = key.label.map(JSONLine.quoted) ?? "null"
    let note = key.note.map { JSONLine.quoted($0.description) } ?? "null"
    return "[\(label),\(key.isBlack ? 1 : 0),\(note)]"
  }

  /// `[x, y, width, height, black, note, MIDI key]`
  private static func placed(_ key: SurfaceKey) -> String {
    let places = [key.rect.x, key.rect.y, key.rect.width, key.rect.height].map {
      JSONLine.number(($0 * 1e6).rounded() / 1e6)
    }
    let note = key.note.map { "\(JSONLine.quoted($0.description)),\($0.key)" } ?? "null,null"
    return "[\(places.joined(separator: ",")),\(key.isBlack ? 1 : 0),\(note)]"
  }

  static func pianos(
    part: String, octave: Int, policy: String, _ layout: SoftwarePiano.Layout, _ keys: [SurfaceKey]
  ) -> String {
    var piano = JSONLine()
    piano.add("octave", octave)
    piano.add("policy", policy)
    piano.add("keys", literal: list(OctaveSurface.keys(octave: octave).map(placed)))
    var software = JSONLine()
    software.add("whites", layout.whites)
    software.add("first", layout.first.description)
    software.add("keys", literal: list(keys.map(placed)))
    return "{\"piano\":\(piano),\"software\":\(software),\"part\":\(JSONLine.quoted(part))}"
  }

  private static func json(_ item: WidgetLayout.Item) -> String {
    switch item {
    case .single(let index): "[\"one\",\(index)]"
    case .pad(let name, let x, let y): "[\"pad\",\(JSONLine.quoted(name)),\(x),\(y)]"
    case .bars(let name, let bars): "[\"bars\",\(JSONLine.quoted(name)),\(list(bars.map(String.init)))]"
    }
  }

  private static func json(_ widget: Widget) -> String {
    var line = JSONLine()
    line.add("name", widget.name)
    line.add("kind", widget.kind.word)
    line.add("unit", widget.unit)
    line.add("min", widget.range.lowerBound)
    line.add("max", widget.range.upperBound)
    line.add("default", widget.defaultValue)
    line.add("step", widget.step)
    line.add("value", widget.value)
    line.add("position", widget.position)
    line.add("text", widget.text)
    line.add("about", widget.about)
    if case .choice(let names) = widget.kind { line.add("choices", names) }
    return line.description
  }

  private static func text(of status: SessionStatus) -> String {
    var line = JSONLine()
    line.add("instrument", status.instrument)
    switch status.sound {
    case .playing: line.add("sound", "playing")
    case .resting: line.add("sound", "resting")
    case .lost(let pcm): line.add("sound", "lost \(pcm)")
    case .stopped: line.add("sound", "stopped")
    }
    line.add("controllers", status.controllers)
    line.add("voices", status.voices)
    line.add("peak", status.peakDecibels)
    line.add("xruns", status.xruns)
    line.add("latency", status.latencyMilliseconds)
    line.add("late", status.lateCommands)
    line.add("format", status.format)
    return "{\"status\":\(line)}"
  }
}
