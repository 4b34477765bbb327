#if Csound
  import Engine
  import Keyboard
  import Realtime
  import Synchronization
  import Widgets

  /// Plays a `.csd`: its channels are widgets, its instruments play the keyboard's voices or MIDI.
  ///
  /// Keys play the instrument named `voice`, those of MIDI channel n the one named `voiceN`, else the lowest
  /// one that looks at p4, p5 or p6 and that nothing in the file starts: `i N.SSS 0 -1 KEY GAIN FREQ VOICE`, so p4 is the MIDI key, p5 0 to 1, p6 hertz, and p7 the
  /// N of the channels `freq.N`, `bend.N`, `gate.N`, `pressure.N`, `timbre.N`, `x.N` and `y.N`. A file that uses
  /// MIDI opcodes or flags gets MIDI as it arrives. Either kind plays on after its score; any other file ends
  /// with it.
  public final class CsdEngine: ProgramEngine, @unchecked Sendable {
    // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks; the
    // program for the next `prepare` is behind a lock.
    public let name = "Csound"
    public let widgets: [Widget]
    public let voiceCapacity = VoiceBoard.capacity
    public let noteInput: NoteInput
    public let hearsChannels = true
    public let programPath: String
    /// Whether somebody else than the file said how it gets its notes.
    private let isToldInput: Bool
    private let controlBlocks: ControlBlocks?
    private let ranges: [String: ClosedRange<Double>]
    private let looks: [String: WidgetLook]
    private let newest: Mutex<Program>
    private let log: @Sendable (String) -> Void
    private var performance: Performance?
    private var performer: UnsafeMutablePointer<Performer>?

    /// A file that has been compiled once, and what it says of its stream.
    private struct Program: Sendable {
      var document: CsdDocument
      var stream: WrittenStream

      init(_ document: CsdDocument, _ instance: CsoundInstance) {
        self.document = document
        stream = WrittenStream(instance)
      }
    }

    /// Compiles the file, to know its widgets and its errors.
    /// - Parameters:
    ///   - noteInput: nil for what the file's opcodes and flags tell.
    ///   - controlBlocks: nil for what suits the file best.
    ///   - ranges: of channels of which the file says none, as a mapping has them; 0 to 1 for all others.
    ///   - looks: of channels, as a patch has them, whatever the file says.
    ///   - log: takes what Csound says, from any thread but the audio thread.
    /// - Throws: Csound's own message and line.
    public convenience init(
      file: String, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
      ranges: [String: ClosedRange<Double>] = [:], looks: [String: WidgetLook] = [:],
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(EngineFailure) {
      try self.init(
        CsdDocument(file: file), noteInput: noteInput, controlBlocks: controlBlocks, ranges: ranges,
        looks: looks, log: log)
    }

    public init(
      _ document: CsdDocument, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
      ranges: [String: ClosedRange<Double>] = [:], looks: [String: WidgetLook] = [:],
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(EngineFailure) {
      programPath = document.file
      self.controlBlocks = controlBlocks
      self.ranges = ranges
      self.looks = looks
      self.log = log
      isToldInput = noteInput != nil
      self.noteInput = noteInput ?? document.noteInput
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), log: { _ in })
      newest = Mutex(Program(document, instance))
      widgets = instance.makeWidgets(ranges: ranges, looks: looks)
    }

    public var programFiles: [String] { CsdDocument.files(ofProgramAt: programPath) }

    public func recompile() throws(EngineFailure) -> [String] {
      let document = try CsdDocument(file: programPath)
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), log: { _ in })
      let program = Program(document, instance)
      newest.withLock { $0 = program }
      let fresh = instance.makeWidgets(ranges: ranges, looks: looks)
      var notes = newcomers(among: fresh, of: programPath)
      let changed = fresh.filter { new in widgets.contains { $0.name == new.name && !$0.isLike(new) } }
      if !changed.isEmpty {
        let names = changed.map(\.name).joined(separator: ", ")
        notes.append("\(programPath): what it says of \(names) now counts after a new start")
      }
      if !isToldInput, document.noteInput != noteInput {
        notes.append("\(programPath): its keys come as \(document.noteInput) after a new start")
      }
      return notes
    }

    public var takesInput: Bool { newest.withLock { $0.document.readsInput } }

    public var periodUnit: Int {
      newest.withLock { $0.document.periodUnit(controlBlocks, $0.stream.blockFrames) }
    }

    public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
      performer = nil
      performance = nil
      let program = newest.withLock { $0 }
      var plan = Performance.Plan(
        program.document, controlBlocks, written: program.stream, framesPerSecond: framesPerSecond,
        period: largestBlock)
      plan.noteInput = noteInput
      plan.isOpenEnded = noteInput == .midi || !program.document.voiceInstruments.isEmpty
      let performance = try Performance(program.document, plan, widgets: widgets, link: link, log: log)
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

  extension Widget {
    /// Whether it moves and looks as another one does.
    fileprivate func isLike(_ other: Widget) -> Bool {
      kind == other.kind && range == other.range && unit == other.unit && curve == other.curve
        && defaultValue == other.defaultValue
    }
  }
#endif
