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
    for words in TraceWord.lines(of: text) {
      let time = words[0]
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

  private static func nanoseconds(_ word: TraceWord, _ diagnostics: inout Diagnostics) -> UInt64? {
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
    _ words: ArraySlice<TraceWord>, after time: TraceWord, _ diagnostics: inout Diagnostics
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
    guard let whole = WholeMessage.all(in: bytes) else {
      diagnostics.error(at: last.place, "bytes that are no whole MIDI message, expected such as B0 4A 40")
      return []
    }
    return whole.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }
}
