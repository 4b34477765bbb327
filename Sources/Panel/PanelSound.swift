import SpinetMapping
import SpinetSession
import SpinetText
import SpinetWidgets

/// The sound that plays, as pages know it: what it is, what its widgets were loaded with, and what moves them.
/// [panel-thread]
struct PanelSound {
  private(set) var view = SoundView()
  private var links: [WidgetLink?] = []
  private var linksMessage = ""
  private var front = ""
  private var originals = ""
  /// By widget: what it was loaded with.
  private(set) var originalValues: [Double] = []
  private var patchRevision = -1

  /// The messages for a page that knows nothing yet.
  var everything: [String] { [outside, scenes, linksMessage, front, originals].filter { !$0.isEmpty } }

  /// The messages about what has changed.
  ///
  /// - Parameter isOther: whether the widgets are others.
  mutating func news(of handle: SessionHandle, _ widgets: [Widget], isOther: Bool) -> [String] {
    let (new, old) = (handle.sound, view)
    view = new
    var messages: [String] = []
    if new.outside != old.outside { messages.append(outside) }
    if new.scenes != old.scenes { messages.append(scenes) }
    messages += linkNews(handle.links, widgets, isOther: isOther || new.named != old.named)
    if isOther || new != old || handle.patchRevision != patchRevision {
      patchRevision = handle.patchRevision
      originalValues = widgets.map { original(of: $0, handle) }
      let text = Self.text(of: originalValues, widgets)
      // A page forgets them with the widgets that it had.
      if isOther || text != originals { messages.append(text) }
      originals = text
    }
    return messages
  }

  private var scenes: String {
    let scenes = view.scenes.map { scene in
      var line = JSONLine()
      line.add("name", scene.name)
      line.add("playing", scene.isPlaying)
      line.add("program", scene.program)
      line.add("parts", scene.parts)
      return line.description
    }
    return "{\"scenes\":\(PanelState.list(scenes))}"
  }

  private var outside: String {
    let instruments = view.outside.map { instrument in
      guard let instrument else { return "null" }
      var line = JSONLine()
      line.add("port", instrument.port)
      instrument.channel.map { line.add("channel", $0) } ?? line.addNull("channel")
      line.add("waits", instrument.isWaiting)
      return line.description
    }
    return "{\"outside\":\(PanelState.list(instruments))}"
  }

  // MARK: Links

  /// All links if other controls move the widgets, or only what was turned.
  private mutating func linkNews(
    _ found: [WidgetLink], _ widgets: [Widget], isOther: Bool
  ) -> [String] {
    var new: [WidgetLink?] = Array(repeating: nil, count: widgets.count)
    for link in found where new.indices.contains(link.widget) { new[link.widget] = link }
    let old = links
    links = new
    guard !isOther, old.count == new.count, zip(old, new).allSatisfy({ $0?.control == $1?.control }) else {
      linksMessage = "{\"links\":\(PanelState.list(new.map { $0.map(Self.json) ?? "null" }))}"
      front = Self.front(found, view, widgets)
      return [linksMessage, front]
    }
    let turned = new.indices.filter { old[$0] != new[$0] }.compactMap { index in
      new[index].map { "[\(index),\(Self.position($0)),\($0.isWaiting ? 1 : 0)]" }
    }
    guard !turned.isEmpty else { return [] }
    linksMessage = "{\"links\":\(PanelState.list(new.map { $0.map(Self.json) ?? "null" }))}"
    return ["{\"turned\":\(PanelState.list(turned))}"]
  }

  private static func json(_ link: WidgetLink) -> String {
    "[\(JSONLine.quoted(link.control.spoken)),\(position(link)),\(link.isWaiting ? 1 : 0)]"
  }

  private static func position(_ link: WidgetLink) -> String {
    link.position.map { JSONLine.number(($0 * 1e4).rounded() / 1e4) } ?? "null"
  }

  /// The widgets that belong on the front after the pins: those of the controllers' knobs, then those of the file.
  private static func front(_ found: [WidgetLink], _ view: SoundView, _ widgets: [Widget]) -> String {
    let linked = found.filter { $0.isContinuous && widgets.indices.contains($0.widget) }.map(\.widget)
    let indices = Dictionary(widgets.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let named = view.named.compactMap { indices[$0] }
    return
      "{\"frontline\":\(PanelState.list(linked.map(String.init))),\"fromfile\":\(PanelState.list(named.map(String.init)))}"
  }

  // MARK: Originals

  /// The value with which a widget was loaded, or that the scene sets.
  func original(of widget: Widget, _ handle: SessionHandle) -> Double {
    view.sceneValues[widget.name] ?? handle.loadedValue(of: widget)
  }

  private static func text(of originals: [Double], _ widgets: [Widget]) -> String {
    let values = zip(widgets, originals).map { widget, value in
      let position = JSONLine.number(
        (widget.curve.position(of: value, in: widget.range) * 1e5).rounded() / 1e5)
      return "[\(JSONLine.number(value)),\(position),\(JSONLine.quoted(widget.text(for: value)))]"
    }
    return "{\"originals\":\(PanelState.list(values))}"
  }
}
