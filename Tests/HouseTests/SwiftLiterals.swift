/// The texts between quotation marks in a Swift file, each as the parts between its interpolations.
struct SwiftLiterals {
  private(set) var all: [[String]] = []
  private let bytes: [UInt8]
  private var position = 0

  init(in text: String) {
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      !line.drop { $0 == " " }.hasPrefix("//")
    }
    bytes = Array(code.joined(separator: "\n").utf8)
    while position < bytes.count { step() }
  }

  private mutating func step() {
    if bytes[position] == UInt8(ascii: "\"") { literal() } else { position += 1 }
  }

  private func has(_ text: StaticString) -> Bool {
    position + text.utf8CodeUnitCount <= bytes.count
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  private mutating func literal() {
    let isLong = has("\"\"\"")
    position += isLong ? 3 : 1
    var parts: [[UInt8]] = [[]]
    while position < bytes.count {
      if isLong ? has("\"\"\"") : has("\"") { break }
      // A quotation mark that begins no text, as in a regular expression.
      if !isLong, has("\n") { return }
      if has("\\(") {
        interpolation()
        parts.append([])
      } else {
        parts[parts.count - 1] += character(isLong: isLong)
      }
    }
    position += isLong ? 3 : 1
    all.append(parts.map { String(decoding: $0, as: UTF8.self) })
  }

  /// One byte of the text. Lines of a long literal are joined, because messages are of one line.
  private mutating func character(isLong: Bool) -> [UInt8] {
    if has("\\") {
      position += 2
      let escaped = bytes[min(position - 1, bytes.count - 1)]
      if escaped == UInt8(ascii: "\n") { skipIndent() }
      return escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") ? [escaped] : []
    }
    position += 1
    let byte = bytes[position - 1]
    if isLong, byte == UInt8(ascii: "\n") {
      skipIndent()
      return []
    }
    return [byte]
  }

  private mutating func skipIndent() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  private mutating func interpolation() {
    var depth = 0
    position += 1
    repeat {
      if has("(") { depth += 1 } else if has(")") { depth -= 1 }
      step()
    } while depth > 0 && position < bytes.count
  }
}
