import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// Plays a Faust program with voices, or one that sounds all the time, and its effect.
package final class FaustEngine: ProgramEngine, @unchecked Sendable {
  // Sendable because the protocol demands that `prepare` and `render` are not called at the same time. The program for
  // the next `prepare` is behind a lock.
  package let name = "Faust"
  package let programPath: String
  package let widgets: [Widget]
  package let voiceCapacity: Int
  package let takesInput: Bool

  private let settings: FaustSettings
  private let newest: Mutex<FaustProgram>
  private var player = PreparedPlayer<FaustVoicePlayer>()
  /// Whether compilers must stop.
  private let isStopping = Atomic(false)

  /// - Parameter settings: for `recompile`.
  package init(_ program: FaustProgram, settings: FaustSettings = FaustSettings()) {
    programPath = program.path
    widgets = program.widgets
    voiceCapacity = program.voiceCapacity
    takesInput = program.takesInput
    self.settings = settings
    newest = Mutex(program)
  }

  package var programFiles: [String] {
    FaustSourceFile.files(ofProgramAt: programPath, includeFolders: settings.includeFolders)
  }

  package func recompile() throws(SpinetError) -> [String] {
    let program = try FaustProgram(
      path: programPath, settings: settings, adopting: widgets,
      unless: { self.isStopping.load(ordering: .relaxed) })
    newest.withLock { $0 = program }
    return program.notes + newWidgets(among: program.widgets, of: program.name)
  }

  /// Stops compilers. None starts before the next `prepare`. [any-thread]
  package func stopCompiling() { isStopping.store(true, ordering: .relaxed) }

  /// - Throws: if there is not enough memory for all voices.
  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    isStopping.store(false, ordering: .relaxed)
    let program = newest.withLock { $0 }
    let stream = StreamFormat(framesPerSecond: framesPerSecond, largestBlock: max(1, largestBlock))
    try player.prepare { () throws(SpinetError) in
      let pool = ProgramCode.running(program.name) {
        DSPInstancePool(program, voices: voiceCapacity, framesPerSecond: framesPerSecond)
      }
      guard let states = pool else {
        throw SpinetError(
          .device, what: program.name, why: "there is not enough memory for \(voiceCapacity) voices",
          remedy: "declare fewer: declare options \"[nvoices:4]\";")
      }
      return FaustVoicePlayer(
        program, voices: voiceCapacity, states: states, stream: stream, end: link.takeAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
