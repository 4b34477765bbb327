import Logging
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime

/// An instrument with the mappings and the keyboard that the options choose for it, as they were read together: the same
/// for a live session and for a render. Nothing sounds yet.
package struct PerformerSetup {
  let instrument: LoadedInstrument
  let mappings: ActiveMappings
  /// Nil for the instrument's own.
  let keyboard: KeyboardConfiguration?
  /// The files that the keyboard was read from.
  let keyboardFiles: ActiveKeyboard

  /// Reads the files.
  ///
  /// - Parameter library: where mappings are found, besides those that the options name; nil for nowhere.
  package init(
    _ instrument: LoadedInstrument, _ options: PlayOptions, library: Catalog? = .current, logger: Logger
  ) throws(SpinetError) {
    self.instrument = instrument
    mappings = try ActiveMappings(instrument: instrument, files: options.mappingFiles, library: library)
    mappings.logProblems(to: logger)
    (keyboard, keyboardFiles) = try options.keyboard.loadWithFiles(logger: logger)
  }

  /// - Parameter emit: gets the messages for other instruments, if a keyboard sends its voices out.
  func performer(emit: @escaping (MIDIMessage) -> Void = { _ in }) -> Performer {
    Performer(instrument: instrument, mappings: mappings, keyboard: keyboard, emit: emit)
  }
}
