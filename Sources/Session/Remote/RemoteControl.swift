import Glibc
import SpinetEngine
import SpinetRealtime

/// Controls a running instrument over its socket, as `spinet widgets` and `spinet engine` do.
public struct RemoteControl {
  private let client: ControlClient

  /// - Parameter name: its tag, or a part of its name; nil for the only one that runs.
  public init(name: String?) throws(SpinetError) { client = try ControlClient(name: name) }

  /// All widgets, one line each.
  public func widgets(json: Bool) throws(SpinetError) -> [String] {
    try widgets(WidgetListing(json ? .json : .text))
  }

  /// The widgets that a listing selects, one line each.
  public func widgets(_ listing: WidgetListing) throws(SpinetError) -> [String] {
    try ask(.widgets(matching: listing.pattern), listing.style)
  }

  /// Moves a widget to a value as a person writes it, and says what it is then.
  public func set(_ widget: String, _ value: String, json: Bool = false) throws(SpinetError) -> [String] {
    try ask(.set(widget, to: value), json: json)
  }

  /// Starts or stops the engine, or tells how it is.
  public func engine(_ verb: EngineVerb, json: Bool) throws(SpinetError) -> [String] {
    try ask(.engine(verb), json: json)
  }

  /// Changes the sound.
  public func load(_ name: String) throws(SpinetError) -> [String] { try ask(.load(name)) }

  /// Chooses a scene by its name, `next` or `previous`; nil shows them all.
  public func scene(_ name: String?, json: Bool = false) throws(SpinetError) -> [String] {
    try ask(.scene(name), json: json)
  }

  /// - Parameter part: nil for the only one.
  public func patch(_ verb: PatchVerb, part: String?, json: Bool = false) throws(SpinetError) -> [String] {
    try ask(.patch(verb, part: part), json: json)
  }

  /// Starts or ends a recording. Its path must be absolute. Waits until the file is open or complete.
  public func record(_ verb: RecordVerb) throws(SpinetError) -> [String] { try ask(.record(verb)) }

  /// Sends a command to the program of a part.
  ///
  /// - Parameter part: nil for the only one that plays a program.
  package func program(_ command: ProgramCommand, part: String?) throws(SpinetError) -> [String] {
    try ask(.program(command, part: part))
  }

  /// Moves a widget back to its patch's value; nil for all widgets.
  public func reset(_ widget: String?, json: Bool) throws(SpinetError) -> [String] {
    try ask(.reset(widget), json: json)
  }

  /// Plays a note. Returns its name.
  public func note(_ note: CommandNote) throws(SpinetError) -> [String] { try ask(.note(note)) }

  /// Plays, stops or moves the song. Returns its widgets.
  public func song(_ verb: SongVerb) throws(SpinetError) -> [String] { try ask(.song(verb)) }

  /// Plays the next song of the set list, or the previous one. Returns which it is.
  public func step(forward: Bool) throws(SpinetError) -> [String] { try ask(.step(forward ? 1 : -1)) }

  /// Opens the panel if it is not open. Returns its address.
  ///
  /// - Parameter isNew: whether it gets a new link, and the old one ends.
  public func panel(json: Bool, newLink isNew: Bool = false) throws(SpinetError) -> [String] {
    try ask(.panel(isNew ? .renew : .open), json: json)
  }

  /// Listens for OSC if it does not yet. Returns where.
  public func osc(json: Bool) throws(SpinetError) -> [String] { try ask(.osc, json: json) }

  private func ask(_ request: Request, json: Bool) throws(SpinetError) -> [String] {
    try ask(request, json ? .json : .text)
  }

  /// Sends a request. Throws the error with which the instrument refuses it.
  private func ask(_ request: Request, _ style: ResponseStyle = .text) throws(SpinetError) -> [String] {
    let answer = try client.ask(RemoteRequest(request, style).line)
    if let refusal = answer.first.flatMap(RemoteRefusal.init) { throw refusal.error }
    return answer
  }
}
