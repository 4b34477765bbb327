import SpinetKeyboard
import SpinetLibrary
import SpinetStage

/// What a screen draws of a running instrument, besides its widgets and its status.
package struct InstrumentView: Sendable, Equatable {
  /// A keyboard, and which of its keys are down.
  package struct Part: Sendable, Equatable {
    /// Empty for an instrument of one part.
    package var name = ""
    package var keyboard: KeyboardConfiguration
    /// By row: the keys that a finger or a note holds, from the left.
    package var lit: [[Int]] = []
    /// Whether the current scene plays it.
    package var isInScene = true
  }

  /// At least one.
  package var parts: [Part]
  /// The MIDI keys that are held, by their pitch.
  package var sounding: Set<UInt8> = []
}

extension InstrumentView {
  /// The view before anything is played.
  init(of instrument: LoadedInstrument, _ chosen: KeyboardConfiguration?) {
    parts = instrument.parts.map { part in
      Part(
        name: instrument.parts.count == 1 ? "" : part.part.name,
        keyboard: part.keyboard ?? chosen ?? part.sound.keyboard ?? .midi)
    }
  }
}
