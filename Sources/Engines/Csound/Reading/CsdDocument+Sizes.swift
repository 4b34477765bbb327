import SpinetRealtime

/// Sizes for which Csound would ask for more memory than there is, which ends the process, or would count wrongly.
extension CsdDocument {
  private typealias Word = OrchestraText.Word

  private static let limits: [String: ClosedRange<Double>] = [
    "sr": 1...1_536_000, "kr": 0.01...1_536_000, "ksmps": 1...65_536, "nchnls": 1...256, "nchnls_i": 0...256,
    "0dbfs": 1e-9...1e12, "A4": 1e-3...1e6, "-b": -1_048_576...1_048_576, "-B": -1_048_576...1_048_576,
  ]
  /// What flags set.
  private static let flags = [
    "-r": "sr", "-k": "kr", "-b": "-b", "-B": "-B", "sample-rate": "sr", "control-rate": "kr",
    "ksmps": "ksmps",
    "nchnls": "nchnls", "nchnls_i": "nchnls_i", "0dbfs": "0dbfs", "iobufsamps": "-b",
    "hardwarebufsamps": "-B",
  ]
  /// A gigabyte of samples.
  private static let mostPoints = Double(1 << 27)
  /// Csound has lists as long as the highest number.
  private static let highestTable = 10_000_000.0
  private static let highestInstrument = 1_000_000.0

  /// - Throws: the first number that is out of range, with its line. Only Csound knows what is computed.
  func checkSizes() throws(SpinetError) {
    let numbers = ConstantNumbers([orchestraText, scoreText], options: optionWords)
    try checkFlags(numbers)
    for (index, words) in orchestraText.lines.enumerated() {
      let problem =
        Self.header(words, numbers) ?? Self.instrument(words, numbers) ?? Self.table(ofOpcode: words, numbers)
      if let problem { throw outOfRange(problem, line: orchestraLines.lowerBound + index) }
    }
    for (index, words) in scoreText.lines.enumerated() {
      let problem = Self.table(ofStatement: words, numbers)
      if let problem { throw outOfRange(problem, line: scoreLines.lowerBound + index) }
    }
    try checkBlocks(numbers)
  }

  private func checkFlags(_ numbers: ConstantNumbers) throws(SpinetError) {
    for (flag, text) in OrchestraOptions.values(of: optionWords) {
      guard let name = Self.flags[flag], let words = OrchestraText([text]).lines.first,
        let problem = Self.size(name, words, numbers)
      else { continue }
      throw outOfRange(problem, line: options.first { lines[$0].contains(text) } ?? options.lowerBound)
    }
  }

  /// The control block that `sr` and `kr` together make.
  private func checkBlocks(_ numbers: ConstantNumbers) throws(SpinetError) {
    var values: [String: Double] = [:]
    var line = orchestraLines.lowerBound
    for (index, words) in orchestraText.lines.enumerated() {
      guard case .name(let name)? = words.first, words.count > 2, words[1] == .mark("=") else { continue }
      guard name == "sr" || name == "kr" else { continue }
      values[name] = numbers.value(of: words.dropFirst(2))
      line = orchestraLines.lowerBound + index
    }
    for (flag, text) in OrchestraOptions.values(of: optionWords) {
      guard let name = Self.flags[flag], name == "sr" || name == "kr" else { continue }
      values[name] = Double(text)
      line = options.lowerBound
    }
    guard let sr = values["sr"], let kr = values["kr"], let problem = Self.size("ksmps", sr / kr, "sr / kr")
    else { return }
    throw outOfRange(problem, line: line)
  }

  private func outOfRange(_ problem: String, line: Int) -> SpinetError {
    SpinetError(
      .fileUnsuitable, what: "\(file):\(line + 1)", why: problem, remedy: "give a number in this range")
  }

  /// `NAME = NUMBER` at the beginning of a line.
  private static func header(_ words: [Word], _ numbers: ConstantNumbers) -> String? {
    guard words.count >= 3, case .name(let name) = words[0], words[1] == .mark("=") else { return nil }
    return size(name, words.dropFirst(2), numbers)
  }

  private static func size(_ name: String, _ words: some Sequence<Word>, _ numbers: ConstantNumbers)
    -> String?
  {
    guard let value = numbers.value(of: words) else { return nil }
    return size(name, value, words.map(\.written).joined())
  }

