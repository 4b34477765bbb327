import CCsound

/// A line of Csound's output.
public struct CsoundMessage: Hashable, Sendable, CustomStringConvertible {
  /// Csound's message type, from harmless to serious.
  public enum Severity: Int, Comparable, Sendable {
    case normal, warning, error

    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

    init(attribute: Int32) {
      switch Int(attribute) & cs_message_kind {
      case cs_message_error: self = .error
      case cs_message_warning: self = .warning
      default: self = .normal
      }
    }
  }

  /// Without the line's end and without colours.
  public let text: String
  /// How serious it is.
  public let severity: Severity

  package init(_ text: String, _ severity: Severity) {
    self.text = text
    self.severity = severity
  }

  public var description: String { text }
}

/// The messages of a Csound instance, joined to whole lines. A warning or error is reported once, and at the end with
/// its count. [control-thread]
struct CsoundMessages {
  // Bytes, because a file may print ten thousand lines a second.
  private var line: [UInt8] = []
  private var severity = CsoundMessage.Severity.normal
  /// Whether it is inside the escape sequence of a colour.
  private var isEscaped = false
  private var repeats: [[UInt8]: Repeat] = [:]

  private struct Repeat {
    let message: CsoundMessage
    /// Its index among all that are counted.
    let index: Int
    var count = 1
  }

  /// The number of kinds that are counted. Further kinds are reported every time.
  private static let repeatLimit = 256

  /// The lines since the last call.
  mutating func pop(from csound: OpaquePointer) -> [CsoundMessage] {
    var lines: [CsoundMessage] = []
    while cs_csoundGetMessageCnt(csound) > 0 {
      let severity = CsoundMessage.Severity(attribute: cs_csoundGetFirstMessageAttr(csound))
      if let text = cs_csoundGetFirstMessage(csound) { take(text, severity, into: &lines) }
      cs_csoundPopFirstMessage(csound)
    }
    return lines
  }

  /// The lines that end in `text`. A line is as serious as the most serious of its parts.
  mutating func take(
    _ text: UnsafePointer<CChar>, _ severity: CsoundMessage.Severity, into lines: inout [CsoundMessage]
  ) {
    if severity == .error, goesOn(with: text) { line.append(Byte.space) }
    var next = text
    while next.pointee != 0 {
      let byte = UInt8(bitPattern: next.pointee)
      next += 1
      if byte == Byte.lineFeed {
        self.severity = max(self.severity, severity)
        if let message = finishLine() { lines.append(message) }
      } else {
        append(byte, severity)
      }
    }
  }

  /// Whether `text` is the second half of an error. Csound prints the halves without a space between them: "External
  /// generation failed", "and cannot remove". A single word may be the rest of a word that has begun.
  private func goesOn(with text: UnsafePointer<CChar>) -> Bool {
    guard severity == .error, let last = line.last, last.isLetter else { return false }
    return UInt8(bitPattern: text.pointee).isLetter && String(cString: text).contains(" ")
  }

  private mutating func append(_ byte: UInt8, _ severity: CsoundMessage.Severity) {
    self.severity = max(self.severity, severity)
    if byte == Byte.escape {
      isEscaped = true
    } else if !isEscaped {
      line.append(byte)
    } else if byte == Byte.endOfColour {
      isEscaped = false
    }
  }

  /// The line that has ended, unless it is a repetition.
  private mutating func finishLine() -> CsoundMessage? {
    defer {
      line.removeAll(keepingCapacity: true)
      severity = .normal
      isEscaped = false
    }
    guard !line.isChatter else { return nil }
    return line.isWarning ? newWarning() : CsoundMessage(String(decoding: line, as: UTF8.self), severity)
  }

  /// Nil when one of its kind has come before.
  private mutating func newWarning() -> CsoundMessage? {
    let kind = line.kind
    guard repeats[kind] == nil else {
      repeats[kind]?.count += 1
      return nil
    }
    let message = CsoundMessage(String(decoding: line, as: UTF8.self), severity)
    if repeats.count < Self.repeatLimit {
      repeats[kind] = Repeat(message: message, index: repeats.count)
    }
    return message
  }

  /// The line that has begun and will not be finished; nil when there is none.
  mutating func popUnfinished() -> CsoundMessage? {
    defer { line = [] }
    return line.isChatter ? nil : CsoundMessage(String(decoding: line, as: UTF8.self), severity)
  }

  /// The messages that have come more often than they were reported.
  func repetitions() -> [CsoundMessage] {
    repeats.values.filter { $0.count > 1 }.sorted { $0.index < $1.index }.map {
      CsoundMessage("\($0.message.text) (\($0.count) times)", $0.message.severity)
    }
  }
}

private enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let escape: UInt8 = 0x1B
  /// A colour is `ESC [ NUMBERS m`.
  static let endOfColour = UInt8(ascii: "m")
}

extension [UInt8] {
  /// Whether Csound prints it for every file.
  fileprivate var isChatter: Bool {
    guard let first = first(where: { $0 > 0x20 }) else { return true }
    let starts = Chatter.starts[Int(first)]
    return starts.contains { begins(with: $0) } || begins(with: Chatter.instrument) && has(Chatter.number)
  }

  /// Whether it is a warning, an error, or the report of a note that was left out.
  fileprivate var isWarning: Bool {
    Chatter.warnings.contains(where: has)
  }

  /// The text in lower case and without numbers.
  fileprivate var kind: [UInt8] {
    filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: ".") }.map(\.small)
  }

  private func begins(with start: [UInt8]) -> Bool {
    count >= start.count && start.indices.allSatisfy { self[$0] == start[$0] }
  }

  /// Whether it contains this word. Upper and lower case count as equal.
  private func has(_ word: [UInt8]) -> Bool {
    guard count >= word.count else { return false }
    for start in 0...(count - word.count) where self[start].small == word[0] {
      if word.indices.allSatisfy({ self[start + $0].small == word[$0] }) { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small) }

  fileprivate var small: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

private enum Chatter {
  /// The beginnings of lines, by their first byte that is not a space.
  static let starts: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for line in lines {
      let bytes = Array(line.utf8)
      if let first = bytes.first(where: { $0 > 0x20 }) { table[Int(first)].append(bytes) }
    }
    return table
  }()
  static let instrument = Array("instr".utf8)
  static let number = Array("uses instrument number".utf8)
  static let warnings = ["warning", "error", "note deleted"].map { Array($0.utf8) }

  private static let lines = [
    "--Csound version", "[commit:", "libsndfile", "graphics suppressed", "sr = ", "0dBFS level = ",
    "orch now loaded", "audio buffered in", "SECTION ", "new alloc for", "Score finished in",
    "displays suppressed", "sorting score", "\t... done", "  section ", "      remainder of line flushed",
    "WARNING: Internal error in print_input_backtrace", "ftable ", "chnl ", "WARNING: MIDI note overlaps",
  ]
}
