#if Csound
  import CCsound
  import Engine
  import Realtime

  /// A compiled and started Csound, which the host asks for control blocks. [control-thread, but for what
  /// is done through its pointers]
  package final class CsoundInstance {
    package typealias Pointer = UnsafeMutablePointer<CSOUND>

    package let csound: Pointer
    package let document: CsdDocument
    private var messages = CsoundMessages()
    private var hasEnded = false

    /// What replaces the file's own values.
    package struct Settings {
      package var framesPerSecond: Double?
      package var blockFrames: Int?
      /// Whether it goes on after its score, for those who play.
      var isOpenEnded = false
      /// MIDI comes from the host's queue.
      var takesMIDI = false
      /// Where the callbacks find what they work on; must outlive the instance.
      var hostData: UnsafeMutablePointer<HostState>?

      package init() {}
    }

    /// Compiles and starts.
    /// - Throws: Csound's own first error with its line.
    package init(_ document: CsdDocument, _ settings: Settings, log: (String) -> Void) throws(EngineFailure) {
      _ = Self.library
      // It would leave the thread without denormals for ever.
      guard let csound = Denormals.flushed(during: { csoundCreate(settings.hostData) }) else {
        throw EngineFailure(
          .machine, what: document.file, why: "Csound gives no instance", remedy: "end other programs")
      }
      self.csound = csound
      self.document = document
      csoundCreateMessageBuffer(csound, 0)
      csoundSetHostImplementedAudioIO(csound, 1, 0)
      setOptions(settings)
      if settings.takesMIDI { HostState.serveMIDI(to: csound) }
      MoogLadderOpcode.append(to: csound)
      let text = document.text(
        framesPerSecond: settings.framesPerSecond, blockFrames: settings.blockFrames,
        isOpenEnded: settings.isOpenEnded)
      guard csoundCompileCsdText(csound, text) == 0, csoundStart(csound) == 0 else { throw failure(log) }
      for line in takeMessages() {
        let place = CsoundComplaint([line]).placeOfOmission(in: document)
        log(place.map { "\($0): \(line); the rest of the line is left out" } ?? line)
      }
    }

    deinit { end() }

    /// Gives everything back; nothing may be asked of the instance after it.
    func end() {
      guard !hasEnded else { return }
      hasEnded = true
      csoundDestroyMessageBuffer(csound)
      csoundSetMessageCallback(csound) { _, _, _, _ in }
      csoundDestroy(csound)
    }

    /// Once a process: its signals are its own, and nothing is printed.
    private static let library: Void = {
      csoundInitialize(Int32(CSOUNDINIT_NO_SIGNAL_HANDLER | CSOUNDINIT_NO_ATEXIT))
      csoundSetDefaultMessageCallback { _, _, _, _ in }
    }()

    private func setOptions(_ settings: Settings) {
      // Without the file's own -m: warnings and errors, but no line for each note.
      var options = ["-m4", "-d"]
      for folder in ["INCDIR", "SSDIR", "SADIR"] { options.append("--env:\(folder)+=\(document.folder)") }
      if settings.takesMIDI { options.append("-M0") }
      if let rate = settings.framesPerSecond { options.append("--sample-rate=\(rate)") }
      if let frames = settings.blockFrames { options.append("--ksmps=\(frames)") }
      for option in options { csoundSetOption(csound, option) }
    }

    private func failure(_ log: (String) -> Void) -> EngineFailure {
      let lines = takeMessages()
      lines.forEach(log)
      // Csound 6.18 has freed an instrument that it looks at once more in `csoundDestroy`: it stays for ever.
      if lines.contains(where: { $0.contains(" redefined") }) { hasEnded = true }
      return EngineFailure(csoundMessages: lines, about: document)
    }

    /// What Csound has said since the last call.
    package func takeMessages() -> [String] { messages.take(from: csound) }

    /// Warnings and errors that came again after they were told, with their number.
    func repeatedMessages() -> [String] { messages.repetitions() }

    package var framesPerSecond: Double { csoundGetSr(csound) }
    package var blockFrames: Int { Int(csoundGetKsmps(csound)) }
    package var channelCount: Int { Int(csoundGetNchnls(csound)) }
    var inputChannelCount: Int { Int(csoundGetNchnlsInput(csound)) }
    package var fullScale: Double { csoundGet0dBFS(csound) }

    /// The place of a control channel; it stays as long as the instance.
    func controlChannel(_ name: String, isOutput: Bool) -> UnsafeMutablePointer<Double>? {
      channel(name, CSOUND_CONTROL_CHANNEL, isOutput: isOutput)
    }

    /// The place of a channel of any type; nil when it is there with another one.
    package func channel(
      _ name: String, _ type: controlChannelType, isOutput: Bool
    ) -> UnsafeMutablePointer<Double>? {
      let direction = isOutput ? CSOUND_OUTPUT_CHANNEL : CSOUND_INPUT_CHANNEL
      let kind = Int32(type.rawValue | direction.rawValue)
      var place: UnsafeMutablePointer<Double>?
      return csoundGetChannelPtr(csound, &place, name, kind) == 0 ? place : nil
    }

    /// What `chn_k` says of a channel, if anything; its string stays as long as the instance.
    func hints(of channel: String) -> ChannelHints? {
      var hints = controlChannelHints_t()
      guard csoundGetControlChannelHints(csound, channel, &hints) == 0 else { return nil }
      guard hints.behav != CSOUND_CONTROL_CHANNEL_NO_HINTS else { return nil }
      return ChannelHints(hints)
    }

    /// The number of an instrument of the orchestra; nil when there is none.
    func number(of instrument: OrchestraInstrument.Identity) -> Int? {
      switch instrument {
      case .number(let number): return cs_has_instrument(csound, Int32(clamping: number)) != 0 ? number : nil
      case .name(let name):
        let number = csoundEvalCode(csound, "return nstrnum(\"\(name)\")\n")
        return number > 0 ? Int(number) : nil
      }
    }
  }
#endif