  private static func size(_ name: String, _ value: Double, _ text: String) -> String? {
    guard let limits = limits[name], !limits.contains(value) else { return nil }
    let (low, high) = (shown(limits.lowerBound), shown(limits.upperBound))
    return "\(name) = \(said(text, value)) is out of range, expected \(low) to \(high)"
  }

  /// `instr NUMBER, NUMBER`
  private static func instrument(_ words: [Word], _ numbers: ConstantNumbers) -> String? {
    guard words.first == .name("instr") else { return nil }
    for words in words.dropFirst().split(separator: .mark(",")) {
      guard let value = numbers.value(of: words), value > highestInstrument else { continue }
      let text = said(words.map(\.written).joined(), value)
      return "instrument \(text) is out of range, expected 1 to \(shown(highestInstrument))"
    }
    return nil
  }

  /// `f NUMBER TIME SIZE` in a score.
  private static func table(ofStatement words: [Word], _ numbers: ConstantNumbers) -> String? {
    guard case .name(let first)? = words.first, first.hasPrefix("f"),
      first.dropFirst().allSatisfy({ $0.isNumber || $0 == "." })
    else { return nil }
    let fields = (first == "f" ? [] : [[.name(String(first.dropFirst()))]]) + fields(of: words.dropFirst())
    return fields.first.flatMap { number($0, numbers) }
      ?? fields.dropFirst(2).first.flatMap { points($0, numbers) }
  }

  /// The fields of a score's line: a sign belongs to the number behind it, and what is in brackets together.
  private static func fields(of words: some Sequence<Word>) -> [[Word]] {
    var fields: [[Word]] = []
    var (isOpen, depth) = (false, 0)
    for word in words {
      let isBracket = word == .mark("[") || word == .mark("]")
      if word == .mark("[") { depth += 1 }
      if word == .mark("]") { depth -= 1 }
      if isOpen, let last = fields.indices.last {
        if !isBracket { fields[last].append(word) }
      } else {
        fields.append(isBracket ? [] : [word])
      }
      if case .mark = word { isOpen = !isBracket || depth > 0 } else { isOpen = depth > 0 }
    }
    return fields
  }

  /// `ftgen NUMBER, TIME, SIZE` and its relatives, with brackets or without.
  private static func table(ofOpcode words: [Word], _ numbers: ConstantNumbers) -> String? {
    let opcodes = ["ftgen", "ftgenonce", "ftgentmp"]
    guard let start = words.firstIndex(where: { word in opcodes.contains { word == .name($0) } }) else {
      return nil
    }
    var rest = words[(start + 1)...]
    if rest.first == .mark("("), rest.last == .mark(")") { rest = rest.dropFirst().dropLast() }
    let arguments = rest.split(separator: .mark(","), omittingEmptySubsequences: false)
    guard arguments.count > 2 else { return nil }
    return number(arguments[0], numbers) ?? points(arguments[2], numbers)
  }

  private static func number(_ words: some Collection<Word>, _ numbers: ConstantNumbers) -> String? {
    guard let value = numbers.value(of: words), abs(value) > highestTable else { return nil }
    let text = said(words.map(\.written).joined(), value)
    return "a table's number \(text) is out of range, expected up to \(shown(highestTable))"
  }

  private static func points(_ words: some Collection<Word>, _ numbers: ConstantNumbers) -> String? {
    guard let value = numbers.value(of: words), abs(value) > mostPoints || value.isNaN else { return nil }
    let text = said(words.map(\.written).joined().trimming("-"), abs(value))
    return "a table of \(text) points is too large, expected up to \(shown(mostPoints))"
  }

  /// As it is written, and its value where that is not the same.
  private static func said(_ text: String, _ value: Double) -> String {
    Double(text) == nil ? "\(text) (\(shown(value)))" : text
  }

  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension OrchestraText.Word {
  fileprivate var written: String {
    switch self {
    case .name(let text): text
    case .text(let text): "\"\(text)\""
    case .mark(let mark): String(mark)
    }
  }
}

extension String {
  fileprivate func trimming(_ first: Character) -> String { self.first == first ? String(dropFirst()) : self }
}
