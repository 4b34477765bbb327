import SpinetText
import SpinetWidgets

/// Which widget a person means by a word.
enum WidgetSearch: Equatable {
  /// It is a name, or the start or a part of only one name.
  case found(String)
  /// It is the start or a part of several names.
  case several([String])
  /// It is in no name, but this one is similar.
  case similar(String)
  case nothing

  init(_ word: String, among names: [String]) {
    let word = word.lowercased()
    let lowered = names.map { (name: $0, text: $0.lowercased()) }
    if let exact = lowered.first(where: { $0.text == word }) {
      self = .found(exact.name)
      return
    }
    let beginning = lowered.filter { $0.text.hasPrefix(word) }.map(\.name)
    let containing = lowered.filter { $0.text.contains(word) }.map(\.name)
    switch (beginning.count, containing.count) {
    case (1, _): self = .found(beginning[0])
    case (2..., _): self = .several(beginning)
    case (_, 1): self = .found(containing[0])
    case (_, 2...): self = .several(containing)
    default: self = Self.similar(word, lowered)
    }
  }

  /// Compares the spelling of the whole, then letters left out (`fltcut`), then the spelling of the name's parts.
  private static func similar(_ word: String, _ names: [(name: String, text: String)]) -> Self {
    if let name = nearestName(to: word, among: names.map(\.name)) { return .similar(name) }
    if let match = names.first(where: { isSubsequence(word, of: $0.text) }) { return .similar(match.name) }
    let match = names.first { _, text in
      nearestName(to: word, among: text.split(separator: ".").map(String.init)) != nil
    }
    return match.map { .similar($0.name) } ?? .nothing
  }

  private static func isSubsequence(_ word: String, of text: String) -> Bool {
    guard word.count >= 3 else { return false }
    var rest = word[...]
    for letter in text where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
