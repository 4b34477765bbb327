import CCsound
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
  var outputCount: Int { max(2, written.channelCount) }
  /// Points to a `BindingList`.
  let bindings = RealtimeReference()
  /// Points to a `FrameRecorder`.
  let recorder = RealtimeReference()
  let isMuted = Atomic<Bool>(false)
  let isPaused = Atomic<Bool>(false)
  /// Whether a render should end early.
  let isStopping = Atomic<Bool>(false)
  let program: CompiledProgram
  let setup: Setup
  private let tell: (CsoundMessage) -> Void
  /// Held while Csound's messages are read.
  private let reading = Mutex(())
  private var prepared = PreparedPerformance()

  var document: CsdDocument { program.document }
  var written: DeclaredStreamFormat { program.written }
  var performance: Performance? { prepared.performance }

  /// The program's settings for one performance.
  struct Setup: Sendable {
    var noteInput: NoteInput
    var controlBlocks: ControlBlocks?
    var beforeCompile: (@Sendable (OpaquePointer) -> Void)?
  }

  /// Compiles the file.
  ///
  /// - Parameter request: the stream that will probably play it; nil for one of the file's own rate.
  /// - Throws: Csound's error about the file.
  init(
    _ document: CsdDocument, _ setup: Setup, for request: OutputRequest?,
    tell: @escaping (CsoundMessage) -> Void
  ) throws(SpinetError) {
    program = try CompiledProgram(document, setup, for: request)
    self.setup = setup
    self.tell = tell
  }

  /// Takes the compiled file, or compiles it again if the stream is not the expected one. The first control block is
  /// performed by `warmUp`, so that bindings can be set up before it.
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    var plan = setup.plan(document, written, framesPerSecond: framesPerSecond, period: largestBlock)
    plan.hooks = hooks
    try prepared.prepare { () throws(SpinetError) in
      guard let (instance, messages) = program.instance(for: plan) else {
        return try Performance(document, plan, widgets: [], link: link, tell: tell)
      }
      messages.forEach(tell)
      return Performance(instance, plan, widgets: [], link: link)
    }
  }

  private var hooks: PerformanceHooks {
    PerformanceHooks(
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
          Unmanaged<BindingList>.fromOpaque(list)._withUnsafeGuaranteedRef { $0.readChannels() }
        }
        gate.release()
      }, context: bindings.handle.context)
  }

  // The bindings are used until the performance is gone.
  deinit { end() }

  func warmUp() { performance?.warmUp() }

  /// Frees the performance. Must not be called while rendering.
  func end() { prepared.forget() }

  @_noLocks func render(_ block: AudioBlock) {
    var block = block
    if isPaused.load(ordering: .relaxed) { block.isActive = false }
    prepared.render(block)
    if isMuted.load(ordering: .relaxed) { block.silence() }
    // While the performance is paused there is nothing to record.
    guard block.isActive else { return }
    let recorder = recorder.handle
    if let buffer = recorder.acquire() {
      Unmanaged<FrameRecorder>.fromOpaque(buffer)._withUnsafeGuaranteedRef { $0.take(block) }
    }
    recorder.release()
  }
}

// MARK: Messages
extension CsoundObjEngine {
  /// Passes on Csound's messages since the last call. [any-thread]
  ///
  /// - Parameter isLast: whether the performance has ended, so that repeated messages are counted.
  func tellMessages(isLast: Bool = false) {
    guard let performance else { return }
    let reader = CsoundMessageReader(performance)
    var lines: [CsoundMessage] = []
    reading.withLock { _ in
      if isLast { reader.finish { lines.append($0) } } else { reader.poll { lines.append($0) } }
    }
    lines.forEach(tell)
  }

  /// Compiles additional orchestra code. [any-thread]
  ///
  /// - Throws: Csound's own message with its line in the text.
  func compile(_ orchestra: String, from name: String, in performance: Performance) throws(SpinetError) {
    let instance = performance.instance
    var lines: [CsoundMessage] = []
    let failure = reading.withLock { _ -> SpinetError? in
      lines = instance.popMessages()
      guard cs_csoundCompileOrc(instance.csound, orchestra) != 0 else { return nil }
      return instance.refusal(of: orchestra, from: name) { lines.append($0) }
    }
    lines.forEach(tell)
    if let failure { throw failure }
  }
}

extension CsoundObjEngine.Setup {
  fileprivate func plan(
    _ document: CsdDocument, _ written: DeclaredStreamFormat, framesPerSecond: Double, period: Int
  ) -> Performance.Plan {
    var plan = Performance.Plan(
      document, controlBlocks, written: written, framesPerSecond: framesPerSecond, period: period)
    plan.noteInput = noteInput
    plan.beforeCompile = beforeCompile
    return plan
  }
}

/// A file that is compiled before its stream is open, so that its errors come first and its header runs only once.
final class CompiledProgram: Sendable {
  let document: CsdDocument
  let written: DeclaredStreamFormat
  private let compiled: Mutex<Compiled?>

  private struct Compiled: Sendable {
    let instance: CsoundInstance
    let messages: [CsoundMessage]
    let framesPerSecond: Double?
    let blockFrames: Int?
  }

  /// - Parameter request: the stream that will probably play it; nil for one of the file's own rate.
  fileprivate init(
    _ document: CsdDocument, _ setup: CsoundObjEngine.Setup, for request: OutputRequest?
  ) throws(SpinetError) {
    self.document = document
    var settings = CsoundInstance.Settings(noteInput: setup.noteInput, beforeCompile: setup.beforeCompile)
    // Only the header tells which rates would have to be overridden.
    if let written = document.writtenFormat, var request {
      request.fitPeriod(to: document.periodUnit(setup.controlBlocks, written.blockFrames))
      let plan = setup.plan(
        document, written, framesPerSecond: Double(request.framesPerSecond), period: request.periodFrames)
      (settings.framesPerSecond, settings.blockFrames) = (plan.framesPerSecond, plan.blockFrames)
    }
    var messages: [CsoundMessage] = []
    let instance = try CsoundInstance(document, settings) { messages.append($0) }
    let compiled = DeclaredStreamFormat(instance)
    let overridden = settings.framesPerSecond == nil ? nil : document.writtenFormat
    written = DeclaredStreamFormat(
      framesPerSecond: overridden?.framesPerSecond ?? compiled.framesPerSecond,
      blockFrames: overridden?.blockFrames ?? compiled.blockFrames, channelCount: compiled.channelCount,
      inputChannelCount: compiled.inputChannelCount)
    self.compiled = Mutex(
      Compiled(
        instance: instance, messages: messages, framesPerSecond: settings.framesPerSecond,
        blockFrames: settings.blockFrames))
  }

  /// The compiled file and Csound's messages about it, if it suits a plan. They are returned once.
  fileprivate func instance(
    for plan: Performance.Plan
  ) -> (instance: CsoundInstance, messages: [CsoundMessage])? {
    guard let compiled = compiled.withLock({ $0.take() }),
      compiled.framesPerSecond == plan.framesPerSecond, compiled.blockFrames == plan.blockFrames
    else { return nil }
    return (compiled.instance, compiled.messages)
  }
}
