import Engine
import Realtime
import Synchronization

/// Compiles an engine's program anew when its file has changed, beside the sound. [control-thread]
final class ProgramWatch {
  /// What became of a compilation.
  enum Outcome: Sendable {
    /// To be taken up, with what is worth telling.
    case ready([String])
    case failed(EngineFailure)
  }

  private let engine: any ProgramEngine
  private let finished: @Sendable () -> Void
  private let outcome = OutcomeBox()
  private var stamps: [String: FileStamp]
  private var worker: Worker?

  /// - Parameters:
  ///   - moment: when the program began to be read; what has been saved since is compiled at the first look.
  ///   - finished: called by the compiling thread when there is an outcome to take.
  init(engine: any ProgramEngine, readAt moment: FileStamp.Moment, finished: @escaping @Sendable () -> Void) {
    self.engine = engine
    self.finished = finished
    stamps = FileStamp.all(of: Self.files(of: engine), unchangedSince: moment)
  }

  /// What the program is made of, by its text.
  var files: [String] { Self.files(of: engine) }

  // A pipe must not be read once more.
  private static func files(of engine: any ProgramEngine) -> [String] {
    FileStamp(of: engine.programPath) == nil ? [engine.programPath] : engine.programFiles
  }

  /// Starts to compile when a file of the program is not what it was. A program that is away for a moment, as some
  /// editors save, is waited for.
  func look() throws(ThreadError) {
    guard worker == nil else { return }
    let now = FileStamp.all(of: files)
    guard now[engine.programPath] != nil, now != stamps else { return }
    stamps = now
    worker = try Worker { [engine, outcome, finished] in
      do throws(EngineFailure) {
        outcome.set(.ready(try engine.recompile()))
      } catch {
        outcome.set(.failed(error))
      }
      finished()
    }
  }

  /// What a compilation has come to, once.
  func takeOutcome() -> Outcome? {
    guard let outcome = outcome.take() else { return nil }
    worker = nil
    return outcome
  }
}

/// Carries an outcome from one thread to the other.
private final class OutcomeBox: Sendable {
  private let outcome = Mutex<ProgramWatch.Outcome?>(nil)

  func set(_ value: ProgramWatch.Outcome) { outcome.withLock { $0 = value } }

  func take() -> ProgramWatch.Outcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }
}

/// A thread in an optional's reach.
private final class Worker {
  private let thread: WorkerThread

  init(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    thread = try WorkerThread(name: "spinet-compile", body: body)
  }
}
