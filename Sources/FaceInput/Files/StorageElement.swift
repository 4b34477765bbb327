import SpinetText

/// An element of the XML in which OpenCV keeps trained classifiers.
package struct StorageElement: Hashable, Sendable {
  package var name: String
  package var text = ""
  package var children: [StorageElement] = []

  package init(name: String) { self.name = name }

  package subscript(name: String) -> StorageElement? { children.first { $0.name == name } }

  /// The text without white space around it, and with single spaces inside.
  package var word: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The words of the text as numbers; nil if one of them is not a number.
  package func numbers<Number: LosslessStringConvertible>(_ type: Number.Type) -> [Number]? {
    let words = text.split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Number(String($0)) }
    return numbers.count == words.count ? numbers : nil
  }
}

/// Reads elements with their text; skips declarations, comments and attributes. OpenCV writes nothing else.
package struct StorageReader {
  private let bytes: [UInt8]
  private var position = 0
  private var open: [StorageElement] = []
  private var root: StorageElement?
  private var count = 0

  static let deepest = 16
  static let mostElements = 200_000
  static let mostBytes = 16 << 20

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The outermost element.
  package static func root(of bytes: [UInt8]) throws(ReadingProblem) -> StorageElement {
    var reader = StorageReader(bytes)
    guard bytes.count <= mostBytes else { throw reader.problem("it has more than \(mostBytes >> 20) MB") }
    while reader.root == nil { try reader.readNext() }
    return reader.root ?? StorageElement(name: "")
  }

  private mutating func readNext() throws(ReadingProblem) {
    let text = upTo("<")
    guard position < bytes.count else {
      throw problem(open.last.map { "it ends inside <\($0.name)>" } ?? "it is not XML")
    }
    if open.isEmpty {
      if text.contains(where: { !Self.isSpace($0) }) { throw problem("it is not XML") }
    } else {
      open[open.count - 1].text += String(decoding: text, as: UTF8.self)
    }
    try readTag()
  }

  private mutating func readTag() throws(ReadingProblem) {
    if skip("<!--") { return try pass("-->") }
    if skip("<?") { return try pass("?>") }
    if skip("<!") { return try pass(">") }
    if skip("</") { return try close(try tag()) }
    _ = skip("<")
    var tag = try self.tag()
    let isEmpty = tag.last == UInt8(ascii: "/")
    if isEmpty { tag.removeLast() }
    let name = Self.name(of: tag)
    try begin(name)
    if isEmpty { try close(Array(name.utf8)) }
  }

  private mutating func begin(_ name: String) throws(ReadingProblem) {
    count += 1
    guard !name.isEmpty else { throw problem("an element has no name") }
    guard open.count < Self.deepest, count <= Self.mostElements else {
      throw problem("it has more elements than a cascade")
    }
    open.append(StorageElement(name: name))
  }

  private mutating func close(_ tag: [UInt8]) throws(ReadingProblem) {
    let name = Self.name(of: tag)
    guard let element = open.popLast(), element.name == name else {
      throw problem("</\(name.prefix(40))> ends nothing")
    }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  /// The text before the `>` of a tag.
  private mutating func tag() throws(ReadingProblem) -> [UInt8] {
    let tag = Array(upTo(">"))
    try pass(">")
    return tag
  }

  private mutating func upTo(_ end: Unicode.Scalar) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: end) { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let isHere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isHere { position += word.utf8CodeUnitCount }
    return isHere
  }

  /// Skips everything up to the end of `word`.
  private mutating func pass(_ word: StaticString) throws(ReadingProblem) {
    while position < bytes.count {
      if skip(word) { return }
      position += 1
    }
    throw problem("it ends before \(word)")
  }

  private static func name(of tag: [UInt8]) -> String {
    String(decoding: tag.prefix { !isSpace($0) }, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private func problem(_ why: String) -> ReadingProblem {
    let line = bytes.prefix(position).count { $0 == UInt8(ascii: "\n") } + 1
    return ReadingProblem(why.filter { !$0.isNewline }, line: line)
  }
}
