import SpinetMIDI
import SpinetMapping
import SpinetWidgets

/// Which widgets were moved last by playing. [control-thread]
///
/// Wheels, pedals, breath and pressure are performance, not settings: an instrument that was left with the volume pedal
/// up must not start silent. So what they moved last is not kept for the next session, until something else (a
/// knob, a screen) moves the widget. What counts as playing:
/// - bend, pressure, key pressure and the pedals (controllers 64–69), whatever they are mapped to;
/// - controllers 1, 2, 7 and 11 (modulation, breath, volume, expression) on those widgets which a mapping for every
///   port gives them. On other widgets they are the knobs of a controller that numbers its knobs from 1.
struct PlayedWidgets {
  /// By controller: the widgets, by index, that mappings for every port give it.
  private var widgetsByController: [UInt8: Set<Int>] = [:]
  /// By widget: its stamp after the last such move. Another stamp means that something else moved it later.
  private var stamps: [Int: UInt64] = [:]

  private static let controllers: Set<UInt8> = [1, 2, 7, 11]

  /// Nothing was played.
  init() {}

  /// Keeps what was played, and takes the meaning of controllers from `mappings`.
  mutating func take(_ mappings: [Mapping], for widgets: WidgetSet) {
    widgetsByController = [:]
    for entry in mappings.filter(\.ports.isEmpty).flatMap(\.entries) {
      guard let number = entry.control.kind.controllerNumber, Self.controllers.contains(number) else {
        continue
      }
      let indices = entry.targets.compactMap { widgets.index(of: $0.widget) }
      widgetsByController[number, default: []].formUnion(indices)
    }
  }

  /// The message has just moved the widget at `index`.
  mutating func note(_ message: MIDIMessage, moved index: Int, of widgets: WidgetSet) {
    if isPlaying(message, on: index) { note(moved: index, of: widgets) }
  }

  /// A motion sensor or a face has just moved the widget at `index`.
  mutating func note(moved index: Int, of widgets: WidgetSet) { stamps[index] = widgets.all[index].stamp }

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
