import SpinetEngine

// The words of a command on the socket, where a request is one line.
extension ProgramCommand {
  /// Replaces line breaks.
  private static let lineEnd: Character = "\u{1E}"

  var words: [String] {
    switch self {
    case .score(let text): ["score", Self.oneLine(text)]
    case .orchestra(let text, let name): ["orchestra", name, Self.oneLine(text)]
    case .showTable(let number, let index): ["show", "\(number)", index.map { "\($0)" } ?? ""]
    case .setTable(let number, let index, let values):
      ["set", "\(number)", "\(index)"] + values.map { "\($0)" }
    }
  }

  init?(words: some Collection<String>) {
    let words = Array(words)
    switch (words.first, words.count) {
    case ("score", 2): self = .score(Self.lines(words[1]))
    case ("orchestra", 3): self = .orchestra(Self.lines(words[2]), name: words[1])
    case ("show", 3):
      guard let number = Int(words[1]) else { return nil }
      let index = Int(words[2]).flatMap { $0 >= 0 ? $0 : nil }
      self = .showTable(number, from: index)
    case ("set", 4...):
      let values = words.dropFirst(3).compactMap { Double($0) }
      guard let number = Int(words[1]), let index = Int(words[2]), index >= 0,
        values.count == words.count - 3, values.allSatisfy(\.isFinite)
      else { return nil }
      self = .setTable(number, from: index, values: values)
    default: return nil
    }
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? lineEnd : $0 })
  }

  private static func lines(_ text: String) -> String { String(text.map { $0 == lineEnd ? "\n" : $0 }) }
}
