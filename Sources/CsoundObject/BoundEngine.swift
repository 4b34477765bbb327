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
    let bindings = BlockGate<BindingList>()
    let recorder = BlockGate<FrameRecorder>()
    let isMuted = Atomic<Bool>(false)
    let isPaused = Atomic<Bool>(false)
    /// Whether a render is to end before its time.
    let isStopping = Atomic<Bool>(false)
    let document: CsdDocument
    /// As the file says.
    let blockFrames: Int
    let framesPerSecond: Double
    let controlBlocks: ControlBlocks?
    private let messages: (String) -> Void
    private(set) var performance: Performance?

    /// - Throws: what Csound finds wrong with the file.
    init(
      _ document: CsdDocument, noteInput: NoteInput, controlBlocks: ControlBlocks?,
      messages: @escaping (String) -> Void
    ) throws(EngineFailure) {
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), log: { _ in })
      self.document = document
      blockFrames = instance.blockFrames
      framesPerSecond = instance.framesPerSecond
      self.noteInput = noteInput
      self.controlBlocks = controlBlocks
      self.messages = messages
    }

    /// Compiles; the first control block waits for `warmUp`, so that bindings can be set up before it.
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
      var plan = Performance.Plan()
      // What the file says itself is not said again: an override goes through other roundings.
      let blocks = BlockPlan(
        controlBlocks, written: blockFrames, isOpen: document.leavesBlocksOpen, period: largestBlock)
      if framesPerSecond != self.framesPerSecond || blocks.blockFrames != blockFrames {
        plan.framesPerSecond = framesPerSecond
        plan.blockFrames = blocks.blockFrames
      }
      plan.isAligned = blocks.isAligned
      plan.noteInput = noteInput
      plan.hooks = PerformanceHooks(
        before: { BoundEngine.use(bindingsAt: $0) { $0.updateValuesToCsound() } },
        after: { BoundEngine.use(bindingsAt: $0) { $0.updateValuesFromCsound() } },
        context: Unmanaged.passUnretained(bindings).toOpaque())
      performance = try Performance(document, plan, widgets: [], link: link, log: messages)
    }

    func warmUp() { performance?.warmUp() }

    /// Hands on what Csound has said, when no run looks after that. [control-thread]
    func tellMessages() {
      guard let performance else { return }
      var look = PerformanceLook(performance)
      look.finish(messages)
    }

    /// Gives the performance back; not while rendering.
    func end() { performance = nil }

    private static func use(bindingsAt context: UnsafeMutableRawPointer?, _ work: (any CsoundBinding) -> Void)
    {
      guard let context else { return }
      Unmanaged<BlockGate<BindingList>>.fromOpaque(context)._withUnsafeGuaranteedRef { gate in
        gate.use { $0.bindings.forEach(work) }
      }
    }

    func render(_ block: AudioBlock) {
      guard let performance else { return block.silence() }
      var block = block
      if isPaused.load(ordering: .relaxed) { block.isHeard = false }
      performance.performer.pointee.render(block)
      if isMuted.load(ordering: .relaxed) { block.silence() }
      // While time stands still there is nothing to record.
      if block.isHeard { recorder.use { $0.take(block) } }
    }
  }
#endif
