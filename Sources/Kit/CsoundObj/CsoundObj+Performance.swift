import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SpinetSession
import Synchronization
import SystemPackage

extension CsoundObj {
  /// Plays a `.csd` instead of the current one. If the file does not compile, the current one continues.
  ///
  /// If several threads call it at the same time, the last performance to begin is heard; the others are ended.
  /// - Throws: Csound's own message with its line, or the error of the card.
  public func play(_ path: String) throws(SpinetError) {
    try checkThread(of: .play)
    try play(try makeEngine(path, for: output), recording: nil)
  }

  /// - Parameter recording: what is recorded from the first block on; nil for nothing.
  func play(_ engine: CsoundObjEngine, recording: StartedRecording?) throws(SpinetError) {
    stop()
    try transition.withLock { () throws(SpinetError) in
      // Another thread may have begun a performance meanwhile.
      endPerformance()
      let previous = state.withLock { $0.past }
      let run = try makeRun(engine)
      do throws(SpinetError) {
        let recorder = try recording?.recorder(framesPerSecond: run.run.format.framesPerSecond)
        begin(engine, run)
        _ = exchangeRecorder(of: engine) { _ in recorder }
        try run.start(after: previous, events(of: engine))
      } catch {
        run.silence()
        endPerformance()
        throw error
      }
    }
  }

  /// Compiles the file, which finds its errors, its sample rate and its channels.
  ///
  /// - Parameter request: the stream that will probably play it; nil for one of the file's own rate.
  func makeEngine(_ path: String, for request: OutputRequest?) throws(SpinetError) -> CsoundObjEngine {
    let document = try CsdDocument(file: FilePath(path))
    let state = state.withLock { $0 }
    var setup = CsoundObjEngine.Setup(noteInput: state.midiInEnabled ? .midi : document.noteInput)
    setup.controlBlocks = state.controlBlocks
    let (opcodes, beforeCompile) = (state.opcodes, state.beforeCompile)
    setup.beforeCompile = { csound in
      for opcode in opcodes { opcode.append(to: csound) }
      beforeCompile?(csound)
    }
    return try CsoundObjEngine(document, setup, for: request) { [weak self] in self?.tell($0) }
  }

  /// Opens the card and the input, and prepares the engine for them.
  private func makeRun(_ engine: CsoundObjEngine) throws(SpinetError) -> CsoundRun {
    var request = self.output
    request.channels = engine.outputCount
    request.fitPeriod(
      to: engine.document.periodUnit(engine.setup.controlBlocks, engine.written.blockFrames))
    let output = try Playback(request)
    let input =
      try useAudioInput
      ? Capture(input, inputs: engine.written.inputChannelCount, for: output.format) : nil
    let prepared = try EngineRun(of: engine, named: engine.document.file.string, on: output)
    let run = CsoundRun(engine, prepared, input: input)
    if midiInEnabled { listen(run) }
    return run
  }

  private func listen(_ run: CsoundRun) {
    do { try run.listen(to: openMIDI) } catch {
      tell(CsoundMessage("midiInEnabled: \(error)", .warning))
    }
  }

  private func events(of engine: CsoundObjEngine) -> CsoundRun.Events {
    CsoundRun.Events(
      message: { [weak self] in self?.tell($0) },
      checked: { [weak self] in
        self?.checkRecording()
        self?.tellMistake()
      },
      began: { [weak self] in self?.notifyStarted() },
      left: { [weak self] in self?.endPerformance(of: engine) },
      ended: { [weak self] in self?.notifyCompleted() })
  }

  /// Begins a performance. Its bindings are set up before its first control block. Call it inside
  /// `transition`.
  /// - Parameter run: nil for a render, which is not heard.
  func begin(_ engine: CsoundObjEngine, _ run: CsoundRun?) {
    cleanUpLeaving()
    let bindings = state.withLock { state in
      state.engine = engine
      state.run = run
      state.readyBindings = []
      engine.isMuted.store(run != nil && state.isMuted, ordering: .relaxed)
      return state.bindings
    }
    for binding in bindings { setUp(binding, for: engine) }
    showBindings()
    engine.warmUp()
  }

  /// Ends the performance. When it returns, nothing sounds and no binding is called. It may be called again, and on
  /// the performance's own thread.
  /// - Parameter engine: ends nothing if another engine plays; nil for any.
  func endPerformance(of engine: CsoundObjEngine? = nil) {
    transition.withLock {
      let (current, run) = state.withLock { ($0.engine, $0.run) }
      guard let current, engine == nil || engine === current else { return }
      current.isStopping.store(true, ordering: .relaxed)
      run?.silence()
      leave(current)
    }
  }

  /// Removes the recorder, the bindings and the channels after the last block. Call it inside `transition`.
  private func leave(_ engine: CsoundObjEngine) {
    let isFailureTold = state.withLock { $0.isRecordingFailureTold }
    let recorder = exchangeRecorder(of: engine) { _ in nil }
    showNoBindings(to: engine)
    state.withLock { state in
      state.engine = nil
      state.isCompleting = recorder != nil
      state.leavingBindings = state.bindings
      if let run = state.run.take() { state.past = run }
    }
    finish(recorder, isFailureTold: isFailureTold)
    state.withLock { $0.isCompleting = false }
    cleanUpLeaving()
  }

  /// Stops the performance; nothing sounds when it returns. Also ends `record(_:toFile:)`. Does nothing if
  /// nothing plays.
  ///
  /// When it returns, its recording is complete and listeners have been notified, unless a listener or a binding calls
  /// it.
  public func stop() {
    guard mayWait(for: .stop) else { return }
    let runs = state.withLock { [$0.run, $0.past] }
    endPerformance()
    // The thread of a run may be waiting for this one.
    guard !CsoundRun.isOnOwnThread, !transition.isHeldHere else { return }
    for run in runs { run?.join() }
  }
}
