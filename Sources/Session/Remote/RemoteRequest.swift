/// What `spinet widgets` and `spinet engine` ask of a running instrument.
enum RemoteRequest: Equatable {
  case widgets(json: Bool)
  case set(String, String, json: Bool)
  case engine(EngineVerb, json: Bool)

  /// Between the words: names and values may have spaces in them.
  private static let separator: Character = "\u{1F}"

  private var words: [String] {
    switch self {
    case .widgets(let json): ["widgets", json ? "json" : "text"]
    case .set(let name, let value, let json): ["set", name, value, json ? "json" : "text"]
    case .engine(let verb, let json): ["engine", verb.rawValue, json ? "json" : "text"]
    }
  }

  /// As it goes over the socket.
  var line: String { words.joined(separator: String(Self.separator)) }

  /// Nil for a line that asks for nothing.
  init?(_ line: String) {
    let words = line.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
    switch (words.first, words.count) {
    case ("widgets", 2): self = .widgets(json: words[1] == "json")
    case ("set", 4): self = .set(words[1], words[2], json: words[3] == "json")
    case ("engine", 3):
      guard let verb = EngineVerb(rawValue: words[1]) else { return nil }
      self = .engine(verb, json: words[2] == "json")
    default: return nil
    }
  }
}

/// What can be asked of an engine.
public enum EngineVerb: String, Sendable, CaseIterable {
  case start, stop, status

  /// Nil for a question.
  var turnsOn: Bool? {
    switch self {
    case .start: true
    case .stop: false
    case .status: nil
    }
  }
}
