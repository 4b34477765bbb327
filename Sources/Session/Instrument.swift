import Documents
import Engine
import Keyboard
import Library
import Mapping
import Synth
import Widgets

/// An engine, the patch in it, and all the widgets there are to move.
struct Instrument {
  let name: String
  let engine: any SoundEngine
  let own: SessionWidgets
  let widgets: WidgetSet
  /// The keyboard that its program declares.
  let keyboard: KeyboardConfiguration?
  /// What its program says of controls; comes after people's own mappings, before the general ones.
  let mapping: MappingFile?
  /// The patch in the engine, where it is somebody's own file.
  let patchFile: PatchFile?

  init(
    name: String, engine: any SoundEngine, keyboard: KeyboardConfiguration? = nil,
    mapping: MappingFile? = nil,
    patchFile: PatchFile? = nil
  ) {
    self.name = name
    self.engine = engine
    self.keyboard = keyboard
    self.mapping = mapping
    self.patchFile = patchFile
    own = SessionWidgets()
    widgets = WidgetSet(own.all + engine.widgets)
  }

  /// Moves widgets as `WIDGET=VALUE` says.
  func apply(settings: [String]) throws(SessionError) {
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw SessionError(
          .usage, what: "--set \(setting)", why: "it has no =", remedy: "write it as --set WIDGET=VALUE")
      }
      try set(String(setting[..<equals]), String(setting[setting.index(after: equals)...]))
    }
  }

  /// Moves one widget to a value as a person writes it.
  @discardableResult func set(_ name: String, _ text: String) throws(SessionError) -> Widget {
    guard let widget = widgets[name] else { throw unknownWidget(name) }
    guard let value = widget.parse(text) else {
      throw SessionError(
        .usage, what: "'\(text)'", why: "it is no value for \(name)", remedy: "give \(widget.expectation)")
    }
    guard widget.range.contains(value) else {
      throw SessionError(
        .usage, what: "\(name) \(text)", why: "it is out of range", remedy: "give \(widget.expectation)")
    }
    widget.set(value)
    return widget
  }

  private func unknownWidget(_ name: String) -> SessionError {
    let near =
      nearestName(to: name, among: widgets.names).map { "did you mean \($0)?" }
      ?? "see 'spinet widgets' while it plays"
    return SessionError(.usage, what: "'\(name)'", why: "\(self.name) has no such widget", remedy: near)
  }
}
