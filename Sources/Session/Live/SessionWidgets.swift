import Widgets

/// The widgets that belong to the instrument as a whole, beside the engine's.
struct SessionWidgets {
  let running = Widget("engine.running", kind: .toggle, default: 1)
  let octave = Widget("keyboard.octave", range: -4...4, default: 0, step: 1, snaps: true)
  let panic = Widget("panic", kind: .momentary)

  var all: [Widget] { [running, octave, panic] }

  var wholeOctave: Int { Int(octave.value) }

  /// Not kept from one session to the next: an instrument that starts silent would seem broken.
  static let forgotten: Set<String> = ["engine.running"]
}
