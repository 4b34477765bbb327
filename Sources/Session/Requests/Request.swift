import SpinetDevices
import SpinetEngine
import SystemPackage

/// What a person or a program asks of a running instrument. Each request gets one `Response`.
package enum Request: Sendable, Equatable {
  /// The widgets with a part of this name, or those that a shell wildcard matches; nil for all.
  case widgets(matching: String?)
  /// Moves a widget to a value as a person writes it.
  case set(String, to: String)
  case engine(EngineVerb)
  /// Loads a sound or a stage by its name.
  case load(String)
  /// Chooses a scene by its name, `next` or `previous`; nil only asks for the scenes.
  case scene(String?)
  case patch(PatchVerb, part: String?)
  case record(RecordVerb)
  case program(ProgramCommand, part: String?)
  /// Moves a widget to its loaded value; nil for all widgets.
  case reset(String?)
  case note(CommandNote)
  /// Opens the panel if it is not open.
  case panel
  /// The MIDI ports and the sound card.
  case ports
  /// Connects the ports with this name.
  case connect(String)
  /// Changes the sound card, the rate and the period.
  case output(OutputRequest)
}

/// A request about the engine.
public enum EngineVerb: String, Sendable, CaseIterable {
  case start, stop, status

  /// Nil if it only asks for the state.
  var turnsOn: Bool? {
    switch self {
    case .start: true
    case .stop: false
    case .status: nil
    }
  }
}

/// A request about the sound of a part.
public enum PatchVerb: Sendable, Equatable {
  /// Writes it into a file of the user's own.
  case save(String, replace: Bool)
  /// Tells what was changed since it was loaded.
  case diff
  /// Moves it back to what it was when it was loaded.
  case revert
}

/// A request about recording.
public enum RecordVerb: Sendable, Equatable {
  /// Nil for a name with the date.
  case start(FilePath?, replace: Bool)
  case stop
}
