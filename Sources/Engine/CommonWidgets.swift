import SpinetWidgets

/// The widgets that all engines for notes have. Mappings and standard MIDI controllers find them by name.
extension Widget {
  package static func masterVolume(default volume: Double) -> Widget {
    Widget("master.volume", default: volume, about: "How loud the sound is.")
  }

  package static var masterPan: Widget {
    Widget("master.pan", range: -1...1, default: 0, about: "Where the sound stands; -1 is left, 1 is right.")
  }

  package static var masterExpression: Widget {
    Widget("master.expression", default: 1, about: "How loud the sound is, as the expression pedal moves it.")
  }

  package static var pitchBend: Widget {
    Widget(
      "pitch.bend", range: -24...24, default: 0, unit: "semitones",
      about: "Moves all notes away from their keys, as a bend wheel does.")
  }
}
