import SpinetEngine
import SpinetLibrary
import SpinetRealtime

/// Compiles an engine's program again when a file of it has changed, while the old one plays on. [control-thread]
final class ProgramRecompiler {
  /// The result of a compilation.
  enum Outcome: Sendable {
    /// The engine can be started again; with the compiler's remarks.
    case ready([String])
    case failed(SpinetError)
  }

  private let engine: any ProgramEngine
  private let finished: @Sendable () -> Void
  private var stamps: [String: FileStamp]
  private var compilation: BackgroundJob<Outcome>?

  /// - Parameters:
  ///   - moment: when the program began to be read; what has been saved since is compiled at the first check.
  ///   - finished: called by the compiling thread when there is an outcome to take.
  init(engine: any ProgramEngine, readAt moment: FileStamp.Moment, finished: @escaping @Sendable () -> Void) {
    self.engine = engine
    self.finished = finished
    stamps = FileStamp.all(of: Self.files(of: engine), unchangedSince: moment)
  }

  // The job waits for its thread, and a compiler may take a minute.
  deinit { if compilation != nil { engine.stopCompiling() } }

  /// The program's file and those that it includes.
  var files: [String] { Self.files(of: engine) }

  // A pipe can be read only once.
  private static func files(of engine: any ProgramEngine) -> [String] {
    FileStamp(of: engine.programPath) == nil ? [engine.programPath] : engine.programFiles
  }

  /// Starts to compile when a file of the program has changed. A program whose file is missing for a moment, as
  /// while some editors save, is waited for.
  func recompileIfChanged() throws(SpinetError) {
    guard compilation == nil else { return }
    let now = FileStamp.all(of: files)
    guard now[engine.programPath] != nil, now != stamps else { return }
    stamps = now
    compilation = try BackgroundJob(
      "spinet-compile", work: { [engine] in Self.compile(engine) }, finished: finished)
  }

  private static func compile(_ engine: any ProgramEngine) -> Outcome {
    do throws(SpinetError) {
      return .ready(try engine.recompile())
    } catch {
      return .failed(error)
    }
  }

  /// The result of a compilation that has ended, once.
  func takeOutcome() -> Outcome? {
    guard let outcome = compilation?.takeOutcome() else { return nil }
    compilation = nil
    return outcome
  }
}
