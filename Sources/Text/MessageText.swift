extension [String] {
  /// `a, b or c`
  package var joinedByOr: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  package var trimmed: String {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }
}

extension String {
  /// The beginning of a text from a user's file, short enough for a message of one line.
  package var shortened: String {
    let line = prefix(40).prefix { !$0.isNewline }
    return String(line).printable + (line.endIndex == endIndex ? "" : "…")
  }

  /// On one line, and without control characters, which could send commands to the terminal.
  package var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars { shown.append(scalar.isControl ? "\u{FFFD}" : scalar) }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Whether it does something other than being seen, such as beginning a line.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// The name that `word` was probably meant to be; nil if none is similar enough. A name is similar if few
/// letters differ, or if it contains the word; then the shortest such name is used.
package func nearestName(to word: String, among names: some Collection<String>) -> String? {
  let wanted = Array(word.lowercased())
  let limit = wanted.count < 2 ? 0 : max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for name in names {
    let letters = Array(name.lowercased())
    // A large difference in length rules a name out, and saves time because a word may be as long as a file.
    guard abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (name, distance) }
  }
  return best?.name ?? shortestName(with: word.lowercased(), among: names)
}

/// At least three letters, because shorter words are part of too many names.
private func shortestName(with part: String, among names: some Collection<String>) -> String? {
  guard part.count >= 3 else { return nil }
  return names.filter { $0.lowercased().contains(part) }.min { $0.count < $1.count }
}

/// The number of letters that are wrong, missing, extra or swapped with a neighbour (the Damerau–Levenshtein
/// distance), computed with three rows.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var (older, row) = ([Int](repeating: 0, count: b.count + 1), Array(0...b.count))
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      var distance = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, older[j - 1] + 1) }
      next.append(distance)
    }
    (older, row) = (row, next)
  }
  return row[b.count]
}
