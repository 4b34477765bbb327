import Foundation
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// Plays a Faust program: as many voices as it wants, or one state that sounds always, and its effect.
public final class FaustEngine: ProgramEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks; the
  // program for the next `prepare` is behind a lock.
  public let name = "Faust"
  public let programPath: String
  public let widgets: [Widget]
  public let voiceCapacity: Int
  public let takesInput: Bool

  private let environment: [String: String]
  private let newest: Mutex<FaustProgram>
  private var player = PreparedPlayer<FaustVoicePlayer>()
  /// Whether compilers are to end.
  private let isStopping = Atomic(false)

  /// - Parameter environment: for when it is compiled again.
  public init(_ program: FaustProgram, environment: [String: String] = ProcessInfo.processInfo.environment) {
    programPath = program.path
    widgets = program.widgets
    voiceCapacity = program.voiceCapacity
    takesInput = program.takesInput
    self.environment = environment
    newest = Mutex(program)
  }

  public var programFiles: [String] { FaustSourceFile.files(ofProgramAt: programPath) }

  public func recompile() throws(SpinetError) -> [String] {
    let program = try FaustProgram(
      path: programPath, environment: environment, adopting: widgets,
      unless: { self.isStopping.load(ordering: .relaxed) })
    newest.withLock { $0 = program }
    return program.notes + newcomers(among: program.widgets, of: program.name)
  }

  /// Compilers end now, and none starts before the next `prepare`.
  public func stopCompiling() { isStopping.store(true, ordering: .relaxed) }

  /// - Throws: if there is no memory for all the voices.
  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    isStopping.store(false, ordering: .relaxed)
    let program = newest.withLock { $0 }
    let stream = StreamFormat(framesPerSecond: framesPerSecond, largestBlock: max(1, largestBlock))
    try player.prepare { () throws(SpinetError) in
      guard let states = DSPInstancePool(program, voices: voiceCapacity, framesPerSecond: framesPerSecond)
      else {
        throw SpinetError(
          .device, what: program.name, why: "there is no memory for \(voiceCapacity) voices",
          remedy: "declare fewer: declare options \"[nvoices:4]\";")
      }
      return FaustVoicePlayer(
        program, voices: voiceCapacity, states: states, stream: stream, end: link.takeAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks public func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
