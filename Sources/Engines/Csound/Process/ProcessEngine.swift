import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// An engine whose program runs in a process beside this one. What kills the program ends its sound, and nothing else.
///
/// Live, it sounds a period later than it would in this process: a block is computed while the one before it plays.
/// Offline, each block is waited for.
package final class ProcessEngine: ProgramEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, as the protocol demands.
  package let name: String
  package let widgets: [Widget]
  package let noteInput: NoteInput
  package let programPath: FilePath
  private let description: EngineDescription
  private let program: Program
  private let log: @Sendable (String) -> Void
  private let isOffline: Bool
  /// Another one after the first has ended.
  private let current: Mutex<EngineProcess>
  private let isUnwanted: @Sendable () -> Bool
  /// Of the last stream.
  private var preparedOutputs: Int
  private var player = PreparedPlayer<ProcessPlayer>()

  /// How a process is started, and what it is to play.
  package struct Program: Sendable {
    /// The program that calls `EngineServer.run`, and its arguments.
    package var words: [String]
    /// The main file, for messages.
    package var path: FilePath
    /// For messages: `Csound`.
    package var kind: String
    /// What the process makes the engine from.
    package var text: String
    /// All files that the program consists of.
    package var files: @Sendable () -> [FilePath]
  }

  /// Starts a process, and waits until it has made the engine.
  /// - Parameters:
  ///   - isOffline: whether rendering waits for the process.
  ///   - isUnwanted: if it returns true, the process is ended. [any-thread]
  ///   - log: gets the program's messages. [any-thread]
  package init(
    _ program: Program, isOffline: Bool, isUnwanted: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    programPath = program.path
    self.program = program
    self.log = log
    self.isOffline = isOffline
    self.isUnwanted = isUnwanted
    let (process, description) = try Self.start(program, isUnwanted, log)
    current = Mutex(process)
    self.description = description
    name = description.name
    widgets = description.widgets.map { $0.makeWidget() }
    noteInput = description.takesMIDI ? .midi : .voices
    preparedOutputs = description.outputCount
    process.show(widgets)
  }

  private static func start(
    _ program: Program, _ isUnwanted: () -> Bool, _ log: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) -> (EngineProcess, EngineDescription) {
    let process = try EngineProcess(program.words, for: program.path.string, log: log)
    let answer = try process.ask(
      .make(program.text), about: program.path.string, doing: "while \(program.kind) compiled it",
      unless: isUnwanted)
    guard case .made(let description) = answer else { throw misunderstood(program.path) }
    return (process, description)
  }

  /// The process, or a new one if it has ended. Its program may have been edited, but what plays it stays as it was made.
  private func livingProcess() throws(SpinetError) -> EngineProcess {
    let process = current.withLock { $0 }
    guard process.life.isOver else { return process }
    let (next, description) = try Self.start(program, isUnwanted, log)
    guard description.widgets.map(\.name) == widgets.map(\.name) else {
      throw SpinetError(
        .engineStopped, what: programPath.string, why: "it has other channels than before",
        remedy: "load it again")
    }
    next.show(widgets)
    current.withLock { $0 = next }
    return next
  }

  private static func misunderstood(_ path: FilePath) -> SpinetError {
    SpinetError(
      .programFailed, what: path.string, why: "the answer of its process cannot be read",
      remedy: "fix it, or play another")
  }

  package var voiceCapacity: Int { max(1, min(description.voiceCapacity, 1_024)) }
  package var hearsChannels: Bool { description.hearsChannels }
  package var fades: Bool { description.fades }
  package var memoryBytes: Int { max(0, description.memoryBytes) }
  package var inputCount: Int { max(0, min(description.inputCount, 256)) }
  package var outputCount: Int { max(2, min(preparedOutputs, 256)) }
  package var inputFile: FilePath? { description.inputFile.map { FilePath($0) } }
  package var periodUnit: Int { max(1, min(description.periodUnit, 65_536)) }
  package var ownFramesPerSecond: Double? { description.ownFramesPerSecond }
  package var hasScore: Bool { description.hasScore }
  package var isContinuous: Bool { description.isContinuous }
  package var programFiles: [FilePath] { program.files() }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let format = SharedFormat(
      framesPerSecond: framesPerSecond, largestBlock: largestBlock, widgetCount: widgets.count,
      outputCount: outputCount, inputCount: inputCount, isOffline: isOffline)
    try player.prepare { () throws(SpinetError) in
      let process = try livingProcess()
      _ = try ask(.stop, process)
      let stream = try process.makeStream(format)
      let player = ProcessPlayer(
        process.life, wake: process.wakeDescriptor, stream, widgets, link)
      let answer = try ask(.prepare(format), process)
      guard case .prepared(let outputs) = answer else { throw Self.misunderstood(programPath) }
      preparedOutputs = outputs
      return player
    }
  }

  private func ask(
    _ question: EngineQuestion, _ process: EngineProcess
  ) throws(SpinetError) -> EngineMessage {
    try process.ask(
      question, about: programPath.string, doing: "while it was started", unless: isUnwanted)
  }

  /// Silent before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) { player.render(block) { $0.render($1) } }
}

extension ProcessEngine: CommandedEngine {
  package func work(
    for command: ProgramCommand
  ) throws(SpinetError) -> @Sendable () throws(SpinetError) -> ProgramAnswer {
    let process = current.withLock { $0 }
    return { [programPath] () throws(SpinetError) in
      let answer = try process.ask(
        EngineQuestion(command), about: programPath.string, doing: "during the command", within: 30)
      guard let answer = answer.answer else { throw Self.misunderstood(programPath) }
      return answer
    }
  }
}
