/// The numbers that a `.csd` gives as constants: written out, by macros, and as arithmetic of both.
struct ConstantNumbers {
  typealias Word = OrchestraText.Word

  private var macros: [String: [Word]] = [:]

  /// A macro may use another one, but not without an end.
  private static let deepest = 8
  private static let mostWords = 1_000

  /// - Parameters:
  ///   - texts: their lines `#define NAME #TEXT#`.
  ///   - options: their words `--omacro:NAME=TEXT` and `--smacro:NAME=TEXT`.
  init(_ texts: [OrchestraText], options: [String]) {
    for line in texts.flatMap(\.lines) { define(line) }
    for option in options {
      guard let text = ["--omacro:", "--smacro:"].first(where: option.hasPrefix) else { continue }
      let parts = option.dropFirst(text.count).split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { macros[parts[0]] = OrchestraText([parts[1]]).lines.first }
    }
  }

  private mutating func define(_ line: [Word]) {
    guard line.first == .name("#define"), line.count > 2, case .name(let name) = line[1] else { return }
    macros[name] = line.dropFirst(2).compactMap { word in
      guard case .name(let text) = word else { return word }
      let bare = text.filter { $0 != "#" }
      return bare.isEmpty ? nil : .name(bare)
    }
  }

  /// The value of an expression; nil if only Csound can tell.
  func value(of words: some Sequence<Word>) -> Double? {
    guard let words = expanded(Array(words), depth: 0) else { return nil }
    var reader = ArithmeticReader(words)
    return reader.value()
  }

  private func expanded(_ words: [Word], depth: Int) -> [Word]? {
    guard depth < Self.deepest, words.count < Self.mostWords else { return nil }
    var whole: [Word] = []
    for word in words {
      guard case .name(let text) = word, text.hasPrefix("$") else {
        whole.append(word)
        continue
      }
      guard let macro = macros[text.dropFirst().filter { $0 != "." }] else { return nil }
      guard let inner = expanded(macro, depth: depth + 1) else { return nil }
      whole += inner
    }
    return whole
  }
}

/// Reads `+ - * / ^`, brackets and numbers.
private struct ArithmeticReader {
  typealias Word = OrchestraText.Word

  private var rest: ArraySlice<Word>
  private var depth = 0

  private static let deepest = 32

  init(_ words: [Word]) { rest = words[...] }

  /// Nil unless all words belong to one expression.
  mutating func value() -> Double? {
    guard let value = sum(), rest.isEmpty else { return nil }
    return value
  }

  private mutating func skip(_ mark: Character) -> Bool {
    guard rest.first == .mark(mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func sum() -> Double? {
    guard var value = product() else { return nil }
    while true {
      let isPlus = skip("+")
      guard isPlus || skip("-") else { return value }
      guard let next = product() else { return nil }
      value += isPlus ? next : -next
    }
  }

  private mutating func product() -> Double? {
    guard var value = power() else { return nil }
    while true {
      let isTimes = skip("*")
      guard isTimes || skip("/") else { return value }
      guard let next = power() else { return nil }
      value = isTimes ? value * next : value / next
    }
  }

  private mutating func power() -> Double? {
    if skip("-") { return power().map { -$0 } }
    guard var value = atom() else { return nil }
    while skip("^") {
      guard let exponent = atom(), exponent == exponent.rounded(), abs(exponent) < 1_100 else { return nil }
      let factor = exponent < 0 ? 1 / value : value
      value = 1
      for _ in 0..<Int(abs(exponent)) { value *= factor }
    }
    return value
  }

  private mutating func atom() -> Double? {
    if skip("(") {
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.deepest, let value = sum(), skip(")") else { return nil }
      return value
    }
    guard case .name(var text)? = rest.first else { return nil }
    rest = rest.dropFirst()
    // `1e-3` is three words.
    if text.last?.lowercased() == "e", text.first?.isNumber == true, rest.count > 1,
      case .mark(let sign)? = rest.first, sign == "-" || sign == "+",
      case .name(let digits) = rest.dropFirst().first
    {
      text += "\(sign)\(digits)"
      rest = rest.dropFirst(2)
    }
    return Double(text)
  }
}
