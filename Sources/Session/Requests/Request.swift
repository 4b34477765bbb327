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
  case song(SongVerb)
  /// Goes so many songs forward in the set list; −1 is one back.
  case step(Int)
  case setList(SetListVerb)
  case panel(PanelVerb)
  /// Listens for OSC, if it does not yet.
  case osc
  /// The MIDI ports and the sound card.
  case ports
  /// Connects the ports with this name.
  case connect(String)
  /// Changes the sound card, the rate and the period.
  case output(OutputRequest)
}

/// A request about the song that plays beside the keys.
public enum SongVerb: Sendable, Equatable {
  case play, stop
  /// Goes to the beginning of a bar, from 1.
  case locate(Int)
  /// Repeats the bars from the first to the last one; nil plays on.
  case loop(ClosedRange<Int>?)

  /// The highest number of a bar.
  public static let lastBar = 100_000
}

/// A request about set lists.
package enum SetListVerb: Sendable, Equatable {
  /// Plays a song, from 0, of the list with this name or file; nil for the one that plays. Another list begins with it.
  case play(String?, song: Int)
  /// No list plays any more. Its sound plays on.
  case leave
}

/// A request about the panel.
package enum PanelVerb: String, Sendable {
  /// Opens it if it is not open.
  case open
  /// Gives it a new link. The old one ends.
  case renew
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
  /// Writes it into a file of the user's own. A sound of that name, also a shipped one, only gives way if `replace` says
  /// so.
  case save(String, replace: Bool, labels: PatchLabels = PatchLabels())
  /// Tells what was changed since it was loaded.
  case diff
  /// Moves it back to what it was when it was loaded.
  case revert
}

/// What a saved patch says about itself; nil where it says what the sound said that it was made of.
public struct PatchLabels: Sendable, Equatable {
  /// The name that people see; nil for the file's.
  public var title: String?
  /// `pad`, `bass` and so on.
  public var family: String?
  /// Words about its character.
  public var tags: [String]?

  /// Nothing that differs.
  public init(title: String? = nil, family: String? = nil, tags: [String]? = nil) {
    (self.title, self.family, self.tags) = (title, family, tags)
  }
}

/// A request about recording.
public enum RecordVerb: Sendable, Equatable {
  /// Nil for a name with the date.
  case start(FilePath?, replace: Bool)
  case stop
}
