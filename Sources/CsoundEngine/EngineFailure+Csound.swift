#if Csound
  import Engine

  extension EngineFailure {
    /// Csound's own message about a program, with the place that it means.
    init(csoundMessages lines: [String], about document: CsdDocument) {
      let start = lines.firstIndex { $0.lowercased().contains("error") } ?? 0
      let told = Array(lines.dropFirst(start))
      let why = told.lazy.map(Self.message).first { !$0.isEmpty } ?? "Csound refuses it without a word"
      let place = CsoundComplaint(lines.prefix(start) + told).place(in: document)
      self.init(.program, what: place, why: why, remedy: "mend it")
    }

    private static func message(_ line: String) -> String {
      let text = line.drop { $0.isWhitespace }
      let cut = text.lowercased().hasPrefix("error:") ? text.dropFirst(6) : text
      return CsoundComplaint.trimmed(cut)
    }
  }
#endif
