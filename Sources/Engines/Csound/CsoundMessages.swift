#if Csound
  import CCsound

  /// A line of Csound's output.
  public struct CsoundMessage: Hashable, Sendable, CustomStringConvertible {
    /// Csound's message type, from harmless to serious.
    public enum Severity: Int, Comparable, Sendable {
      case normal, warning, error

      public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

      init(attribute: Int32) {
        switch attribute & CSOUNDMSG_TYPE_MASK {
        case CSOUNDMSG_ERROR: self = .error
        case CSOUNDMSG_WARNING: self = .warning
        default: self = .normal
        }
      }
    }

    /// Without the line's end and without colours.
    public let text: String
    public let severity: Severity

    package init(_ text: String, _ severity: Severity) {
      self.text = text
      self.severity = severity
    }

    public var description: String { text }
  }

  /// What a Csound instance says, joined to whole lines. A warning or error is told once, and at the end how
  /// often it came. [control-thread]
  struct CsoundMessages {
    private var unfinished = CsoundMessage("", .normal)
    private var repeats: [Repeat] = []

    private struct Repeat {
      /// The line with its numbers left out.
      let kind: String
      let message: CsoundMessage
      var count = 1
    }

    /// When so many kinds are known, further ones are told every time.
    private static let repeatLimit = 256

    /// The lines since the last call.
    mutating func take(from csound: UnsafeMutablePointer<CSOUND>) -> [CsoundMessage] {
      var lines: [CsoundMessage] = []
      while csoundGetMessageCnt(csound) > 0 {
        let severity = CsoundMessage.Severity(attribute: csoundGetFirstMessageAttr(csound))
        if let text = csoundGetFirstMessage(csound) { lines += take(String(cString: text), severity) }
        csoundPopFirstMessage(csound)
      }
      return lines.filter { !Self.isChatter($0.text) && isNew($0) }
    }

    /// The lines that end in `text`. A line is as serious as the most serious of its parts.
    private mutating func take(_ text: String, _ severity: CsoundMessage.Severity) -> [CsoundMessage] {
      var parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      let rest = String(parts.removeLast())
      let lines = parts.map { part in
        defer { unfinished = CsoundMessage("", .normal) }
        return CsoundMessage(
          (unfinished.text + part).filter { !$0.isEscape }, max(unfinished.severity, severity))
      }
      if !rest.isEmpty {
        unfinished = CsoundMessage(unfinished.text + rest, max(unfinished.severity, severity))
      }
      return lines
    }

    /// The line that has begun and will not be finished; nil when there is none.
    mutating func takeUnfinished() -> CsoundMessage? {
      defer { unfinished = CsoundMessage("", .normal) }
      return Self.isChatter(unfinished.text) ? nil : unfinished
    }

    /// What has come more often than it was told.
    func repetitions() -> [CsoundMessage] {
      repeats.filter { $0.count > 1 }.map {
        CsoundMessage("\($0.message.text) (\($0.count) times)", $0.message.severity)
      }
    }

    /// Whether it is neither a warning nor an error, or the first of its kind.
    private mutating func isNew(_ message: CsoundMessage) -> Bool {
      let lowercased = message.text.lowercased()
      guard ["warning", "error", "note deleted"].contains(where: lowercased.contains) else { return true }
      let kind = lowercased.filter { !$0.isNumber && $0 != "." }
      if let index = repeats.firstIndex(where: { $0.kind == kind }) {
        repeats[index].count += 1
        return false
      }
      if repeats.count < Self.repeatLimit { repeats.append(Repeat(kind: kind, message: message)) }
      return true
    }

    private static func isChatter(_ line: String) -> Bool {
      line.allSatisfy(\.isWhitespace) || chatter.contains(where: line.hasPrefix)
        || line.contains("uses instrument number")
    }

    /// What Csound says whatever it plays.
    private static let chatter = [
      "--Csound version", "[commit:", "libsndfile", "graphics suppressed", "sr = ", "0dBFS level = ",
      "orch now loaded", "audio buffered in", "SECTION ", "new alloc for", "Score finished in",
      "displays suppressed", "sorting score", "\t... done", "  section ", "      remainder of line flushed",
      "WARNING: Internal error in print_input_backtrace", "ftable ", "chnl ", "WARNING: MIDI note overlaps",
    ]
  }

  extension Character {
    fileprivate var isEscape: Bool { self == "\u{1b}" }
  }
#endif
