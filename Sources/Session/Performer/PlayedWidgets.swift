import SpinetMIDI
import SpinetMapping
import SpinetWidgets

/// The widgets that were moved last by playing. [control-thread]
///
/// Wheels, pedals, breath and pressure are performance, not settings: an instrument must not start silent because the
/// volume pedal was up at the end. So a widget that they moved last is not saved with that value. When something else
/// moves it, such as a knob or a screen, it is saved again. What counts as playing:
/// - bend, pressure, key pressure and the pedals (controllers 64–69), whatever they are mapped to;
/// - controllers 1, 2, 7 and 11 (modulation, breath, volume, expression), on the widgets to which a mapping maps them.
///   But if a mapping for certain ports also maps a neighbouring number (3; 6 or 8; 10 or 12), these are numbered
///   knobs, and their widgets are saved.
struct PlayedWidgets {
  /// By controller: the indices of the widgets that it plays.
  private var widgetsByController: [UInt8: Set<Int>] = [:]
  /// By widget: its stamp after the last such move. Another stamp means that something else moved it later.
  private var stamps: [Int: UInt64] = [:]

  /// The performance controllers, and the neighbouring numbers that show that they are knobs.
  private static let neighbours: [UInt8: Set<UInt8>] = [1: [3], 2: [3], 7: [6, 8], 11: [10, 12]]

  /// Nothing was played.
  init() {}

  /// Takes new mappings. Widgets that were played stay so.
  mutating func take(_ mappings: [Mapping], for widgets: WidgetSet) {
    widgetsByController = [:]
    for mapping in mappings { take(mapping, for: widgets) }
  }

  private mutating func take(_ mapping: Mapping, for widgets: WidgetSet) {
    let mapped = Set(mapping.entries.compactMap(\.control.kind.controllerNumber))
    for entry in mapping.entries {
      guard let number = entry.control.kind.controllerNumber, let neighbours = Self.neighbours[number],
        mapping.ports.isEmpty || mapped.isDisjoint(with: neighbours)
      else { continue }
      widgetsByController[number, default: []].formUnion(
        entry.targets.compactMap { widgets.index(of: $0.widget) })
    }
  }

  /// The same for an instrument with other widgets. A widget that is in both stays played. So does a new widget that
  /// took over the value of one that was played last, as happens when a program is saved.
  func following(_ old: WidgetSet, to new: WidgetSet) -> PlayedWidgets {
    var played = PlayedWidgets()
    for (index, stamp) in stamps {
      let widget = old.all[index]
      guard let now = new.index(of: widget.name) else { continue }
      let heir = new.all[now]
      if heir === widget {
        played.stamps[now] = stamp
      } else if widget.stamp == stamp, heir.value == widget.value {
        played.stamps[now] = heir.stamp
      }
    }
    return played
  }

  /// Records that the message has just moved the widget at `index`.
  mutating func record(_ message: MIDIMessage, moved index: Int, of widgets: WidgetSet) {
    if isPlaying(message, on: index) { record(moved: index, of: widgets) }
  }

  /// Records that a motion sensor or a face has just moved the widget at `index`.
  mutating func record(moved index: Int, of widgets: WidgetSet) { stamps[index] = widgets.all[index].stamp }

  private func isPlaying(_ message: MIDIMessage, on index: Int) -> Bool {
    switch message {
    case .pitchBend, .channelPressure, .polyPressure: true
    case .controlChange(_, 64...69, _): true
    // Controllers 32–63 are the fine halves of 0–31.
    case .controlChange(_, let number, _) where number < 64:
      widgetsByController[number & 31]?.contains(index) ?? false
    default: false
    }
  }

  func contains(_ name: String, of widgets: WidgetSet) -> Bool {
    guard !stamps.isEmpty, let index = widgets.index(of: name), let stamp = stamps[index] else {
      return false
    }
    return widgets.all[index].stamp == stamp
  }
}

extension Control.Kind {
  fileprivate var controllerNumber: UInt8? {
    switch self {
    case .cc(let number), .cc14(let number): number
    default: nil
    }
  }
}
