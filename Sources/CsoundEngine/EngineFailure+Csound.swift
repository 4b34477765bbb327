#if Csound
  import Engine

  extension EngineFailure {
    /// Csound's own message about a program, with its line.
    init(csoundMessages lines: [String], file: String) {
      let start = lines.firstIndex { $0.lowercased().contains("error") } ?? 0
      let told = lines.dropFirst(start)
      let place = told.lazy.compactMap(Self.lineNumber).first.map { ":\($0)" } ?? ""
      let why = told.lazy.map(Self.message).first { !$0.isEmpty } ?? "Csound refuses it without a word"
      self.init(.program, what: file + place, why: why, remedy: "mend it")
    }

    /// The number after `line` or `Line`.
    private static func lineNumber(_ text: String) -> Int? {
      let words = text.split { !$0.isLetter && !$0.isNumber }
      guard let index = words.firstIndex(where: { $0.lowercased() == "line" }) else { return nil }
      return words.dropFirst(index + 1).first.flatMap { Int($0) }
    }

    private static func message(_ line: String) -> String {
      let text = line.drop { $0.isWhitespace }
      let cut = text.lowercased().hasPrefix("error:") ? text.dropFirst(6) : text
      return String(cut.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
#endif
