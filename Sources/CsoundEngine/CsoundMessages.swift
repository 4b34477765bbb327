#if Csound
  import CCsound

  /// What a Csound instance says, put together to whole lines. [control-thread]
  struct CsoundMessages {
    private var unfinished = ""

    /// The lines that have come since the last call.
    mutating func take(from csound: UnsafeMutablePointer<CSOUND>) -> [String] {
      while csoundGetMessageCnt(csound) > 0 {
        if let text = csoundGetFirstMessage(csound) { unfinished += String(cString: text) }
        csoundPopFirstMessage(csound)
      }
      var lines = unfinished.split(separator: "\n", omittingEmptySubsequences: false)
      unfinished = lines.popLast().map(String.init) ?? ""
      return lines.map { $0.filter { !$0.isEscape } }.filter { line in
        !line.allSatisfy(\.isWhitespace) && !Self.chatter.contains(where: line.hasPrefix)
      }
    }

    /// What Csound says whatever it plays.
    private static let chatter = [
      "--Csound version", "[commit:", "libsndfile", "graphics suppressed", "sr = ", "0dBFS level = ",
      "orch now loaded", "audio buffered in", "SECTION ", "new alloc for", "Score finished in",
    ]
  }

  extension Character {
    fileprivate var isEscape: Bool { self == "\u{1b}" }
  }
#endif
