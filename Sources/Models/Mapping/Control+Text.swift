import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets

extension Control {
  /// Reads `[ch N] cc N | cc14 N | nrpn N | rpn N | note N-or-NAME | bend | pressure | poly NOTE | program |
  /// key-on NOTE | key-off NOTE | note NOTE pitch | ctl N of note | actl N of note | start | stop | clock |
  /// motion READING | face READING`.
  public init(_ text: String) throws(SpinetError) {
    do throws(ReadingProblem) {
      try self.init(reading: text)
    } catch {
      throw SpinetError(
        .wrongValue, what: "'\(text.shortened)'", why: error.why,
        remedy: error.suggestion.map { Remedy(.takeSimilarName, $0) } ?? "write a control as in 'cc 74'")
    }
  }

  package init(reading text: String) throws(ReadingProblem) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var channel: Channel?
    if words.first == "ch" {
      channel = try Self.channel(words.dropFirst().first)
      words.removeFirst(2)
    }
    let kind = try Kind(words, in: text)
    if case .reading = kind, channel != nil {
      throw ReadingProblem(
        "\(kind) with a channel, expected none", suggestion: kind.description)
    }
    self.init(kind, channel: channel)
  }

  private static func channel(_ word: String?) throws(ReadingProblem) -> Channel {
    guard let word else { throw ReadingProblem("\"ch\" without a number, expected ch 1 to ch 16") }
    guard let channel = Int(word).flatMap(Channel.init(number:)) else {
      throw ReadingProblem("channel \(word.quotedUnlessNumber), expected 1 to 16")
    }
    return channel
  }
}

extension Control.Kind {
  /// The first word of every kind.
  package static let names = [
    "cc", "cc14", "nrpn", "rpn", "note", "bend", "pressure", "poly", "program", "key-on", "key-off", "ctl",
    "actl", "start", "stop", "clock", "motion", "face",
  ]

  fileprivate init(_ words: [String], in text: String) throws(ReadingProblem) {
    guard let name = words.first, Self.names.contains(name) else {
      throw ReadingProblem(
        "unknown control \"\(text.shortened)\", expected \(Self.names.joinedByOr)",
        suggestion: Self.suggestion(for: words))
    }
    switch name {
    case "bend": self = .bend
    case "pressure": self = .pressure
    case "program": self = .program
    case "start": self = .start
    case "stop": self = .stop
    case "clock": self = .clock
    case "motion", "face":
      self = .reading(try Self.reading(name, words.dropFirst().first))
      guard words.count == 2 else { throw Self.excess(words.dropFirst(2), after: description) }
      return
    case "note" where words.count > 2 && words[2] == "pitch":
      self = .notePitch(try Self.key(name, words[1]))
      guard words.count == 3 else { throw Self.excess(words.dropFirst(3), after: description) }
      return
    case "ctl", "actl":
      self = .noteController(
        NoteController(
          UInt8(try Self.number(name, words.dropFirst().first, 255)), isRegistered: name == "ctl"))
      guard words.dropFirst(2) == ["of", "note"] else {
        throw ReadingProblem("\"\(text.shortened)\", expected \(description)", suggestion: description)
      }
      return
    default:
      self = try Self.numbered(name, words.dropFirst().first)
      guard words.count == 2 else { throw Self.excess(words.dropFirst(2), after: description) }
      return
    }
    guard words.count == 1 else { throw Self.excess(words.dropFirst(), after: name) }
  }

  private static func numbered(_ name: String, _ word: String?) throws(ReadingProblem) -> Self {
    switch name {
    case "cc": .cc(UInt8(try number(name, word, 127)))
    case "cc14": .cc14(UInt8(try number(name, word, 31, remark: ", the MSB of a pair")))
    case "nrpn": .nrpn(UInt16(try number(name, word, 16382)))
    case "rpn": .rpn(UInt16(try number(name, word, 16382)))
    case "poly": .poly(try key(name, word))
    case "key-on": .keyOn(try key(name, word))
    case "key-off": .keyOff(try key(name, word))
    default: .note(try key(name, word))
    }
  }

  private static func number(
    _ name: String, _ word: String?, _ last: Int, remark: String = ""
  ) throws(ReadingProblem) -> Int {
    guard let word else {
      throw ReadingProblem(
        "\"\(name)\" without a number, expected \(name) 0 to \(name) \(last)")
    }
    guard let number = Int(word), (0...last).contains(number) else {
      throw ReadingProblem(
        "\(name) \(word.quotedUnlessNumber), expected 0 to \(last)\(remark)")
    }
    return number
  }

  private static func reading(_ name: String, _ word: String?) throws(ReadingProblem) -> SensorReading {
    if let word, let reading = SensorReading(control: "\(name) \(word)") { return reading }
    let names = SensorReading.allCases.map(\.control).filter { $0.hasPrefix(name) }
    let words = names.map { String($0.dropFirst(name.count + 1)) }
    guard let word else {
      throw ReadingProblem("\"\(name)\" without a reading, expected \(words.joinedByOr)")
    }
    throw ReadingProblem(
      "\(name) \"\(word.shortened)\", expected \(words.joinedByOr)",
      suggestion: nearestName(to: word, among: words).map { "\(name) \($0)" })
  }

  private static func key(_ name: String, _ word: String?) throws(ReadingProblem) -> UInt8 {
    guard let word else {
      throw ReadingProblem("\"\(name)\" without a key, expected \(name) C4 or \(name) 60")
    }
    guard let note = Int(word).flatMap(NoteName.init(key:)) ?? NoteName(word) else {
      throw ReadingProblem(
        "\(name) \(word.quotedUnlessNumber), expected 0 to 127 or C-1 to G9")
    }
    return note.key
  }

  private static func excess(_ words: ArraySlice<String>, after control: String) -> ReadingProblem {
    let word = words.first ?? ""
    if word == "ch", words.count == 2 {
      let right = words.joined(separator: " ") + " " + control
      return .init("\"ch\" after \"\(control)\", expected it before", suggestion: right)
    }
    return .init("\"\(word.shortened)\" after \"\(control)\", expected nothing more")
  }

  /// `cc 1` for `cc1` and `CC 1`; otherwise the most similar name.
  private static func suggestion(for words: [String]) -> String? {
    let text = words.joined(separator: " ").lowercased()
    let name = String(text.prefix(while: \.isLetter))
    let number = text.dropFirst(name.count).drop(while: \.isWhitespace)
    if names.contains(name), Int(number) != nil { return "\(name) \(number)" }
    return words.first.flatMap { nearestName(to: $0, among: names) }
  }
}

extension String {
  fileprivate var quotedUnlessNumber: String { Int(self) == nil ? "\"\(shortened)\"" : self }
}
