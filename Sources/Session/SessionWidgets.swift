import Widgets

/// The widgets that belong to the instrument as a whole, beside the engine's.
struct SessionWidgets {
  let running = Widget("engine.running", kind: .toggle, default: 1)
  let octave = Widget("keyboard.octave", range: -4...4, default: 0)
  let panic = Widget("panic", kind: .momentary)

  var all: [Widget] { [running, octave, panic] }

  /// What a controller sends may lie between two octaves; the keyboard has none there.
  var wholeOctave: Int { Int(octave.value.rounded()) }

  /// Not kept from one session to the next: an instrument that starts silent would seem broken.
  static let forgotten: Set<String> = ["engine.running"]
}
