import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SystemPackage

/// A request of a command, such as `spinet widgets` or `spinet engine`, to a running instrument.
enum RemoteRequest: Equatable {
  case widgets(WidgetListing)
  case set(String, String, json: Bool)
  case engine(EngineVerb, json: Bool)
  case load(String)
  /// Nil asks for the scenes.
  case scene(String?, json: Bool)
  case patch(PatchVerb, part: String?)
  case record(RecordVerb)
  case program(ProgramCommand, part: String?)
  /// Nil is for all widgets.
  case reset(String?, json: Bool)
  case note(CommandNote)
  case panel(json: Bool)
  /// Asks for the MIDI ports.
  case ports
  /// Connects the ports with this name.
  case connect(String)
  /// Changes the sound card, the rate and the period.
  case output(OutputRequest)

  /// Separates the words, because names and values may contain spaces.
  private static let separator: Character = "\u{1F}"

  private var words: [String] {
    switch self {
    case .widgets(let listing): ["widgets", listing.style.rawValue, listing.pattern ?? ""]
    case .set(let name, let value, let json): ["set", name, value, json ? "json" : "text"]
    case .engine(let verb, let json): ["engine", verb.rawValue, json ? "json" : "text"]
    case .load(let name): ["load", name]
    case .scene(let name, let json): ["scene", name ?? "", json ? "json" : "text"]
    case .patch(let verb, let part): ["patch", part ?? ""] + verb.words
    case .record(let verb): ["record"] + verb.words
    case .program(let command, let part): ["program", part ?? ""] + command.words
    case .reset(let name, let json): ["reset", name ?? "", json ? "json" : "text"]
    case .note(let note): ["note"] + note.words
    case .panel(let json): ["panel", json ? "json" : "text"]
    case .ports: ["ports"]
    case .connect(let name): ["connect", name]
    case .output(let request): ["output"] + request.words
    }
  }

  /// The line that is sent over the socket.
  var line: String { words.joined(separator: String(Self.separator)) }

  /// Nil for a line that is not a request.
  init?(_ line: String) {
    let words = line.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
    switch (words.first, words.count) {
    case ("widgets", 3):
      guard let style = WidgetListing.Style(rawValue: words[1]) else { return nil }
      self = .widgets(WidgetListing(style, matching: words[2].isEmpty ? nil : words[2]))
    case ("set", 4): self = .set(words[1], words[2], json: words[3] == "json")
    case ("engine", 3):
      guard let verb = EngineVerb(rawValue: words[1]) else { return nil }
      self = .engine(verb, json: words[2] == "json")
    case ("load", 2): self = .load(words[1])
    case ("scene", 3): self = .scene(words[1].isEmpty ? nil : words[1], json: words[2] == "json")
    case ("patch", 3...):
      guard let verb = PatchVerb(words.dropFirst(2)) else { return nil }
      self = .patch(verb, part: words[1].isEmpty ? nil : words[1])
    case ("record", 2...):
      guard let verb = RecordVerb(words.dropFirst()) else { return nil }
      self = .record(verb)
    case ("program", 4...):
      guard let command = ProgramCommand(words: words.dropFirst(2)) else { return nil }
      self = .program(command, part: words[1].isEmpty ? nil : words[1])
    case ("reset", 3): self = .reset(words[1].isEmpty ? nil : words[1], json: words[2] == "json")
    case ("note", 5):
      guard let note = CommandNote(words.dropFirst()) else { return nil }
      self = .note(note)
    case ("ports", 1): self = .ports
    case ("connect", 2): self = .connect(words[1])
    case ("output", 5):
      guard let request = OutputRequest(words.dropFirst()) else { return nil }
      self = .output(request)
    case ("panel", 2): self = .panel(json: words[1] == "json")
    default: return nil
    }
  }
}

extension OutputRequest {
  fileprivate var words: [String] { [pcm, "\(framesPerSecond)", "\(periodFrames)", "\(periods)"] }

  fileprivate init?(_ words: some Collection<String>) {
    let words = Array(words)
    guard !words[0].isEmpty, let rate = Int(words[1]), (8000...384_000).contains(rate),
      let period = Int(words[2]), (16...8192).contains(period), let periods = Int(words[3]),
      (2...32).contains(periods)
    else { return nil }
    self.init(pcm: words[0], framesPerSecond: rate, periodFrames: period, periods: periods)
  }
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
  case save(String, replace: Bool)
  case diff(json: Bool)
  case revert

  var words: [String] {
    switch self {
    case .save(let name, let replace): ["save", name, replace ? "replace" : "new"]
    case .diff(let json): ["diff", json ? "json" : "text"]
    case .revert: ["revert"]
    }
  }

  init?(_ words: some Collection<String>) {
    let words = Array(words)
    switch (words.first, words.count) {
    case ("save", 3): self = .save(words[1], replace: words[2] == "replace")
    case ("diff", 2): self = .diff(json: words[1] == "json")
    case ("revert", 1): self = .revert
    default: return nil
    }
  }
}

/// A request about recording.
public enum RecordVerb: Sendable, Equatable {
  /// Nil for a name with the date.
  case start(FilePath?, replace: Bool)
  case stop

  var words: [String] {
    switch self {
    case .start(let path, let replace): ["start", path?.string ?? "", replace ? "replace" : "new"]
    case .stop: ["stop"]
    }
  }

  init?(_ words: some Collection<String>) {
    let words = Array(words)
    switch (words.first, words.count) {
    case ("start", 3):
      self = .start(words[1].isEmpty ? nil : FilePath(words[1]), replace: words[2] == "replace")
    case ("stop", 1): self = .stop
    default: return nil
    }
  }
}

extension CommandNote {
  fileprivate var words: [String] { ["\(key)", "\(velocity)", "\(channel.number)", "\(seconds)"] }

  fileprivate init?(_ words: some Collection<String>) {
    let words = Array(words)
    guard let key = UInt8(words[0]), key < 128, let velocity = UInt8(words[1]), (1...127).contains(velocity),
      let channel = Int(words[2]).flatMap(Channel.init(number:)), let seconds = Double(words[3]),
      (0...Self.longestSeconds).contains(seconds)
    else { return nil }
    self.init(key: key, velocity: velocity, channel: channel, seconds: seconds)
  }

  /// An hour.
  public static let longestSeconds = 3600.0
}
