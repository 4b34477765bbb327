import Foundation
import Glibc
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

extension CsoundObj {
  /// Plays a `.csd` instead of the current one. If the file does not compile, the current one continues.
  ///
  /// If several threads call it at the same time, the last performance to begin is heard; the others are ended.
  /// - Throws: Csound's own message with its line, or the error of the card.
  public func play(_ path: String) throws(SpinetError) {
    let engine = try makeEngine(path)
    stop()
    transition.lock()
    defer { transition.unlock() }
    // Another thread may have begun a performance meanwhile.
    endPerformance()
    let previous = state.withLock { $0.past }
    let run = try makeRun(engine)
    begin(engine, run)
    do throws(SpinetError) { try run.start(after: previous, events(of: engine)) } catch {
      endPerformance()
      throw error
    }
  }

  /// Compiles once, to find errors and the file's sample rate and channels.
  func makeEngine(_ path: String) throws(SpinetError) -> CsoundObjEngine {
    let document = try CsdDocument(file: FilePath(path))
    let state = state.withLock { $0 }
    var setup = CsoundObjEngine.Setup(noteInput: state.midiInEnabled ? .midi : document.noteInput)
    setup.controlBlocks = state.controlBlocks
    setup.beforeCompile = state.beforeCompile
    return try CsoundObjEngine(document, setup) { [weak self] in self?.tell($0) }
  }

  /// Opens the card and the input, and prepares the engine for them.
  private func makeRun(_ engine: CsoundObjEngine) throws(SpinetError) -> CsoundRun {
    var request = self.output
    request.fitPeriod(
      to: engine.document.periodUnit(engine.setup.controlBlocks, engine.written.blockFrames))
    let output = try Playback(request)
    let input =
      try useAudioInput
      ? Capture(input, inputs: engine.written.inputChannelCount, for: output.format) : nil
    let ends = ControlEnds()
    try engine.prepare(
      framesPerSecond: Double(output.format.framesPerSecond), largestBlock: output.format.periodFrames,
      link: ends.link)
    let run = CsoundRun(engine: engine, output: output, input: input, ends: ends)
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
      checked: { [weak self] in self?.checkRecording() },
      began: { [weak self] in self?.notifyStarted() },
      left: { [weak self] in self?.endPerformance(of: engine) },
      ended: { [weak self] in self?.notifyCompleted() })
  }

  /// Begins a performance. Its bindings are set up before its first control block. [transition]
  /// - Parameter run: nil for a render, which is not heard.
  func begin(_ engine: CsoundObjEngine, _ run: CsoundRun?) {
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

  /// Removes the recorder, the bindings and the channels after the last block. [transition]
  private func leave(_ engine: CsoundObjEngine) {
    let isFailureTold = state.withLock { $0.isRecordingFailureTold }
    let recorder = exchangeRecorder(of: engine, for: nil)
    showNoBindings(to: engine)
    let bindings = state.withLock { state in
      state.engine = nil
      if let run = state.run.take() { state.past = run }
      return state.bindings
    }
    // There is no caller to throw to.
    do { try recorder?.finish() } catch { if !isFailureTold { tell(CsoundMessage("\(error)", .error)) } }
    for binding in bindings { cleanUp(binding) }
  }

  /// Stops the performance; nothing sounds when it returns. Also ends `record(_:toFile:)`. Does nothing if
  /// nothing plays.
  ///
  /// When it returns, listeners have been notified, unless a listener calls it.
  public func stop() {
    let runs = state.withLock { [$0.run, $0.past] }
    endPerformance()
    guard !CsoundRun.isOnOwnThread else { return }
    for run in runs { run?.join() }
  }
}
