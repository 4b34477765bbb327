import SpinetEngine
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SpinetSynth
import SpinetText
import SpinetWidgets

/// An engine with its patch, and all widgets that can be moved.
package struct LoadedInstrument {
  package let name: String
  /// The file that it was loaded from; nil for a shipped one and for an engine that a program brings.
  package let file: String?
  package let engine: any SoundEngine
  package let own: SessionWidgets
  package let widgets: WidgetSet
  /// The keyboard that its program declares.
  package let keyboard: KeyboardConfiguration?
  /// The mapping that its program declares; comes after people's own mappings and before the general ones.
  package let mapping: Mapping?
  /// The patch in the engine, if it is a person's own file.
  package let patchFile: PatchFile?

  package init(
    name: String, file: String? = nil, engine: any SoundEngine, keyboard: KeyboardConfiguration? = nil,
    mapping: Mapping? = nil, patchFile: PatchFile? = nil
  ) {
    self.name = name
    self.file = file
    self.engine = engine
    self.keyboard = keyboard
    self.mapping = mapping
    self.patchFile = patchFile
    own = SessionWidgets()
    widgets = WidgetSet(own.all + engine.widgets)
  }

  /// Moves widgets, each as a `WIDGET=VALUE` says.
  package func apply(settings: [String]) throws(SpinetError) {
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw SpinetError(
          .usage, what: "setting \(setting)", why: "it has no =", remedy: "write it as WIDGET=VALUE")
      }
      try set(String(setting[..<equals]), String(setting[setting.index(after: equals)...]))
    }
  }

  /// Moves one widget to a value as a person writes it.
  @discardableResult package func set(_ name: String, _ text: String) throws(SpinetError) -> Widget {
    guard let widget = widgets[name] else { throw unknownWidget(name) }
    guard let value = widget.parse(text) else {
      throw SpinetError(
        .usage, what: "'\(text)'", why: "it is not a value for \(name)", remedy: "give \(widget.expectation)")
    }
    guard widget.range.contains(value) else {
      throw SpinetError(
        .usage, what: "\(name) \(text)", why: "it is out of range", remedy: "give \(widget.expectation)")
    }
    widget.set(value)
    return widget
  }

  private func unknownWidget(_ name: String) -> SpinetError {
    let near =
      nearestName(to: name, among: widgets.names).map { "did you mean \($0)?" }
      ?? "see 'spinet widgets' while it plays"
    return SpinetError(.usage, what: "'\(name)'", why: "\(self.name) has no such widget", remedy: near)
  }
}

/// The widgets that belong to the instrument as a whole, in addition to the engine's.
package struct SessionWidgets {
  package let running = Widget("engine.running", kind: .toggle, default: 1)
  package let octave = Widget("keyboard.octave", range: -4...4, default: 0, step: 1, snaps: true)
  package let panic = Widget("panic", kind: .momentary)

  package var all: [Widget] { [running, octave, panic] }

  package var wholeOctave: Int { Int(octave.value) }

  /// Not kept for the next session. An instrument that starts silent would seem broken. The octave, the modulation wheel and
  /// expression belong to the performance: they start where the patch sets them, whatever moved them last.
  package static let notKept: Set<String> = [
    "engine.running", "keyboard.octave", "mod.wheel", "master.expression",
  ]
}
