import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// A line of a MIDI trace: `MILLISECONDS HEXBYTES…`, or `MILLISECONDS ump WORD…` for MIDI 2.0.
struct TraceLine {
  /// The number in the form in which JSON has it.
  var milliseconds: String
  var nanoseconds: UInt64
  var messages: [AnyMIDIMessage]

  /// All lines of a trace, without blank ones and comments.
  ///
  /// - Throws: an error for every line that cannot be read.
  static func read(_ text: String, file: String) throws(SpinetError) -> [TraceLine] {
    var diagnostics = Diagnostics(file: file)
    var lines: [TraceLine] = []
    for words in TraceToken.lines(of: text) {
      let time = words[0]
      guard let nanoseconds = nanoseconds(time, &diagnostics) else { continue }
      if let last = lines.last, nanoseconds < last.nanoseconds {
        diagnostics.error(
          at: time.location,
          "\(time.text) ms is before the line above, expected \(last.milliseconds) or later")
      }
      lines.append(
        TraceLine(
          milliseconds: literal(time.text), nanoseconds: nanoseconds,
          messages: messages(words.dropFirst(), after: time, &diagnostics)))
    }
    try diagnostics.throwErrors()
    return lines
  }

  private static func nanoseconds(_ word: TraceToken, _ diagnostics: inout Diagnostics) -> UInt64? {
    let isDecimal = word.text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    guard isDecimal, let milliseconds = Double(word.text), milliseconds < 1e12 else {
      diagnostics.error(
        at: word.location, "\"\(word.text.shortened)\" found, expected a time in milliseconds")
      return nil
    }
    return UInt64(bounded: milliseconds * 1e6, in: 0...1 << 60)
  }

  /// The number as it was written, if that is a number in JSON too.
  private static func literal(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    let isJSON = !whole.isEmpty && text.last != "." && (whole == "0" || whole.first != "0")
    return isJSON ? text : Double(text).map(JSONLine.number) ?? "null"
  }

  private static func messages(
    _ words: ArraySlice<TraceToken>, after time: TraceToken, _ diagnostics: inout Diagnostics
  ) -> [AnyMIDIMessage] {
    guard let last = words.last else {
      diagnostics.error(at: time.location, "a time alone, expected MIDI bytes after it, such as B0 4A 40")
      return []
    }
    if let first = words.first, first.text == "ump" {
      return packets(words.dropFirst(), after: first, &diagnostics).compactMap(AnyMIDIMessage.init)
    }
    var bytes: [UInt8] = []
    for word in words {
      guard let more = word.bytes else {
        diagnostics.error(
          at: word.location, "\"\(word.text.shortened)\" found, expected bytes of two hexadecimal digits")
        return []
      }
      bytes += more
    }
    guard let whole = CompleteMIDIMessage.all(in: bytes) else {
      diagnostics.error(at: last.location, "incomplete MIDI message, expected bytes such as B0 4A 40")
      return []
    }
    return whole.compactMap { if case .message(let message) = $0 { .midi1(message) } else { nil } }
  }

  /// The packets of MIDI 2.0 whose words are written with eight hexadecimal digits each.
  static func packets(
    _ words: ArraySlice<TraceToken>, after mark: TraceToken, _ diagnostics: inout Diagnostics
  ) -> [UMPPacket] {
    var numbers: [UInt32] = []
    for word in words {
      guard let bytes = word.bytes, bytes.count == 4 else {
        diagnostics.error(
          at: word.location,
          "\"\(word.text.shortened)\" found, expected words of eight hexadecimal digits")
        return []
      }
      numbers.append(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
    guard !numbers.isEmpty, let packets = UMPPacket.all(in: numbers) else {
      diagnostics.error(
        at: words.last?.location ?? mark.location,
        "incomplete packet, expected words such as 40903C00 C9240000")
      return []
    }
    return packets
  }
}

/// A word in a line of a trace, and its location.
package struct TraceToken: Hashable, Sendable {
  package let text: String
  package let location: TextLocation

  /// The words of every line that has any. A byte order mark and comments after `#` are skipped.
  package static func lines(of text: String) -> [[TraceToken]] {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { words(of: $1.prefix { $0 != "#" }, line: $0 + 1) }.filter { !$0.isEmpty }
  }

  private static func words(of line: Substring, line number: Int) -> [TraceToken] {
    line.split(whereSeparator: \.isWhitespace).map { word in
      let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
      return TraceToken(text: String(word), location: TextLocation(line: number, column: column))
    }
  }

  /// The bytes that the word spells in pairs of hexadecimal digits; nil if it spells none.
  package var bytes: [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map {
      String(decoding: digits[$0..<$0 + 2], as: UTF8.self)
    }
    let bytes = pairs.compactMap { $0.first == "+" ? nil : UInt8($0, radix: 16) }
    return bytes.count == pairs.count ? bytes : nil
  }
}

extension Sequence<UInt8> {
  /// Two upper-case hexadecimal digits per byte.
  var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}

extension AnyMIDIMessage {
  /// Nil for a packet that is not a message to an instrument.
  init?(_ packet: UMPPacket) {
    switch packet.content {
    case .midi1(let message): self = .midi1(message)
    case .midi2(let message): self = .midi2(message)
    case .exclusive, .other: return nil
    }
  }
}
