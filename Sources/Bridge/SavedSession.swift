import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import SystemPackage

/// What a session manager's session keeps of an instrument: which sound plays, by which mappings, and the values
/// of the widgets. Sounds and mappings are kept by reference: the names by which they were given.
struct SavedSession: Equatable {
  /// As `spinet play` takes it; nil for the default patch.
  var instrument: String?
  var mappings: [String] = []
  var values: [String: Double] = [:]

  init(instrument: String? = nil, mappings: [String] = [], values: [String: Double] = [:]) {
    (self.instrument, self.mappings, self.values) = (instrument, mappings, values)
  }

  /// Nil for a text that is not such a session.
  init?(_ text: String) {
    guard let saved = JSONValue(text), saved["spinet"]?.integer == 1 else { return nil }
    instrument = saved["instrument"]?.text
    mappings = (saved["mappings"]?.list ?? []).compactMap(\.text)
    guard case .object(let members)? = saved["widgets"] else { return }
    for member in members { values[member.name] = member.value.number }
  }

  /// As a file: JSON.
  var text: String {
    var widgets = JSONLine()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { widgets.add(name, value) }
    var line = JSONLine()
    line.add("spinet", 1)
    instrument.map { line.add("instrument", $0) } ?? line.addNull("instrument")
    line.add("mappings", mappings)
    line.add("widgets", literal: widgets.description)
    return line.description + "\n"
  }

  /// Where a session is saved below the path that its manager has given.
  static func file(at path: String) -> FilePath { FilePath(path).appending("session.json") }

  /// The values of the widgets that can be set, where they differ from the sound's own.
  static func values(of handle: SessionHandle) -> [String: Double] {
    var values: [String: Double] = [:]
    for widget in handle.widgets.all where isKept(widget) && widget.value != handle.loadedValue(of: widget) {
      values[widget.name] = widget.value
    }
    return values
  }

  /// Not the scene, because it would set its values after these.
  private static func isKept(_ widget: Widget) -> Bool {
    widget.name != "scene" && !widget.kind.isDisplay && widget.kind != .momentary
      && !widget.name.hasPrefix("song.")
      && !widget.name.hasPrefix("face.") && !widget.name.hasPrefix("motion.")
  }
}
