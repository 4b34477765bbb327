import SpinetRealtime
import SpinetText

/// The words of an SFZ file, with included files inserted and definitions replaced.
///
/// Everything is limited, because definitions and includes can make a short text endlessly long.
struct SFZText {
  /// A header such as `<region>`, or an opcode with its value.
  struct Word: Hashable {
    enum Kind: Hashable {
      case header(String)
      case opcode(String, String)
    }

    let kind: Kind
    let file: String
    let line: Int
  }

  /// Reads a file. Gets its path as written and the file that includes it; nil for the first file.
  typealias Reader = (_ path: String, _ from: String?) throws(SpinetError) -> [UInt8]

  private(set) var words: [Word] = []
  private let read: Reader
  private let main: String
  private var definitions: [[UInt8]: [UInt8]] = [:]
  private var longestName = 0
  private var bytesLeft = Self.mostBytes
  private var filesLeft = Self.mostFiles

  private static let mostBytes = 16 << 20
  private static let mostFiles = 5_000
  private static let mostDepth = 16
  private static let mostDefinitions = 5_000
  private static let longestName = 64
  private static let longestValue = 1_024
  private static let mostWords = 2_000_000

  init(file: String, read: @escaping Reader) throws(SpinetError) {
    self.read = read
    main = file
    try add(file, from: nil, depth: 0)
  }

  private func problem(_ file: String, _ line: Int, _ why: String) -> SpinetError {
    SpinetError(.fileInvalid, what: "\(file):\(line)", why: why, remedy: Remedy(.giveOtherFile))
  }

  private mutating func add(_ path: String, from: String?, depth: Int) throws(SpinetError) {
    let file = from == nil ? path : path.shortened
    guard filesLeft > 0, depth <= Self.mostDepth else {
      throw problem(main, 1, "it includes too many files, or itself")
    }
    filesLeft -= 1
    var isComment = false
    var line = 0
    for bytes in Self.lines(of: try read(path, from)) {
      line += 1
      let text = Self.withoutComments(bytes, &isComment)
      guard !text.isEmpty else { continue }
      try add(line: text, file, line, depth: depth)
    }
  }

