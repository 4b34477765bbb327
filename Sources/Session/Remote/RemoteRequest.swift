import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SystemPackage

/// How the lines of an answer are written.
public enum ResponseStyle: String, Sendable {
  case text
  /// Also the description of each widget.
  case long
  /// One JSON object a line.
  case json
  /// Only the names of widgets.
  case names
}

/// A request in the words in which sockets carry it, and how its answer is written.
package struct RemoteRequest: Equatable {
  package let request: Request
  package let style: ResponseStyle

  init(_ request: Request, _ style: ResponseStyle = .text) { (self.request, self.style) = (request, style) }

  // MARK: Lines

  /// Separates the words, because names and values may contain spaces.
  private static let separator: Character = "\u{1F}"

  /// The line that is sent over the control socket.
  var line: String { words.joined(separator: String(Self.separator)) }

  /// Nil for a line that is not a request.
  init?(_ line: String) {
    self.init(words: line.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init))
  }

  /// The answer to a line that is not a request.
  static func refusal(of line: String) -> Response {
    .refused(
      SpinetError(
        .wrongRequest, what: "'\(line.shortened)'", why: "it is not a request",
        remedy: "use the same version of spinet"))
  }

  /// The answer to words that are not a request.
  package static func refusal(ofWords words: [String]) -> Response {
    refusal(of: words.joined(separator: String(separator)))
  }

  // MARK: Words

  var words: [String] {
    let form = style == .json ? "json" : "text"
    return switch request {
    case .widgets(let pattern): ["widgets", style.rawValue, pattern ?? ""]
    case .set(let name, let value): ["set", name, value, form]
    case .engine(let verb): ["engine", verb.rawValue, form]
    case .load(let name): ["load", name]
    case .scene(let name): ["scene", name ?? "", form]
    case .patch(.save(let name, let replace, let labels), let part):
      ["patch", part ?? "", "save", name, replace ? "replace" : "new"] + labels.words
    case .patch(.diff, let part): ["patch", part ?? "", "diff", form]
    case .patch(.revert, let part): ["patch", part ?? "", "revert"]
    case .record(.start(let path, let replace)):
      ["record", "start", path?.string ?? "", replace ? "replace" : "new"]
    case .record(.stop): ["record", "stop"]
    case .program(let command, let part): ["program", part ?? ""] + command.words
    case .reset(let name): ["reset", name ?? "", form]
    case .note(let note): ["note"] + note.words
    case .song(let verb): ["song"] + verb.words
    case .step(let count): ["step", "\(count)"]
    case .setList(.play(let name, let song)): ["setlist", "play", name ?? "", "\(song)"]
    case .setList(.leave): ["setlist", "leave"]
    case .panel(.open): ["panel", form]
    case .panel(.renew): ["panel", form, "new-link"]
    case .osc: ["osc", form]
    case .ports: ["ports"]
    case .connect(let name): ["connect", name]
    case .output(let request): ["output"] + request.words
    }
  }

  /// Nil for words that are not a request.
  package init?(words: [String]) {
    guard let verb = words.first, let asked = Self.request(verb, words.dropFirst().map(\.self)) else {
      return nil
    }
    self = asked
  }

  /// - Parameter words: without the verb.
  private static func request(_ verb: String, _ words: [String]) -> RemoteRequest? {
    switch (verb, words.count) {
    case ("widgets", 2):
      ResponseStyle(rawValue: words[0]).map { Self(.widgets(matching: some(words[1])), $0) }
    case ("set", 3): Self(.set(words[0], to: words[1]), style(words[2]))
    case ("engine", 2): EngineVerb(rawValue: words[0]).map { Self(.engine($0), style(words[1])) }
    case ("load", 1): Self(.load(words[0]))
    case ("scene", 2): Self(.scene(some(words[0])), style(words[1]))
    case ("patch", 2...): patch(words.dropFirst().map(\.self), part: some(words[0]))
    case ("record", 1...): RecordVerb(words).map { Self(.record($0)) }
    case ("program", 3...):
      ProgramCommand(words: words.dropFirst()).map { Self(.program($0, part: some(words[0]))) }
    case ("reset", 2): Self(.reset(some(words[0])), style(words[1]))
    case ("note", 4): CommandNote(words).map { Self(.note($0)) }
    case ("song", 1...): SongVerb(words).map { Self(.song($0)) }
    case ("step", 1): Int(words[0]).flatMap { abs($0) == 1 ? Self(.step($0)) : nil }
    case ("setlist", 3) where words[0] == "play":
      Int(words[2]).flatMap { $0 < 0 ? nil : Self(.setList(.play(some(words[1]), song: $0))) }
    case ("setlist", 1) where words[0] == "leave": Self(.setList(.leave))
    case ("panel", 1): Self(.panel(.open), style(words[0]))
    case ("panel", 2) where words[1] == "new-link": Self(.panel(.renew), style(words[0]))
    case ("osc", 1): Self(.osc, style(words[0]))
    case ("ports", 0): Self(.ports)
    case ("connect", 1): Self(.connect(words[0]))
    case ("output", 4): OutputRequest(words).map { Self(.output($0)) }
    default: nil
    }
  }

  private static func patch(_ words: [String], part: String?) -> RemoteRequest? {
    switch (words[0], words.count) {
    case ("save", 3...):
      PatchLabels(words: words.dropFirst(3)).map {
        Self(.patch(.save(words[1], replace: words[2] == "replace", labels: $0), part: part))
      }
    case ("diff", 2): Self(.patch(.diff, part: part), style(words[1]))
    case ("revert", 1): Self(.patch(.revert, part: part))
    default: nil
    }
  }

  private static func some(_ word: String) -> String? { word.isEmpty ? nil : word }
  private static func style(_ word: String) -> ResponseStyle { word == "json" ? .json : .text }
}

