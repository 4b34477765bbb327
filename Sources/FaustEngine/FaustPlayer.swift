import Engine
import Realtime
import Widgets

/// Plays a Faust program: as many voices as it wants, or one state that sounds always, and its effect.
public final class FaustPlayer: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks.
  public let name = "Faust"
  public let program: FaustProgram
  public var widgets: [Widget] { program.widgets }
  public var voiceCapacity: Int { program.voiceCapacity }

  private var link: EngineLink?
  private var states: ProgramStates?
  private var ensemble: UnsafeMutablePointer<Ensemble>?

  public init(_ program: FaustProgram) { self.program = program }

  deinit { forget() }

  /// - Throws: if there is no memory for all the voices.
  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    forget()
    guard let states = ProgramStates(program, framesPerSecond: framesPerSecond) else {
      throw EngineFailure(
        .machine, what: program.name, why: "there is no memory for \(voiceCapacity) voices",
        remedy: "declare fewer: declare options \"[nvoices:4]\";")
    }
    self.link = link
    self.states = states
    let stream = StreamShape(framesPerSecond: framesPerSecond, largestBlock: max(1, largestBlock))
    let prepared = UnsafeMutablePointer<Ensemble>.allocate(capacity: 1)
    prepared.initialize(to: Ensemble(program, states: states, stream: stream, end: link.audioEnd))
    ensemble = prepared
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks public func render(_ block: AudioBlock) {
    guard let ensemble else { return block.silence() }
    ensemble.pointee.render(block)
  }

  private func forget() {
    ensemble?.pointee.deallocate()
    ensemble?.deinitialize(count: 1)
    ensemble?.deallocate()
    ensemble = nil
    states = nil
    link = nil
  }
}
