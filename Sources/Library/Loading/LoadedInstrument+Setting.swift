import Glibc
import SpinetOSC
import SpinetRealtime
import SpinetText
import SpinetWidgets

extension LoadedInstrument {
  /// Moves widgets. Each setting is `WIDGET=VALUE`.
  package func apply(settings: [String]) throws(SpinetError) {
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw SpinetError(
          .wrongValue, setting: .widget, what: setting, why: "it has no =", remedy: Remedy(.writeSetting))
      }
      try set(String(setting[..<equals]), String(setting[setting.index(after: equals)...]))
    }
  }

  /// The current values of the widgets that the settings name.
  package func values(ofSettings settings: [String]) -> [String: Double] {
    let named = settings.compactMap { widgets[String($0.prefix { $0 != "=" })] }
    return Dictionary(named.map { ($0.name, $0.value) }) { $1 }
  }

  /// Moves one widget to a value that a person has written.
  @discardableResult package func set(_ name: String, _ text: String) throws(SpinetError) -> Widget {
    guard let widget = widgets[name] else { throw unknownWidget(name) }
    guard let value = widget.parse(text) else {
      throw SpinetError(
        .wrongValue, what: "'\(text)'", why: "it is not a value for \(name)",
        remedy: "give \(widget.expectation)")
    }
    guard widget.allows(value) else {
      throw SpinetError(
        .wrongValue, what: "\(name) \(text)", why: "it is out of range", remedy: "give \(widget.expectation)")
    }
    widget.set(value)
    return widget
  }

  /// The widgets that a reset moves: the named one, or all settings of the sounds and the octave. Labels, buttons and
  /// the other session widgets are not reset.
  package func resettable(_ name: String?) throws(SpinetError) -> [Widget] {
    if let name {
      guard let widget = widgets[name] else { throw unknownWidget(name) }
      return [widget]
    }
    let octave = sessionWidgets.octave.name
    let whole = Set(sessionWidgets.all.map(\.name) + [scene].compactMap(\.?.name)).subtracting([octave])
    return widgets.all.filter { !whole.contains($0.name) && $0.kind.isSetting }
  }

  private func unknownWidget(_ name: String) -> SpinetError {
    SpinetError(
      .unknownName, what: "'\(name)'", why: "\(self.name) has no such widget",
      remedy: Remedy(
        forUnknown: name, among: widgets.names, otherwise: Remedy(.listWidgetsWhilePlaying)))
  }
}

/// The widgets that belong to the instrument as a whole, in addition to the engine's.
package struct SessionWidgets {
  package let running = Widget(
    "engine.running", kind: .toggle, default: 1,
    about: "Whether the engine makes sound; widgets move without it too.")
  package let octave = Widget(
    "keyboard.octave", range: -4...4, default: 0, step: 1, snaps: true,
    about: "Moves all keys by octaves.")
  package let panic = Widget(
    "panic", kind: .momentary, about: "Ends all notes at once.")
  package let recording = Widget(
    "recording", kind: .toggle, about: "Whether the sound is recorded, in a file that is named by the date.")
  package let tap = Widget(
    "clock.tap", kind: .momentary, about: "Tap it in time, and the tempo follows.")
  /// The tempo of an instrument none of whose sounds has one.
  package let tempo = Widget(
    "clock.tempo", range: 20...300, default: 120, unit: "bpm", isOpen: true, limits: 1...999,
    about: "The tempo of arpeggios; a MIDI clock moves it.")

  package let clockRunning = Widget(
    "clock.running", kind: .toggle, about: "Whether the song, or the count of the bars, runs.")
  package let clockSend = Widget(
    "clock.send", kind: .toggle, default: 1,
    about: "Whether the clock is sent to the instruments that follow it.")
  package let metronome = MetronomeWidgets()

  /// The widgets of faces, of motion and of a song, if they play.
  package var sources: [Widget]

  package init(sources: [Widget] = []) { self.sources = sources }

  package var all: [Widget] {
    [running, octave, panic, recording, tap, clockRunning, clockSend] + metronome.all + sources
  }

  package static let names = SessionWidgets().all.map(\.name)

  /// Whether a widget's value is kept. Widgets of a source are not kept: the next session may run without it.
  package static func isKept(_ name: String) -> Bool {
    !notKept.contains(name) && SensorReading(rawValue: name) == nil && !name.hasPrefix("face.")
      && !name.hasPrefix("song.") && !name.hasPrefix(OSCReceiver.prefix) && name != "setlist"
  }

  package var wholeOctave: Int { Int(octave.value) }

  /// Not kept for the next session. An instrument that starts silent would seem broken. The octave, the wheels and
  /// expression belong to the performance: they start where the patch sets them, whatever moved them last.
  private static let notKept: Set<String> = [
    "engine.running", "keyboard.octave", "recording", "clock.running", "metronome.on", "mod.wheel",
    "pitch.bend", "master.expression",
  ]
}

/// The widgets of the metronome.
package struct MetronomeWidgets: Sendable {
  package let isOn = Widget(
    "metronome.on", kind: .toggle, about: "Whether a click marks each beat, a higher one each bar.")
  package let level = Widget(
    "metronome.level", range: -40...6, default: -10, unit: "dB", about: "How loud the metronome clicks.")
  package let countIn = Widget(
    "metronome.count-in", range: 0...4, default: 0, step: 1, snaps: true,
    about: "How many bars it counts before a song begins.")
  package let isRecorded = Widget(
    "metronome.recorded", kind: .toggle, about: "Whether recordings and rendered files have the clicks.")

  package init() {}

  package var all: [Widget] { [isOn, level, countIn, isRecorded] }

  /// The amplitude that the level means.
  package var gain: Float { Float(pow(10, level.value / 20)) }
}

extension Widget.Kind {
  /// Whether its value stays where it was set.
  package var isSetting: Bool {
    switch self {
    case .slider, .knob, .toggle, .choice: true
    case .button, .momentary, .label, .text: false
    }
  }
}
