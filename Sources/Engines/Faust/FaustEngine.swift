import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// Plays a Faust program with voices, or one that sounds all the time, and its effect.
package final class FaustEngine: ProgramEngine, @unchecked Sendable {
  // Sendable because the protocol demands that `prepare` and `render` are not called at the same time.
  package let name = "Faust"
  package let programPath: FilePath
  package let widgets: [Widget]
  package let voiceCapacity: Int
  package let inputCount: Int
  package let outputCount: Int
  package let isContinuous: Bool

  private let program: FaustProgram
  private let includeFolders: [FilePath]
  private var player = PreparedPlayer<FaustVoicePlayer>()
  /// Whether a held voice fades. It is heard when the engine is prepared.
  private let heard = Atomic<Bool>(false)

  /// - Parameter includeFolders: where the program's files are looked for, after its own folder.
  package init(_ program: FaustProgram, includeFolders: [FilePath] = []) {
    self.program = program
    self.includeFolders = includeFolders
    programPath = program.path
    widgets = program.widgets
    voiceCapacity = program.voiceCapacity
    inputCount = program.inputCount
    outputCount = max(2, program.outputCount)
    isContinuous = program.targets.isEmpty
  }

  package var fades: Bool { heard.load(ordering: .relaxed) }

  package var programFiles: [FilePath] {
    FaustSourceFile.files(ofProgramAt: programPath, includeFolders: includeFolders)
  }

  /// - Throws: if there is not enough memory for all voices.
  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let stream = StreamFormat(framesPerSecond: framesPerSecond, largestBlock: max(1, largestBlock))
    try player.prepare { () throws(SpinetError) in
      let pool = ProgramCode.running(program.name) {
        DSPInstancePool(program, voices: voiceCapacity, framesPerSecond: framesPerSecond)
      }
      guard let states = pool else {
        throw SpinetError(
          .outOfResources, what: program.name, why: "there is not enough memory for \(voiceCapacity) voices",
          remedy: "declare fewer: declare options \"[nvoices:4]\";")
      }
      let made = FaustVoicePlayer(
        program, voices: voiceCapacity, states: states, stream: stream, end: link.claimAudioEnd())
      heard.store(made.fades, ordering: .relaxed)
      return made
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
