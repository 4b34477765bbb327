import SpinetRealtime

/// Sizes for which Csound would ask for more memory than there is, which ends the process, or would count wrongly.
extension CsdDocument {
  private static let limits: [String: ClosedRange<Double>] = [
    "sr": 1...1_536_000, "kr": 0.01...1_536_000, "ksmps": 1...65_536, "nchnls": 1...256, "nchnls_i": 0...256,
  ]
  private static let flags = ["nchnls=": "nchnls", "nchnls_i=": "nchnls_i", "ksmps=": "ksmps"]
  /// A gigabyte of samples.
  private static let mostPoints = Double(1 << 27)

  /// - Throws: the first number that is out of range, with its line. Only Csound knows what is computed.
  func checkSizes() throws(SpinetError) {
    try checkFlags()
    let texts = [(orchestraText, orchestraLines, isScore: false), (scoreText, scoreLines, isScore: true)]
    for (text, range, isScore) in texts {
      for (index, words) in text.lines.enumerated() {
        let problem =
          isScore ? Self.table(ofStatement: words) : Self.header(words) ?? Self.table(ofOpcode: words)
        if let problem { throw outOfRange(problem, line: range.lowerBound + index) }
      }
    }
  }

  private func checkFlags() throws(SpinetError) {
    for word in optionWords where word.hasPrefix("--") {
      for (flag, name) in Self.flags where word.dropFirst(2).hasPrefix(flag) {
        guard let problem = Self.size(name, String(word.dropFirst(2 + flag.count))) else { continue }
        throw outOfRange(problem, line: options.first { lines[$0].contains(word) } ?? options.lowerBound)
      }
    }
  }

  private func outOfRange(_ problem: String, line: Int) -> SpinetError {
    SpinetError(
      .fileUnsuitable, what: "\(file):\(line + 1)", why: problem, remedy: "give a number in this range")
  }

  /// `NAME = NUMBER` at the beginning of a line.
  private static func header(_ words: [OrchestraText.Word]) -> String? {
    guard words.count >= 3, case .name(let name) = words[0], words[1] == .mark("=") else { return nil }
    let isNegative = words[2] == .mark("-")
    guard case .name(let text)? = words.dropFirst(isNegative ? 3 : 2).first else { return nil }
    return size(name, (isNegative ? "-" : "") + text)
  }

  private static func size(_ name: String, _ text: String) -> String? {
    guard let limits = limits[name], let number = Double(text), !limits.contains(number) else { return nil }
    return
      "\(name) = \(text) is out of range, expected \(shown(limits.lowerBound)) to \(shown(limits.upperBound))"
  }

  /// `f NUMBER TIME SIZE` in a score.
  private static func table(ofStatement words: [OrchestraText.Word]) -> String? {
    guard case .name(let first)? = words.first, first.hasPrefix("f"), first.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    let numbers = words.compactMap { if case .name(let text) = $0 { text } else { nil } }
    return points(numbers.dropFirst(first == "f" ? 3 : 2).first)
  }

  /// `ftgen NUMBER, TIME, SIZE` and its relatives.
  private static func table(ofOpcode words: [OrchestraText.Word]) -> String? {
    let opcodes = ["ftgen", "ftgenonce", "ftgentmp"]
    guard let start = words.firstIndex(where: { word in opcodes.contains { word == .name($0) } }) else {
      return nil
    }
    let arguments = words[(start + 1)...].split(separator: .mark(","), omittingEmptySubsequences: false)
    guard arguments.count > 2, case .name(let text)? = arguments[2].last else { return nil }
    return points(text)
  }

  private static func points(_ text: String?) -> String? {
    guard let text, let number = Double(text), number > mostPoints else { return nil }
    return "a table of \(text) points is too large, expected up to \(shown(mostPoints))"
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
