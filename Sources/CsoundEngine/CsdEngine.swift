#if Csound
  import Engine
  import Keyboard
  import Realtime
  import Widgets

  /// Plays a `.csd`: its channels are widgets, its instruments play the keyboard's voices or MIDI.
  ///
  /// Keys play the instrument named `voice`, else the lowest one that looks at p4, p5 or p6 and that the score
  /// does not start: `i N.SSS 0 -1 KEY GAIN FREQ VOICE`, so p4 is the MIDI key, p5 0 to 1, p6 hertz, and p7 the
  /// N of the channels `freq.N`, `bend.N`, `gate.N`, `pressure.N`, `timbre.N`, `x.N` and `y.N`. A file that uses
  /// MIDI opcodes or flags gets MIDI as it arrives. Either kind plays on after its score; any other file ends
  /// with it.
  public final class CsdEngine: SoundEngine, @unchecked Sendable {
    // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks.
    public let name = "Csound"
    public let widgets: [Widget]
    public let voiceCapacity = VoiceBoard.capacity
    public let noteInput: NoteInput
    private let document: CsdDocument
    private let controlBlock: ControlBlock
    /// As the file says.
    private let blockFrames: Int
    private let log: @Sendable (String) -> Void
    private var performance: Performance?
    private var performer: UnsafeMutablePointer<Performer>?

    /// Compiles the file, to know its widgets and its errors.
    /// - Parameters:
    ///   - noteInput: nil for what the file's opcodes and flags tell.
    ///   - log: takes what Csound says, from any thread but the audio thread.
    /// - Throws: Csound's own message and line.
    public convenience init(
      file: String, noteInput: NoteInput? = nil, controlBlock: ControlBlock = .asWritten,
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(EngineFailure) {
      try self.init(CsdDocument(file: file), noteInput: noteInput, controlBlock: controlBlock, log: log)
    }

    public init(
      _ document: CsdDocument, noteInput: NoteInput? = nil, controlBlock: ControlBlock = .asWritten,
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(EngineFailure) {
      self.document = document
      self.controlBlock = controlBlock
      self.log = log
      self.noteInput = noteInput ?? document.noteInput
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), log: { _ in })
      blockFrames = instance.blockFrames
      widgets = instance.makeWidgets()
    }

    public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
      performer = nil
      performance = nil
      var plan = Performance.Plan()
      plan.framesPerSecond = framesPerSecond
      plan.blockFrames = controlBlock == .asWritten ? blockFrames : largestBlock
      plan.noteInput = noteInput
      plan.isOpenEnded = noteInput == .midi || document.voiceInstrument != nil
      let performance = try Performance(document, plan, widgets: widgets, link: link, log: log)
      performance.warmUp()
      try performance.watch(log)
      self.performance = performance
      performer = performance.performer
    }

    /// Silence before the first `prepare`. [audio-thread]
    @_noLocks public func render(_ block: AudioBlock) {
      guard let performer else { return block.silence() }
      performer.pointee.render(block)
    }
  }
#endif
