/// A word of a line of a trace, and where it stands.
public struct TraceWord: Hashable, Sendable {
  public let text: String
  public let place: Place

  /// The words of each line that has some; a byte order mark and what follows a `#` are passed over.
  public static func lines(of text: String) -> [[TraceWord]] {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { words(of: $1.prefix { $0 != "#" }, line: $0 + 1) }.filter { !$0.isEmpty }
  }

  private static func words(of line: Substring, line number: Int) -> [TraceWord] {
    line.split(whereSeparator: \.isWhitespace).map { word in
      let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
      return TraceWord(text: String(word), place: Place(line: number, column: column))
    }
  }

  /// Nil if it is not pairs of hexadecimal digits.
  public var bytes: [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map {
      String(decoding: digits[$0..<$0 + 2], as: UTF8.self)
    }
    let bytes = pairs.compactMap { $0.first == "+" ? nil : UInt8($0, radix: 16) }
    return bytes.count == pairs.count ? bytes : nil
  }
}
