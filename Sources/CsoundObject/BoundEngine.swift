#if Csound
  import CsoundEngine
  import Devices
  import Engine
  import Realtime
  import Synchronization
  import Widgets

  /// The engine of a `CsoundObj`: a performance with bindings, muted, paused and recorded as it is told.
  final class BoundEngine: SoundEngine, @unchecked Sendable {
    // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks.
    let name = "Csound"
    let widgets: [Widget] = []
    let voiceCapacity = 0
    let noteInput: NoteInput
    /// To a `BindingList`.
    let bindings = BlockGate()
    /// To a `FrameRecorder`.
    let recorder = BlockGate()
    let isMuted = Atomic<Bool>(false)
    let isPaused = Atomic<Bool>(false)
    /// Whether a render is to end before its time.
    let isStopping = Atomic<Bool>(false)
    let document: CsdDocument
    let written: WrittenStream
    let controlBlocks: ControlBlocks?
    private let messages: (String) -> Void
    private(set) var performance: Performance?
    private var performer: UnsafeMutablePointer<Performer>?

    /// - Throws: what Csound finds wrong with the file.
    init(
      _ document: CsdDocument, noteInput: NoteInput, controlBlocks: ControlBlocks?,
      messages: @escaping (String) -> Void
    ) throws(EngineFailure) {
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), log: { _ in })
      self.document = document
      written = WrittenStream(instance)
      self.noteInput = noteInput
      self.controlBlocks = controlBlocks
      self.messages = messages
    }

    /// Compiles; the first control block waits for `warmUp`, so that bindings can be set up before it.
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
      var plan = Performance.Plan(
        document, controlBlocks, written: written, framesPerSecond: framesPerSecond, period: largestBlock)
      plan.noteInput = noteInput
      plan.hooks = PerformanceHooks(
        before: { context in
          guard let gate = context.map({ BlockGate(at: $0) }) else { return }
          if let list = gate.enter() {
            Unmanaged<BindingList>.fromOpaque(list)._withUnsafeGuaranteedRef { $0.putIntoChannels() }
          }
          gate.leave()
        },
        after: { context in
          guard let gate = context.map({ BlockGate(at: $0) }) else { return }
          if let list = gate.enter() {
            Unmanaged<BindingList>.fromOpaque(list)._withUnsafeGuaranteedRef { $0.takeFromChannels() }
          }
          gate.leave()
        }, context: bindings.context)
      let performance = try Performance(document, plan, widgets: [], link: link, log: messages)
      self.performance = performance
      performer = performance.performer
    }

    deinit {
      // Bindings are used until the performance is gone.
      end()
      bindings.deallocate()
      recorder.deallocate()
    }

    func warmUp() { performance?.warmUp() }

    /// Hands on what Csound has said, when no run looks after that. [control-thread]
    func tellMessages(of link: EngineLink) {
      guard let performance else { return }
      var watch = EngineWatch(name: document.file, link: link)
      watch.look(messages)
      PerformanceLook(performance).finish(messages)
    }

    /// Gives the performance back; not while rendering.
    func end() {
      performer = nil
      performance = nil
    }

    @_noLocks func render(_ block: AudioBlock) {
      guard let performer else { return block.silence() }
      var block = block
      if isPaused.load(ordering: .relaxed) { block.isHeard = false }
      performer.pointee.render(block)
      if isMuted.load(ordering: .relaxed) { block.silence() }
      // While time stands still there is nothing to record.
      guard block.isHeard else { return }
      if let tape = recorder.enter() {
        Unmanaged<FrameRecorder>.fromOpaque(tape)._withUnsafeGuaranteedRef { $0.take(block) }
      }
      recorder.leave()
    }
  }
#endif
