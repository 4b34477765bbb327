#if Csound
  import CCsound

  /// What a Csound instance says, put together to whole lines: each kind of warning and error once, and at the
  /// end how often it came. [control-thread]
  struct CsoundMessages {
    private var unfinished = ""
    private var complaints: [Complaint] = []

    private struct Complaint {
      /// The line with its numbers left out.
      let kind: String
      let line: String
      var count = 1
    }

    /// More kinds than that are told every time.
    private static let complaintLimit = 256

    /// The lines that have come since the last call.
    mutating func take(from csound: UnsafeMutablePointer<CSOUND>) -> [String] {
      while csoundGetMessageCnt(csound) > 0 {
        if let text = csoundGetFirstMessage(csound) { unfinished += String(cString: text) }
        csoundPopFirstMessage(csound)
      }
      var lines = unfinished.split(separator: "\n", omittingEmptySubsequences: false)
      unfinished = lines.popLast().map(String.init) ?? ""
      return lines.map { $0.filter { !$0.isEscape } }.filter { !Self.isChatter($0) && isNew($0) }
    }

    /// What has come more often than it was told.
    func repetitions() -> [String] {
      complaints.filter { $0.count > 1 }.map { "\($0.line) (\($0.count) times)" }
    }

    /// Whether it is no complaint, or the first of its kind.
    private mutating func isNew(_ line: String) -> Bool {
      let lowercased = line.lowercased()
      guard ["warning", "error", "note deleted"].contains(where: lowercased.contains) else { return true }
      let kind = lowercased.filter { !$0.isNumber && $0 != "." }
      if let index = complaints.firstIndex(where: { $0.kind == kind }) {
        complaints[index].count += 1
        return false
      }
      if complaints.count < Self.complaintLimit { complaints.append(Complaint(kind: kind, line: line)) }
      return true
    }

    private static func isChatter(_ line: String) -> Bool {
      line.allSatisfy(\.isWhitespace) || chatter.contains(where: line.hasPrefix)
        || line.contains("uses instrument number")
    }

    /// What Csound says whatever it plays.
    private static let chatter = [
      "--Csound version", "[commit:", "libsndfile", "graphics suppressed", "sr = ", "0dBFS level = ",
      "orch now loaded", "audio buffered in", "SECTION ", "new alloc for", "Score finished in",
      "displays suppressed", "sorting score", "\t... done", "  section ", "      remainder of line flushed",
      "WARNING: Internal error in print_input_backtrace", "ftable ", "chnl ", "WARNING: MIDI note overlaps",
    ]
  }

  extension Character {
    fileprivate var isEscape: Bool { self == "\u{1b}" }
  }
#endif
