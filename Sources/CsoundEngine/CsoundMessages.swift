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
      return lines.map { $0.filter { !$0.isEscape } }.filter { !$0.allSatisfy(\.isWhitespace) }
    }
  }

  extension Character {
    fileprivate var isEscape: Bool { self == "\u{1b}" }
  }
#endif
