import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// Plays a `.csd`: its channels are widgets, its instruments play the keyboard's voices or MIDI.
///
/// Keys play the instrument named `voice`, keys of MIDI channel n the one named `voiceN`. Without either they
/// play the lowest instrument that reads p4, p5 or p6 and that nothing in the file starts. A note is
/// `i N.SSS 0 -1 KEY GAIN FREQ VOICE`: p4 is the MIDI key, p5 the gain from 0 to 1, p6 the frequency in hertz,
/// and p7 the N of the channels `freq.N`, `bend.N`, `gate.N`, `pressure.N`, `timbre.N`, `x.N` and `y.N`.
///
/// A file that uses MIDI opcodes or flags gets MIDI as it arrives. Both kinds continue after their score; any other
/// file ends with its score.
package final class CsdEngine: ProgramEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, as the protocol demands; the
  // program for the next `prepare` is behind a lock.
  package let name = "Csound"
  package let widgets: [Widget]
  package let voiceCapacity = CsoundVoicePlayer.capacity
  package let noteInput: NoteInput
  package let hearsChannels = true
  /// See `OrchestraText.fades`.
  package let fades: Bool
  package let programPath: FilePath
  /// Whether it ends with its score, instead of continuing for live playing.
  private let endsWithScore: Bool
  /// The form of its notes that the caller has chosen; nil lets the file decide.
  private let chosenInput: NoteInput?
  private let controlBlocks: ControlBlocks?
  private let ranges: [String: ClosedRange<Double>]
  private let hints: [String: WidgetHints]
  private let newest: Mutex<Program>
  private let log: @Sendable (String) -> Void
  private var prepared = PreparedPerformance()
  var performance: Performance? { prepared.performance }

  /// A file that has been compiled once, with its sample rate and channels.
  private struct Program {
    var document: CsdDocument
    var stream: DeclaredStreamFormat
    /// The compiled instance until it is played. A stream with the file's own rate and blocks needs no second
    /// compilation.
    var instance: CsoundInstance?
    /// Csound's messages during the compilation.
    var messages: [CsoundMessage] = []

    init(_ document: CsdDocument, _ noteInput: NoteInput, isOpenEnded: Bool) throws(SpinetError) {
      var settings = CsoundInstance.Settings()
      settings.takesMIDI = noteInput == .midi
      settings.isOpenEnded = isOpenEnded
      var messages: [CsoundMessage] = []
      let instance = try CsoundInstance(document, settings) { messages.append($0) }
      self.document = document
      stream = DeclaredStreamFormat(instance)
      self.instance = instance
      self.messages = messages
    }
  }

  /// Compiles the file, for its widgets and its errors.
  /// - Parameters:
  ///   - noteInput: nil to choose by the file's opcodes and flags.
  ///   - controlBlocks: nil for what suits the file best.
  ///   - ranges: from a mapping, for channels whose range the file does not give. All others have 0 to 1, or
  ///     wider if their initial value requires it.
  ///   - hints: from a patch, for channels; they override the file.
  ///   - endsWithScore: to render the score alone.
  ///   - log: gets Csound's messages, on any thread but the audio thread.
  /// - Throws: Csound's own message and line.
  package convenience init(
    file: FilePath, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
    ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:],
    endsWithScore: Bool = false, log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpinetError) {
    try self.init(
      CsdDocument(file: file), noteInput: noteInput, controlBlocks: controlBlocks, ranges: ranges,
      hints: hints, endsWithScore: endsWithScore, log: log)
  }

  package init(
    _ document: CsdDocument, noteInput: NoteInput? = nil, controlBlocks: ControlBlocks? = nil,
    ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:],
    endsWithScore: Bool = false, log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpinetError) {
    programPath = document.file
    fades = document.fades
    self.controlBlocks = controlBlocks
    self.ranges = ranges
    self.hints = hints
    self.log = log
    chosenInput = noteInput
    self.noteInput = noteInput ?? (endsWithScore ? document.noteInput : document.liveNoteInput)
    self.endsWithScore = endsWithScore
    let isOpenEnded = !endsWithScore && document.isOpenEnded(noteInput)
    let watch = try StartWatch(of: document.file, log)
    defer { watch.end() }
    let program = try Program(document, self.noteInput, isOpenEnded: isOpenEnded)
    widgets = program.instance?.makeWidgets(ranges: ranges, hints: hints) ?? []
    newest = Mutex(program)
  }

  package var programFiles: [FilePath] { CsdDocument.files(ofProgramAt: programPath) }

  private func isOpenEnded(_ document: CsdDocument) -> Bool {
    !endsWithScore && document.isOpenEnded(chosenInput)
  }

  package var hasScore: Bool { true }
  package var ownFramesPerSecond: Double? { newest.withLock { $0.stream.framesPerSecond } }

  /// A mono file plays on both sides.
  package var outputCount: Int { newest.withLock { max(2, $0.stream.channelCount) } }

  package var inputFile: FilePath? { newest.withLock { $0.document.inputFile } }

  package var inputCount: Int {
    newest.withLock { $0.document.readsInput ? $0.stream.inputChannelCount : 0 }
  }

  package var periodUnit: Int {
    newest.withLock { $0.document.periodUnit(controlBlocks, $0.stream.blockFrames) }
  }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let program = newest.withLock { program in
      defer { (program.instance, program.messages) = (nil, []) }
      return program
    }
    var plan = Performance.Plan(
      program.document, controlBlocks, written: program.stream, framesPerSecond: framesPerSecond,
      period: largestBlock)
    if plan.framesPerSecond != nil, framesPerSecond != program.stream.framesPerSecond {
      log(
        "\(programPath): written for \(program.stream.framesPerSecond) Hz, it plays at \(framesPerSecond) Hz"
      )
    }
    plan.noteInput = noteInput
    plan.isOpenEnded = isOpenEnded(program.document)
    let watch = try StartWatch(of: programPath, log)
    defer { watch.end() }
    let tell = { @Sendable [log] (message: CsoundMessage) in log(message.text) }
    try prepared.prepare { () throws(SpinetError) in
      let performance = try perform(program, plan, link, tell)
      performance.warmUp()
      try performance.readMessages(tell)
      return performance
    }
  }

  private func perform(
    _ program: Program, _ plan: Performance.Plan, _ link: EngineLink, _ tell: (CsoundMessage) -> Void
  ) throws(SpinetError) -> Performance {
    guard plan.isAsWritten, let instance = program.instance else {
      return try Performance(program.document, plan, widgets: widgets, link: link, tell: tell)
    }
    program.messages.forEach(tell)
    return Performance(instance, plan, widgets: widgets, link: link)
  }

  /// Silent before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) { prepared.render(block) }
}
