import SpinetRealtime
import SystemPackage

/// Finds the line of a mistake, because Csound 6.18 often names a wrong one.
///
/// Csound counts one line too few for undefined names and one too many after some `#else`. It loses count after a
/// macro of several lines, confuses lines of an included file with the file's own, and gives no line for some
/// mistakes.
struct CsoundErrorLocation {
  private let lines: [String]

  init(_ lines: some Sequence<String>) { self.lines = Array(lines) }

  /// `FILE:LINE`, or `FILE` when the line is unknown.
  ///
  /// - Parameter header: how many lines the document has before those of the file.
  func location(in document: CsdDocument, after header: Int = 0) -> String {
    if let file = includedFile, let line = statedLine { return "\(file):\(line)" }
    return document.file.string + (line(in: document).map { ":\($0 - header)" } ?? "")
  }

  /// The line of the score that Csound skips. Its message does not name the line.
  func locationOfOmission(in document: CsdDocument) -> String? {
    let line: Int?
    if let name = between("Undefined macro: '", "'") {
      line = document.scoreLine { $0.contains(.name(name)) }
    } else if let letter = between("sread: illegal opcode ", nil)?.first {
      line = document.scoreLine { $0.first?.begins(with: letter) == true }
    } else if let letter = between("sread: unexpected char ", nil)?.first {
      line = document.scoreLine { $0.dropFirst().contains { $0.begins(with: letter) } }
    } else {
      line = nil
    }
    return line.map { "\(document.file):\($0)" }
  }

  private func line(in document: CsdDocument) -> Int? {
    let orchestra = document.orchestraLines
    if let name = between("Variable '", "' used before defined") {
      return document.line(from: statedLine ?? orchestra.lowerBound) { $0.contains(.name(name)) }
        ?? document.line { $0.contains(.name(name)) }
    }
    if lines.contains(where: { $0.contains("missing \" to terminate") }) {
      return document.line { $0.contains(.mark("\"")) }
    }
    if let name = between("Cannot open #include'd file ", nil) {
      return document.line { $0.contains(.name("#include")) && $0.contains(.text(name)) }
    }
    if let name = between("instr ", " redefined") {
      return document.lastLine { $0.starts(with: [.name("instr"), .name(name)]) }
    }
    if let text = between(">>>", "<<<"), !text.isEmpty,
      let line = document.line(containing: text, near: statedLine ?? 0)
    {
      return line
    }
    return statedLine.flatMap { document.lines.indices.contains($0 - 1) ? $0 : nil }
  }

  /// The number after `line` or `Line`.
  private var statedLine: Int? {
    lines.lazy.compactMap { text in
      let words = text.split { !$0.isLetter && !$0.isNumber }
      guard let index = words.firstIndex(where: { $0.lowercased() == "line" }) else { return nil }
      return words.dropFirst(index + 1).first.flatMap { Int($0) }
    }.first
  }

  /// The innermost of `from file A (2), from file B (1)`.
  private var includedFile: String? {
    guard let text = lines.first(where: { $0.contains("from file") && $0.contains(" (2)") }) else {
      return nil
    }
    return Self.part(of: text, after: "from file ", before: " (")
  }

  private func between(_ start: String, _ end: String?) -> String? {
    lines.lazy.compactMap { Self.part(of: $0, after: start, before: end) }.first
  }

  /// Without the spaces around it.
  private static func part(of text: String, after start: String, before end: String?) -> String? {
    guard let first = text.firstRange(of: start) else { return nil }
    let rest = text[first.upperBound...]
    guard let end else { return trimmed(rest) }
    return rest.firstRange(of: end).map { trimmed(rest[..<$0.lowerBound]) }
  }

  static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension SpinetError {
  /// Csound's own message about a program, with the corrected location.
  ///
  /// - Parameter header: how many lines the document has before those of the file.
  init(csoundMessages lines: [String], about document: CsdDocument, after header: Int = 0) {
    let start =
      lines.firstIndex { $0.lowercased().contains("error") }
      ?? lines.firstIndex { $0.lowercased().hasPrefix("unknown") } ?? 0
    let relevant = Array(lines.dropFirst(start))
    let why = Self.reason(relevant) ?? "Csound rejects it without a reason"
    let location = CsoundErrorLocation(lines.prefix(start) + relevant).location(in: document, after: header)
    self.init(.programFailed, what: location, why: why, remedy: "fix it")
  }

  /// The first message. If the rates are wrong, Csound prints them first; then it is the second message and the
  /// rates.
  private static func reason(_ lines: [String]) -> String? {
    let reasons = lines.map(message).filter { !$0.isEmpty }
    guard let first = reasons.first, first.hasPrefix("sr = "), reasons.count > 1 else {
      return reasons.first
    }
    return "\(reasons[1]): \(first)"
  }

  private static func message(_ line: String) -> String {
    let text = line.drop { $0.isWhitespace }
    let cut = text.lowercased().hasPrefix("error:") ? text.dropFirst(6) : text
    return CsoundErrorLocation.trimmed(cut)
  }
}

extension OrchestraText.Word {
  fileprivate func begins(with letter: Character) -> Bool {
    switch self {
    case .name(let name): name.first == letter
    case .mark(let mark): mark == letter
    case .text: false
    }
  }
}

extension CsdDocument {
  fileprivate func scoreLine(where isMeant: ([OrchestraText.Word]) -> Bool) -> Int? {
    scoreText.lines.firstIndex(where: isMeant).map { scoreLines.lowerBound + $0 + 1 }
  }

  /// The first such line of the orchestra, or else of the score; counted from 1.
  fileprivate func line(from first: Int = 0, where isMeant: ([OrchestraText.Word]) -> Bool) -> Int? {
    for (range, text) in [(orchestraLines, orchestraText), (scoreLines, scoreText)] {
      for (line, words) in zip(range, text.lines) where line + 1 >= first && isMeant(words) {
        return line + 1
      }
    }
    return nil
  }

  fileprivate func lastLine(where isMeant: ([OrchestraText.Word]) -> Bool) -> Int? {
    orchestraText.lines.lastIndex(where: isMeant).map { orchestraLines.lowerBound + $0 + 1 }
  }

  fileprivate func line(containing part: String, near line: Int) -> Int? {
    orchestraLines.filter { lines[$0].contains(part) }.map { $0 + 1 }.min {
      abs($0 - line) < abs($1 - line)
    }
  }
}