  /// The lines of a file. A file without any line feed may end its lines as old Macs did.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.split(separator: text.contains(10) ? 10 : 13, omittingEmptySubsequences: false)
  }

  /// Reads a line from left to right. A directive may stand anywhere in it, and counts for what follows.
  private mutating func add(
    line text: [UInt8], _ file: String, _ line: Int, depth: Int
  ) throws(SpinetError) {
    bytesLeft -= text.count
    guard bytesLeft > 0 else { throw problem(file, line, "it is longer than 16 MiB with what it includes") }
    var rest = text[...]
    while let directive = Self.firstDirective(in: rest) {
      scan(try expanded(rest[..<directive.start], file, line), file, line)
      rest = rest[directive.end...].drop(while: Self.isSpace)
      rest =
        directive.isDefine
        ? try define(rest, file, line) : try include(rest, file, line, depth: depth)
    }
    scan(try expanded(rest, file, line), file, line)
    guard words.count <= Self.mostWords else {
      throw problem(file, line, "it has more than two million words")
    }
  }

  /// The first `#define` or `#include` that begins a word.
  private static func firstDirective(
    in text: ArraySlice<UInt8>
  ) -> (isDefine: Bool, start: Int, end: Int)? {
    var index = text.startIndex
    while let start = text[index...].firstIndex(of: UInt8(ascii: "#")) {
      let isWord =
        start == text.startIndex || isSpace(text[start - 1]) || text[start - 1] == UInt8(ascii: ">")
      for (name, isDefine) in [("#define", true), ("#include", false)]
      where isWord && text[start...].starts(with: name.utf8) {
        let end = start + name.utf8.count
        if end == text.endIndex || isSpace(text[end])
          || [UInt8(ascii: "\""), UInt8(ascii: "$")].contains(text[end])
        {
          return (isDefine, start, end)
        }
      }
      index = start + 1
    }
    return nil
  }

  /// Inserts a file. Its name is in quotation marks, or ends at a space. Returns the rest of the line.
  private mutating func include(
    _ text: ArraySlice<UInt8>, _ file: String, _ line: Int, depth: Int
  ) throws(SpinetError) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.first == quote
    let name = isQuoted ? text.dropFirst().prefix { $0 != quote } : text.prefix { !Self.isSpace($0) }
    let path = try expanded(name, file, line).map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    try add(Self.string(path[...]), from: file, depth: depth + 1)
    return text[name.endIndex...].dropFirst(isQuoted ? 1 : 0)
  }

  // MARK: Definitions

  /// Remembers a name and its value, which ends at a space. Returns the rest of the line.
  private mutating func define(
    _ text: ArraySlice<UInt8>, _ file: String, _ line: Int
  ) throws(SpinetError) -> ArraySlice<UInt8> {
    let name = text.prefix { !Self.isSpace($0) }
    guard name.first == UInt8(ascii: "$"), name.count > 1 else {
      throw problem(file, line, "a definition without a name, expected #define $NAME VALUE")
    }
    let rest = text[name.endIndex...].drop(while: Self.isSpace)
    let isEmpty = Self.firstDirective(in: rest)?.start == rest.startIndex
    let raw = rest.prefix { !isEmpty && !Self.isSpace($0) }
    let word = try expanded(raw, file, line)
    guard word.count <= Self.longestValue, name.count <= Self.longestName,
      definitions.count < Self.mostDefinitions
    else { throw problem(file, line, "the definition is too long, or one too many") }
    definitions[Array(name.dropFirst())] = word
    longestName = max(longestName, name.count - 1)
    return rest[raw.endIndex...]
  }

  /// Replaces each `$NAME`. If several defined names fit, the longest one counts.
  private mutating func expanded(
    _ slice: ArraySlice<UInt8>, _ file: String, _ line: Int
  ) throws(SpinetError) -> [UInt8] {
    let text = Array(slice)
    guard !definitions.isEmpty, text.contains(UInt8(ascii: "$")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "$"), let name = name(in: text, at: index + 1) else {
        result.append(text[index])
        index += 1
        continue
      }
      result += definitions[name] ?? []
      index += 1 + name.count
      guard result.count <= bytesLeft else { throw problem(file, line, "its definitions make it too long") }
    }
    bytesLeft -= result.count
    return result
  }

  private func name(in text: [UInt8], at start: Int) -> [UInt8]? {
    var end = start
    while end < text.count, end - start < longestName, Self.isLetter(text[end]) { end += 1 }
    while end > start {
      let name = Array(text[start..<end])
      if definitions[name] != nil { return name }
      end -= 1
    }
    return nil
  }

  // MARK: Words

  /// Splits a line into words. A value may contain spaces: it ends where the next opcode or header begins.
  private mutating func scan(_ text: [UInt8], _ file: String, _ line: Int) {
    var index = 0
    var value: (name: String, start: Int)?
    func trimmed(_ range: Range<Int>) -> String {
      var bytes = text[range].drop(while: Self.isSpace)
      while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
      return Self.string(bytes)
    }
    func finish(_ words: inout [Word], at end: Int) {
      guard let (name, start) = value else { return }
      words.append(Word(kind: .opcode(name, trimmed(start..<end)), file: file, line: line))
      value = nil
    }
    while index < text.count {
      if text[index] == UInt8(ascii: "<"),
        let end = text[index...].prefix(Self.longestName).firstIndex(of: UInt8(ascii: ">"))
      {
        finish(&words, at: index)
        words.append(Word(kind: .header(trimmed(index + 1..<end).lowercased()), file: file, line: line))
        index = end + 1
      } else if index == 0 || Self.isSpace(text[index - 1]) || text[index - 1] == UInt8(ascii: ">"),
        let equals = Self.nameEnd(in: text, at: index)
      {
        finish(&words, at: index)
        value = (trimmed(index..<equals).lowercased(), equals + 1)
        index = equals + 1
      } else {
        index += 1
      }
    }
    finish(&words, at: text.count)
  }

  /// The index of the `=` after a name; nil if no name with a `=` begins at `start`.
  private static func nameEnd(in text: [UInt8], at start: Int) -> Int? {
    var index = start
    while index < text.count, isLetter(text[index]) { index += 1 }
    return index > start && index < text.count && text[index] == UInt8(ascii: "=") ? index : nil
  }

  private static func withoutComments(_ line: ArraySlice<UInt8>, _ isComment: inout Bool) -> [UInt8] {
    var text: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      let next = index + 1 < line.endIndex ? line[index + 1] : 0
      if isComment {
        if line[index] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          isComment = false
          index += 1
        }
      } else if line[index] == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        break
      } else if line[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        isComment = true
        index += 1
      } else {
        text.append(line[index])
      }
      index += 1
    }
    return text.contains { !isSpace($0) } ? text : []
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
