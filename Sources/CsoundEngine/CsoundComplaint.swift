#if Csound
  /// Where Csound 6.18 says that a mistake is, and where it is.
  ///
  /// It counts a line too few for names that nothing has defined and a line too many after some `#else`, loses
  /// count after a macro of many lines, gives lines of an included file as the file's own, and knows no line
  /// for some mistakes at all.
  struct CsoundComplaint {
    private let told: [String]

    init(_ told: some Sequence<String>) { self.told = Array(told) }

    /// `FILE:LINE`, or `FILE` when nothing tells the line.
    func place(in document: CsdDocument) -> String {
      if let file = includedFile, let line = tellingLine { return "\(file):\(line)" }
      return document.file + (line(in: document).map { ":\($0)" } ?? "")
    }

    /// What Csound says of a line of the score that it leaves out, without saying which.
    func placeOfOmission(in document: CsdDocument) -> String? {
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
        return document.line(from: tellingLine ?? orchestra.lowerBound) { $0.contains(.name(name)) }
      }
      if told.contains(where: { $0.contains("missing \" to terminate") }) {
        return document.line { $0.contains(.mark("\"")) }
      }
      if let name = between("Cannot open #include'd file ", nil) {
        return document.line { $0.contains(.name("#include")) && $0.contains(.text(name)) }
      }
      if let name = between("instr ", " redefined") {
        return document.lastLine { $0.starts(with: [.name("instr"), .name(name)]) }
      }
      if let text = between(">>>", "<<<"), !text.isEmpty,
        let line = document.line(containing: text, near: tellingLine ?? 0)
      {
        return line
      }
      return tellingLine.flatMap { document.lines.indices.contains($0 - 1) ? $0 : nil }
    }

    /// The number after `line` or `Line`.
    private var tellingLine: Int? {
      told.lazy.compactMap { text in
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard let index = words.firstIndex(where: { $0.lowercased() == "line" }) else { return nil }
        return words.dropFirst(index + 1).first.flatMap { Int($0) }
      }.first
    }

    /// The innermost of `from file A (2), from file B (1)`.
    private var includedFile: String? {
      guard let text = told.first(where: { $0.contains("from file") && $0.contains(" (2)") }) else {
        return nil
      }
      return Self.part(of: text, after: "from file ", before: " (")
    }

    private func between(_ start: String, _ end: String?) -> String? {
      told.lazy.compactMap { Self.part(of: $0, after: start, before: end) }.first
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

    /// The first line, counted from 1, whose words are such; of the orchestra, or of the score.
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
#endif
