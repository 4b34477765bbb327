import Documents
import Widgets

/// What a person meant by a word for a widget.
enum WidgetSearch: Equatable {
  /// It is the name, or only one name has it as its beginning or as a part.
  case found(String)
  /// Several have it as their beginning, or as a part.
  case several([String])
  /// None has it, but this one is near.
  case perhaps(String)
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
    default: self = Self.near(word, lowered)
    }
  }

  /// By spelling, by letters in their order (`fltcut`), or by spelling of one of the name's parts.
  private static func near(_ word: String, _ names: [(name: String, text: String)]) -> Self {
    if let name = nearestName(to: word, among: names.map(\.name)) { return .perhaps(name) }
    if let match = names.first(where: { isSubsequence(word, of: $0.text) }) { return .perhaps(match.name) }
    let match = names.first { _, text in
      nearestName(to: word, among: text.split(separator: ".").map(String.init)) != nil
    }
    return match.map { .perhaps($0.name) } ?? .nothing
  }

  private static func isSubsequence(_ word: String, of text: String) -> Bool {
    guard word.count >= 3 else { return false }
    var rest = word[...]
    for letter in text where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
