import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetTools
import SpinetWidgets

/// The state of the instrument that the pages know, as messages. [panel-thread]
struct PanelState {
  private let words: PanelWords
  private var view: InstrumentView
  private var surfaces: [KeyboardSurface]
  private var status = SessionStatus()
  private var mappings = MappingView()
  private var meter = ProcessorMeter()
  private var widgets: PanelWidgets
  /// Increases when the widgets are replaced by others.
  private(set) var arrangementCount = 0
  /// The message about the parts' keyboards, which is written once for all pages.
  private var keyboards: String

  init(_ handle: SessionHandle, _ words: PanelWords) {
    self.words = words
    view = handle.view
    surfaces = view.parts.map { KeyboardSurface($0.keyboard) }
    keyboards = Self.text(of: view, surfaces)
    widgets = PanelWidgets(handle.widgets.all, parts: view.parts.map(\.name))
  }

  var all: [Widget] { widgets.all }

  /// The wave that is drawn beside the widgets of this name; nil for none.
  func wave(_ name: String) -> WaveSource? { widgets.layout.waves[name] }

  /// The widgets of a row of bars; nil if there is none of this name.
  func bars(_ name: String) -> [Widget]? { widgets.bars[name].map { $0.map { widgets.all[$0] } } }

  /// The widgets that are drawn on the wave of a recording; nil if there is none of this name.
  func waveform(_ name: String) -> WaveformWidgets? { widgets.waveforms[name] }

  /// The part that a widget belongs to; empty for an instrument of one part.
  func part(ofWidget name: String) -> String { WidgetLayout.name(name, among: view.parts.map(\.name)).part }

  /// The velocity of a finger that comes down at this height of a part's keyboard, 0–1.
  func velocity(onKeyboardOf part: String, at y: Double) -> Double {
    let surface = surfaces[view.parts.firstIndex { $0.name == part } ?? 0]
    return Double(surface.velocity(y: min(max(y, 0), 0.999))) / 127
  }

  /// Whether the status has changed since it was last sent.
  func isStatusOld(_ handle: SessionHandle) -> Bool { handle.status != status }

  /// Returns whether the parts have changed, and whether the widgets or the parts have changed.
  private mutating func take(
    _ new: InstrumentView, _ newWidgets: [Widget]
  ) -> (parts: Bool, widgets: Bool) {
    let hasOtherParts = Self.isOther(view, new)
    view = new
    if hasOtherParts {
      surfaces = new.parts.map { KeyboardSurface($0.keyboard) }
      keyboards = Self.text(of: new, surfaces)
    }
    let hasOtherWidgets = hasOtherParts || !widgets.isOf(newWidgets)
    if hasOtherWidgets {
      widgets = PanelWidgets(newWidgets, parts: new.parts.map(\.name))
      arrangementCount += 1
    }
    return (hasOtherParts, hasOtherWidgets)
  }

  // MARK: All of it

  /// The messages for a page that knows nothing yet.
  func everything() -> [String] {
    [words.message, hello, keyboards, widgets.everything, lit, Self.text(of: status)]
  }

  private var hello: String {
    var line = JSONLine()
    line.add("hello", status.instrument)
    return line.description
  }

  /// The sounds that can be loaded by name. Reads folders.
  static var patches: String {
    var line = JSONLine()
    do throws(SpinetError) {
      line.add("patches", try Catalog.current.entries(.patch).map(\.name))
      line.add("stages", try Catalog.current.entries(.stage).map(\.name))
    } catch {
      line.add("error", "\(error)")
    }
    return line.description
  }

  private static func text(of view: InstrumentView, _ surfaces: [KeyboardSurface]) -> String {
    let parts = zip(view.parts, surfaces).map { part, surface in
      var line = JSONLine()
      line.add("name", part.name)
      line.add("rows", literal: list(surface.rows.map(json)))
      return line.description
    }
    return "{\"parts\":\(list(parts))}"
  }

  private static func json(_ row: KeyboardSurface.Row) -> String {
    var line = JSONLine()
    line.add("static", row.isStatic)
    line.add("keys", literal: list(row.keys.map(json)))
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
    let isOther = take(handle.view, handle.widgets.all)
    if isOther.parts { messages.append(keyboards) }
    if isOther.widgets { messages.append(widgets.everything) }
    if isOther.parts || old != view { messages.append(lit) }
    if case let new = handle.mappings, new != mappings {
      mappings = new
      messages.append("{\"remapped\":1}")
    }
    if let moved = widgets.moved() { messages.append(moved) }
    if withStatus, case let new = handle.status, new != status {
      let isOther = new.instrument != status.instrument
      status = new
      if isOther { messages.append(hello) }
      messages.append(Self.text(of: new, processor: meter.percent(at: .now)))
    }
    return messages + heard.map { Self.text(of: $0) }
  }

  private static func isOther(_ old: InstrumentView, _ new: InstrumentView) -> Bool {
    old.parts.map(\.keyboard) != new.parts.map(\.keyboard) || old.parts.map(\.name) != new.parts.map(\.name)
  }

  // MARK: Words

  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  static func log(_ line: String) -> String { "{\"log\":\(JSONLine.quoted(line))}" }

  private static func text(of heard: HeardMessage) -> String {
    var line = JSONLine()
    line.add("heard", heard.line)
    line.add("time", heard.time.milliseconds)
    line.add("from", heard.sender)
    line.add("value", heard.message.valueText)
    line.add(
      "bytes", heard.message.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    return line.description
  }

  /// The sound cards. Asks ALSA, which may take some milliseconds.
  static var outputs: String { "{\"outputs\":\(list(DeviceList.outputs()))}" }

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
    part: String, octave: Int, policy: String, _ layout: WidePiano.Layout, _ keys: [SurfaceKey]
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

  private static func text(of status: SessionStatus, processor: Double? = nil) -> String {
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
    line.add("processor", processor)
    return "{\"status\":\(line)}"
  }
}
