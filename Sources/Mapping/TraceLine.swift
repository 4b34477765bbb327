import Documents
import MIDI

/// One line of a trace of MIDI: `MILLISECONDS HEXBYTES…`.
struct TraceLine {
  /// As JSON has it.
  var milliseconds: String
  var nanoseconds: UInt64
  var messages: [MIDIMessage]

  /// Every event of a trace; blank lines and what follows a `#` are passed over.
  ///
  /// - Throws: every line that is none.
  static func read(_ text: String, file: String) throws(DocumentErrors) -> [TraceLine] {
    var diagnostics = Diagnostics(file: file)
    var lines: [TraceLine] = []
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = Word.split(line.prefix { $0 != "#" }, line: index + 1)
      guard let time = words.first else { continue }
      guard let nanoseconds = nanoseconds(time, &diagnostics) else { continue }
      if let last = lines.last, nanoseconds < last.nanoseconds {
        diagnostics.error(at: time.place, "\(time.text) ms is over, expected \(last.milliseconds) or later")
      }
      lines.append(
        TraceLine(
          milliseconds: literal(time.text), nanoseconds: nanoseconds,
          messages: messages(words.dropFirst(), after: time, &diagnostics)))
    }
    try diagnostics.throwErrors()
    return lines
  }

  private static func nanoseconds(_ word: Word, _ diagnostics: inout Diagnostics) -> UInt64? {
    let isDecimal = word.text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    guard isDecimal, let milliseconds = Double(word.text), milliseconds < 1e12 else {
      diagnostics.error(at: word.place, "\"\(word.text.shortened)\" found, expected a time in milliseconds")
      return nil
    }
    return UInt64(milliseconds * 1e6)
  }

  /// As written, where JSON would write it so too.
  private static func literal(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    let isJSON = !whole.isEmpty && text.last != "." && (whole == "0" || whole.first != "0")
    return isJSON ? text : Double(text).map(JSONLine.number) ?? "null"
  }

  private static func messages(
    _ words: ArraySlice<Word>, after time: Word, _ diagnostics: inout Diagnostics
  ) -> [MIDIMessage] {
    guard let last = words.last else {
      diagnostics.error(at: time.place, "a time alone, expected MIDI bytes after it, such as B0 4A 40")
      return []
    }
    var bytes: [UInt8] = []
    for word in words {
      guard let more = word.bytes else {
        diagnostics.error(
          at: word.place, "\"\(word.text.shortened)\" found, expected bytes of two hexadecimal digits")
        return []
      }
      bytes += more
    }
    guard let messages = messages(in: bytes) else {
      diagnostics.error(at: last.place, "bytes that are no whole MIDI message, expected such as B0 4A 40")
      return []
    }
    return messages
  }

  /// Nil if a byte belongs to no message, or the last message is not complete.
  private static func messages(in bytes: [UInt8]) -> [MIDIMessage]? {
    var parser = MIDIParser()
    var messages: [MIDIMessage] = []
    var isUnfinished = false
    for byte in bytes {
      var isSysEx = false
      let message = parser.parse(byte) { _ in isSysEx = true }
      if let message { messages.append(message) }
      if byte < 0xF8 { isUnfinished = message == nil && !isSysEx }
    }
    return isUnfinished || parser.strayBytes > 0 ? nil : messages
  }

  /// A word of a line and where it stands.
  private struct Word {
    var text: String
    var place: Place

    static func split(_ line: Substring, line number: Int) -> [Word] {
      line.split(whereSeparator: \.isWhitespace).map { word in
        let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
        return Word(text: String(word), place: Place(line: number, column: column))
      }
    }

    /// Nil if it is not pairs of hexadecimal digits.
    var bytes: [UInt8]? {
      let digits = Array(text.utf8)
      guard digits.count.isMultiple(of: 2) else { return nil }
      let pairs = stride(from: 0, to: digits.count, by: 2).map {
        String(decoding: digits[$0..<$0 + 2], as: UTF8.self)
      }
      let bytes = pairs.compactMap { $0.first == "+" ? nil : UInt8($0, radix: 16) }
      return bytes.count == pairs.count ? bytes : nil
    }
  }
}