extension PatchLabels {
  /// `title=…`, `family=…`, and a `tag=…` for each.
  fileprivate var words: [String] {
    let tags = tags.map { $0.isEmpty ? ["tags="] : $0.map { "tag=\($0)" } } ?? []
    return [title.map { "title=\($0)" }, family.map { "family=\($0)" }].compactMap(\.self) + tags
  }

  /// Nil for any other word.
  fileprivate init?(words: some Sequence<String>) {
    self.init()
    for word in words {
      guard let sign = word.firstIndex(of: "=") else { return nil }
      let text = String(word[word.index(after: sign)...])
      switch word[..<sign] {
      case "title": title = text
      case "family": family = text
      case "tags" where text.isEmpty: tags = []
      case "tag": tags = (tags ?? []) + [text]
      default: return nil
      }
    }
  }
}

extension RecordVerb {
  fileprivate init?(_ words: [String]) {
    switch (words[0], words.count) {
    case ("start", 3):
      self = .start(words[1].isEmpty ? nil : FilePath(words[1]), replace: words[2] == "replace")
    case ("stop", 1): self = .stop
    default: return nil
    }
  }
}

extension OutputRequest {
  fileprivate var words: [String] { [pcm, "\(framesPerSecond)", "\(periodFrames)", "\(periods)"] }

  fileprivate init?(_ words: [String]) {
    guard !words[0].isEmpty, let rate = Int(words[1]), (8000...384_000).contains(rate),
      let period = Int(words[2]), (16...8192).contains(period), let periods = Int(words[3]),
      (2...32).contains(periods)
    else { return nil }
    self.init(pcm: words[0], framesPerSecond: rate, periodFrames: period, periods: periods)
  }
}

extension CommandNote {
  fileprivate var words: [String] { ["\(key)", "\(velocity)", "\(channel.number)", "\(seconds)"] }

  fileprivate init?(_ words: [String]) {
    guard let key = UInt8(words[0]), key < 128, let velocity = UInt8(words[1]), (1...127).contains(velocity),
      let channel = Int(words[2]).flatMap(Channel.init(number:)), let seconds = Double(words[3]),
      (0...Self.longestSeconds).contains(seconds)
    else { return nil }
    self.init(key: key, velocity: velocity, channel: channel, seconds: seconds)
  }

  /// An hour.
  public static let longestSeconds = 3600.0
}
