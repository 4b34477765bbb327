#if Csound
  import SpinetEngine
  import SpinetRealtime
  import Synchronization
  import SpinetWidgets

  /// Plays a `.csd`: its channels are widgets, its instruments play the keyboard's voices or MIDI.
  ///
  /// Keys play the instrument named `voice`, keys of MIDI channel n the one named `voiceN`. Without either they
  /// play the lowest instrument that reads p4, p5 or p6 and that nothing in the file starts. A note is
  /// `i N.SSS 0 -1 KEY GAIN FREQ VOICE`: p4 is the MIDI key, p5 the gain from 0 to 1, p6 the frequency in hertz,
  /// and p7 the N of the channels `freq.N`, `bend.N`, `gate.N`, `pressure.N`, `timbre.N`, `x.N` and `y.N`.
  ///
  /// A file that uses MIDI opcodes or flags gets MIDI as it arrives. Both kinds go on after their score; any
  /// other file ends with it.
  package final class CsdEngine: ProgramEngine, @unchecked Sendable {
    // Sendable because `prepare` and `render` are never called at the same time, as the protocol demands; the
    // program for the next `prepare` is behind a lock.
    package let name = "Csound"
    package let widgets: [Widget]
    package let voiceCapacity = CsoundVoicePlayer.capacity
    package let noteInput: NoteInput
    package let hearsChannels = true
    package let programPath: String
    /// Whether the caller, not the file, said how it gets its notes.
    private let hasChosenInput: Bool
    private let controlBlocks: ControlBlocks?
    private let ranges: [String: ClosedRange<Double>]
    private let hints: [String: WidgetHints]
    private let newest: Mutex<Program>
    private let log: @Sendable (String) -> Void
    private var performance: Performance?
    private var performer: UnsafeMutablePointer<PerformanceRenderer>?

    /// A file that has been compiled once, and what it says about its stream.
    private struct Program: Sendable {
      var document: CsdDocument
      var stream: DeclaredStreamFormat

      init(_ document: CsdDocument, _ instance: CsoundInstance) {
        self.document = document
        stream = DeclaredStreamFormat(instance)
      }
    }

    /// Compiles the file, for its widgets and its errors.
    /// - Parameters:
    ///   - noteInput: nil to choose by the file's opcodes and flags.
    ///   - controlBlocks: nil for what suits the file best.
    ///   - ranges: from a mapping, for channels whose range the file does not give; 0 to 1 for all others.
    ///   - hints: from a patch, for channels; they override the file.
    ///   - log: gets what Csound says, on any thread but the audio thread.
    /// - Throws: Csound's own message and line.
    package convenience init(
      file: String, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
      ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:],
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SpinetError) {
      try self.init(
        CsdDocument(file: file), noteInput: noteInput, controlBlocks: controlBlocks, ranges: ranges,
        hints: hints, log: log)
    }

    package init(
      _ document: CsdDocument, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
      ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:],
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SpinetError) {
      programPath = document.file
      self.controlBlocks = controlBlocks
      self.ranges = ranges
      self.hints = hints
      self.log = log
      hasChosenInput = noteInput != nil
      self.noteInput = noteInput ?? document.noteInput
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), tell: { _ in })
      newest = Mutex(Program(document, instance))
      widgets = instance.makeWidgets(ranges: ranges, hints: hints)
    }

    package var programFiles: [String] { CsdDocument.files(ofProgramAt: programPath) }

    package func recompile() throws(SpinetError) -> [String] {
      let document = try CsdDocument(file: programPath)
      let instance = try CsoundInstance(document, CsoundInstance.Settings(), tell: { _ in })
      let program = Program(document, instance)
      newest.withLock { $0 = program }
      let fresh = instance.makeWidgets(ranges: ranges, hints: hints)
      var notes = newcomers(among: fresh, of: programPath)
      let changed = fresh.filter { new in widgets.contains { $0.name == new.name && !$0.isLike(new) } }
      if !changed.isEmpty {
        let names = changed.map(\.name).joined(separator: ", ")
        notes.append("\(programPath): what it says of \(names) now counts after a new start")
      }
      if !hasChosenInput, document.noteInput != noteInput {
        notes.append("\(programPath): its keys come as \(document.noteInput) after a new start")
      }
      return notes
    }

    package var takesInput: Bool { newest.withLock { $0.document.readsInput } }

    package var periodUnit: Int {
      newest.withLock { $0.document.periodUnit(controlBlocks, $0.stream.blockFrames) }
    }

    package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
      performer = nil
      performance = nil
      let program = newest.withLock { $0 }
      var plan = Performance.Plan(
        program.document, controlBlocks, written: program.stream, framesPerSecond: framesPerSecond,
        period: largestBlock)
      plan.noteInput = noteInput
      plan.isOpenEnded = noteInput == .midi || !program.document.voiceInstruments.isEmpty
      let tell = { @Sendable [log] (message: CsoundMessage) in log(message.text) }
      let performance = try Performance(program.document, plan, widgets: widgets, link: link, tell: tell)
      performance.warmUp()
      try performance.readMessages(tell)
      self.performance = performance
      performer = performance.performer
    }

    /// Silent before the first `prepare`. [audio-thread]
    @_noLocks package func render(_ block: AudioBlock) {
      guard let performer else { return block.silence() }
      performer.pointee.render(block)
    }
  }

  extension Widget {
    /// Whether it has the same kind, range, unit, curve and default.
    fileprivate func isLike(_ other: Widget) -> Bool {
      kind == other.kind && range == other.range && unit == other.unit && curve == other.curve
        && defaultValue == other.defaultValue
    }
  }
#endif
