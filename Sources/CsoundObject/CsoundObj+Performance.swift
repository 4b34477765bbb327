#if Csound
  import CCsound
  import CsoundEngine
  import Devices
  import Engine
  import MIDI
  import Realtime
  import Synchronization

  extension CsoundObj {
    /// The instance, which stays while it is looked at, whatever is called meanwhile; nil when nothing plays.
    func withInstance<Answer: Sendable>(_ look: (CsoundInstance) throws -> Answer) rethrows -> Answer? {
      guard let performance = state.withLock({ $0.engine?.performance }) else { return nil }
      return try withExtendedLifetime(performance) { try look($0.instance) }
    }

    private func needInstance<Answer: Sendable>(
      for what: String, _ look: (CsoundInstance) throws -> Answer
    ) throws -> Answer {
      guard let answer = try withInstance(look) else {
        throw EngineFailure(.program, what: what, why: "nothing plays", remedy: "call 'play' before it")
      }
      return answer
    }

    /// Sends score lines, to begin at once.
    public func sendScore(_ score: String) throws {
      try needInstance(for: "sendScore") { csoundInputMessage($0.csound, score) }
    }

    /// Compiles more orchestra into what plays; instruments of the same name are replaced, notes that sound go
    /// on. A text that does not compile changes nothing.
    public func updateOrchestra(_ orchestra: String) throws {
      try needInstance(for: "updateOrchestra") { instance in
        guard csoundCompileOrc(instance.csound, orchestra) == 0 else {
          throw EngineFailure(
            .program, what: "updateOrchestra", why: "the orchestra does not compile",
            remedy: "the messages tell where")
        }
      }
    }

    /// Sends a MIDI message, for a file that takes MIDI. What does not is told nothing.
    public func send(_ message: MIDIMessage) throws {
      let link = state.withLock { $0.engine?.noteInput == .midi ? $0.run?.link : nil }
      guard let link else {
        throw EngineFailure(
          .program, what: "send", why: "nothing that hears MIDI plays", remedy: "set midiInEnabled and play")
      }
      guard let short = ShortMessage(bytes: message.bytes) else { return }
      guard link.send(EngineCommand(time: .now, .midi(short))) else {
        throw EngineFailure(
          .machine, what: "send", why: "four thousand messages wait already", remedy: "send it again later")
      }
    }

    /// Frames in a control block (getKsmps); nil when nothing plays.
    public var ksmps: Int? { withInstance { $0.blockFrames } }
    /// Frames in a period of the card; nil when nothing plays on one.
    public var periodFrames: Int? { state.withLock { $0.run?.output.format.periodFrames } }
    /// Channels of the output (getNumChannels); nil when nothing plays.
    public var channelCount: Int? { withInstance { $0.channelCount } }
    /// The value of full scale (0dbfs); nil when nothing plays.
    public var fullScale: Double? { withInstance { $0.fullScale } }
    /// Frames a second; nil when nothing plays.
    public var framesPerSecond: Double? { withInstance { $0.framesPerSecond } }

    /// Lends the CSOUND instance itself (getCsound), which stays alive while it is lent; nil when nothing plays.
    public func withCsound<Answer: Sendable>(
      _ work: (UnsafeMutablePointer<CSOUND>) throws -> Answer
    ) rethrows -> Answer? {
      try withInstance { try work($0.csound) }
    }

    /// A copy of a function table; nil when nothing plays or there is none of that number.
    public func table(_ number: Int) -> [Double]? {
      withInstance { instance in
        let count = Int(csoundTableLength(instance.csound, Int32(clamping: number)))
        guard count > 0 else { return nil }
        return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
          csoundTableCopyOut(instance.csound, Int32(clamping: number), buffer.baseAddress)
          initialized = count
        }
      } ?? nil
    }

    /// Fills a function table between two control blocks, while instruments read it.
    public func setTable(_ number: Int, _ values: [Double]) throws {
      try needInstance(for: "setTable") { instance in
        let count = Int(csoundTableLength(instance.csound, Int32(clamping: number)))
        guard count > 0, count == values.count else {
          throw EngineFailure(
            .program, what: "table \(number)",
            why: count > 0 ? "it holds \(count) values, not \(values.count)" : "there is none",
            remedy: "give it as many values as it holds")
        }
        var values = values
        csoundTableCopyIn(instance.csound, Int32(clamping: number), &values)
      }
    }
  }
#endif
