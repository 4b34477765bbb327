#if Csound
  import CCsound
  import CsoundEngine
  import Devices
  import Engine
  import MIDI
  import Realtime
  import Synchronization

  /// Csound for programs that play `.csd` files themselves: the CsoundObj of Csound for iOS.
  ///
  /// ```swift
  /// let csound = CsoundObj()
  /// let frequency = Widget("frequency", range: 100...1000)
  /// CsoundUI(csound).add(frequency, forChannelName: "frequency")
  /// try csound.play("test.csd")
  /// ```
  /// Every call may come at any time and has an answer: what needs a performance throws when there is none.
  /// Bindings and listeners stay from one performance to the next. [control-thread, or a listener]
  public final class CsoundObj: Sendable {
    let output: OutputRequest
    let input: String
    let state = Mutex(State())
    /// Held while the audio thread's list of bindings is replaced.
    let showing = Mutex(())

    struct State: Sendable {
      var engine: BoundEngine?
      var run: CsoundRun?
      /// The one before, whose thread may still be telling of its end.
      var past: CsoundRun?
      var recorder: FrameRecorder?
      var bindings: [any CsoundBinding] = []
      /// Those that are set up for what plays.
      var readyBindings: [any CsoundBinding] = []
      var listeners: [any CsoundObjListener] = []
      var messageCallback: @Sendable (String) -> Void = { _ in }
      var isMuted = false
      var midiInEnabled = false
      var useAudioInput = false
      var controlBlocks: ControlBlocks?
    }

    /// - Parameters:
    ///   - output: the card, or `none` for a clock without one.
    ///   - input: what `useAudioInput` listens to: a PCM, a sound file that comes in over and over, or `none`.
    public init(output: OutputRequest = OutputRequest(), input: String = "default") {
      self.output = output
      self.input = input
    }

    deinit { stop() }

    /// Takes what Csound says, line by line, on a thread of the performance's own.
    public var messageCallback: @Sendable (String) -> Void {
      get { state.withLock { $0.messageCallback } }
      set { state.withLock { $0.messageCallback = newValue } }
    }

    /// Whether the next performance hears MIDI, by `send`, though its file asks for none.
    public var midiInEnabled: Bool {
      get { state.withLock { $0.midiInEnabled } }
      set { state.withLock { $0.midiInEnabled = newValue } }
    }

    /// Whether the next performance gets sound from the input, as `ins` and its like hear it.
    public var useAudioInput: Bool {
      get { state.withLock { $0.useAudioInput } }
      set { state.withLock { $0.useAudioInput = newValue } }
    }

    /// The strategy of the next performance; nil chooses by the file.
    public var controlBlocks: ControlBlocks? {
      get { state.withLock { $0.controlBlocks } }
      set { state.withLock { $0.controlBlocks = newValue } }
    }

    public var isPlaying: Bool { state.withLock { $0.engine != nil } }

    /// Plays a `.csd`, in the place of what plays; that goes on if the file does not compile.
    /// - Throws: Csound's own message with its line, or what is wrong about the card.
    public func play(_ path: String) throws {
      let engine = try makeEngine(path)
      stop()
      var request = self.output
      request.fitPeriod(to: engine.document.periodUnit(engine.controlBlocks, engine.written.blockFrames))
      let output = try Playback(request)
      let input = try useAudioInput ? Capture(input, for: output.format) : nil
      let link = EngineLink()
      try engine.prepare(
        framesPerSecond: Double(output.format.framesPerSecond), largestBlock: output.format.periodFrames,
        link: link)
      let run = CsoundRun(engine: engine, output: output, input: input, link: link)
      enter(engine, run)
      do {
        try run.start(
          log: { [weak self] line in self?.messageCallback(line) },
          began: { [weak self] in self?.tellStarted() }, leave: { [weak self] in self?.leave(engine) },
          ended: { [weak self] in self?.tellCompleted() })
      } catch {
        leave(engine)
        throw error
      }
    }

    /// Compiles once for the errors and what the file says of itself.
    func makeEngine(_ path: String) throws -> BoundEngine {
      let document = try CsdDocument(file: path)
      let (log, midi, blocks) = state.withLock { ($0.messageCallback, $0.midiInEnabled, $0.controlBlocks) }
      return try BoundEngine(
        document, noteInput: midi ? .midi : document.noteInput, controlBlocks: blocks, messages: log)
    }

    /// The performance begins: its bindings are set up before its first control block.
    func enter(_ engine: BoundEngine, _ run: CsoundRun?) {
      let bindings = state.withLock { state in
        state.engine = engine
        state.run = run
        state.readyBindings = []
        engine.isMuted.store(state.isMuted, ordering: .relaxed)
        return state.bindings
      }
      for binding in bindings { setUp(binding, for: engine) }
      showBindings()
      engine.warmUp()
    }

    /// After the last block: the performance is nobody's any more.
    func leave(_ engine: BoundEngine) {
      engine.recorder.replace(with: nil)
      showNoBindings(to: engine)
      let (recorder, bindings) = state.withLock { state in
        // A listener may have begun another one, to which bindings and recorder belong by now.
        guard state.engine === engine else { return (nil as FrameRecorder?, [] as [any CsoundBinding]) }
        state.engine = nil
        state.past = state.run.take()
        return (state.recorder.take(), state.bindings)
      }
      // Nobody waits for an answer any more.
      do { try recorder?.finish() } catch { messageCallback("\(error)") }
      for binding in bindings { binding.cleanup() }
    }

    func tellStarted() {
      for listener in state.withLock({ $0.listeners }) { listener.csoundObjStarted(self) }
    }

    func tellCompleted() {
      for listener in state.withLock({ $0.listeners }) { listener.csoundObjCompleted(self) }
    }

    /// Stops; nothing sounds when it returns. Ends `render` too. Does nothing when nothing plays.
    public func stop() {
      state.withLock { $0.engine?.isStopping.store(true, ordering: .relaxed) }
      for run in state.withLock({ [$0.run, $0.past] }) { run?.stop() }
    }

    /// Silences the output; the performance goes on. Also for the performances to come.
    public func mute() { setMuted(true) }

    public func unmute() { setMuted(false) }

    private func setMuted(_ isMuted: Bool) {
      state.withLock { state in
        state.isMuted = isMuted
        state.engine?.isMuted.store(isMuted, ordering: .relaxed)
      }
    }

    /// Holds the performance where it is, as for an interruption, until `resume`.
    public func pause() { setPaused(true) }

    public func resume() { setPaused(false) }

    private func setPaused(_ isPaused: Bool) {
      state.withLock { $0.engine?.isPaused.store(isPaused, ordering: .relaxed) }
    }

    /// Hears of what begins and ends from now on; once is enough.
    public func addListener(_ listener: any CsoundObjListener) {
      state.withLock { state in
        if !state.listeners.contains(where: { $0 === listener }) { state.listeners.append(listener) }
      }
    }

    public func removeListener(_ listener: any CsoundObjListener) {
      state.withLock { $0.listeners.removeAll { $0 === listener } }
    }
  }
#endif
