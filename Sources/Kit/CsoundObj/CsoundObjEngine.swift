import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// The engine of a `CsoundObj`: a performance with bindings, which can be muted, paused and recorded.
final class CsoundObjEngine: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, as the protocol demands.
  let name = "Csound"
  let widgets: [Widget] = []
  let voiceCapacity = 0
  var noteInput: NoteInput { setup.noteInput }
  /// Points to a `BindingList`.
  let bindings = RealtimeReference()
  /// Points to a `FrameRecorder`.
  let recorder = RealtimeReference()
  let isMuted = Atomic<Bool>(false)
  let isPaused = Atomic<Bool>(false)
  /// Whether a render should end early.
  let isStopping = Atomic<Bool>(false)
  let document: CsdDocument
  let written: DeclaredStreamFormat
  let setup: Setup
  private let tell: (CsoundMessage) -> Void
  private var prepared = PreparedPerformance()
  var performance: Performance? { prepared.performance }

  /// The program's settings for one performance.
  struct Setup: Sendable {
    var noteInput: NoteInput
    var controlBlocks: ControlBlocks?
    var beforeCompile: (@Sendable (OpaquePointer) -> Void)?
  }

  /// - Throws: Csound's error about the file.
  init(
    _ document: CsdDocument, _ setup: Setup, tell: @escaping (CsoundMessage) -> Void
  ) throws(SpinetError) {
    var settings = CsoundInstance.Settings()
    settings.beforeCompile = setup.beforeCompile
    let instance = try CsoundInstance(document, settings, tell: { _ in })
    self.document = document
    written = DeclaredStreamFormat(instance)
    self.setup = setup
    self.tell = tell
  }

  /// Compiles the file. The first control block is performed by `warmUp`, so that bindings can be set up before it.
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    var plan = Performance.Plan(
      document, setup.controlBlocks, written: written, framesPerSecond: framesPerSecond,
      period: largestBlock)
    plan.noteInput = setup.noteInput
    plan.beforeCompile = setup.beforeCompile
    plan.hooks = PerformanceHooks(
      before: { context in
        guard let gate = context.map({ RealtimeHandle(at: $0) }) else { return }
        if let list = gate.acquire() {
          Unmanaged<BindingList>.fromOpaque(list)._withUnsafeGuaranteedRef { $0.putIntoChannels() }
        }
        gate.release()
      },
      after: { context in
        guard let gate = context.map({ RealtimeHandle(at: $0) }) else { return }
        if let list = gate.acquire() {
          Unmanaged<BindingList>.fromOpaque(list)._withUnsafeGuaranteedRef { $0.takeFromChannels() }
        }
        gate.release()
      }, context: bindings.handle.context)
    try prepared.prepare { () throws(SpinetError) in
      try Performance(document, plan, widgets: [], link: link, tell: tell)
    }
  }

  // The bindings are used until the performance is gone.
  deinit { end() }

  func warmUp() { performance?.warmUp() }

  /// Passes on Csound's messages, for a performance without a run. [control-thread]
  func reportMessages(of link: EngineLink) {
    guard let performance else { return }
    var monitor = EngineMonitor(name: document.file.string, link: link)
    monitor.check { tell(CsoundMessage($0, .warning)) }
    CsoundMessageReader(performance).finish(tell)
  }

  /// Frees the performance. Must not be called while rendering.
  func end() { prepared.forget() }

  @_noLocks func render(_ block: AudioBlock) {
    var block = block
    if isPaused.load(ordering: .relaxed) { block.isHeard = false }
    prepared.render(block)
    if isMuted.load(ordering: .relaxed) { block.silence() }
    // While the performance is paused there is nothing to record.
    guard block.isHeard else { return }
    let recorder = recorder.handle
    if let buffer = recorder.acquire() {
      Unmanaged<FrameRecorder>.fromOpaque(buffer)._withUnsafeGuaranteedRef { $0.take(block) }
    }
    recorder.release()
  }
}
