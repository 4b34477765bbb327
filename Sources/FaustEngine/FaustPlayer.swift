import Engine
import Foundation
import Realtime
import Synchronization
import Widgets

/// Plays a Faust program: as many voices as it wants, or one state that sounds always, and its effect.
public final class FaustPlayer: ProgramEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time, which the protocol asks; the
  // program for the next `prepare` is behind a lock.
  public let name = "Faust"
  public let programPath: String
  public let widgets: [Widget]
  public let voiceCapacity: Int
  public let takesInput: Bool

  private let environment: [String: String]
  private let newest: Mutex<FaustProgram>
  private var link: EngineLink?
  private var program: FaustProgram?
  private var states: ProgramStates?
  private var ensemble: UnsafeMutablePointer<Ensemble>?

  /// - Parameter environment: for when it is compiled again.
  public init(_ program: FaustProgram, environment: [String: String] = ProcessInfo.processInfo.environment) {
    programPath = program.path
    widgets = program.widgets
    voiceCapacity = program.voiceCapacity
    takesInput = program.takesInput
    self.environment = environment
    newest = Mutex(program)
  }

  deinit { forget() }

  public var programFiles: [String] { FaustSourceFile.files(ofProgramAt: programPath) }

  public func recompile() throws(EngineFailure) -> [String] {
    let program = try FaustProgram(path: programPath, environment: environment, adopting: widgets)
    newest.withLock { $0 = program }
    return program.notes + newcomers(among: program.widgets, of: program.name)
  }

  /// - Throws: if there is no memory for all the voices.
  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    forget()
    let program = newest.withLock { $0 }
    guard let states = ProgramStates(program, voices: voiceCapacity, framesPerSecond: framesPerSecond) else {
      throw EngineFailure(
        .machine, what: program.name, why: "there is no memory for \(voiceCapacity) voices",
        remedy: "declare fewer: declare options \"[nvoices:4]\";")
    }
    self.link = link
    self.program = program
    self.states = states
    let stream = StreamShape(framesPerSecond: framesPerSecond, largestBlock: max(1, largestBlock))
    let prepared = UnsafeMutablePointer<Ensemble>.allocate(capacity: 1)
    prepared.initialize(
      to: Ensemble(program, voices: voiceCapacity, states: states, stream: stream, end: link.audioEnd))
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
    program = nil
    link = nil
  }
}
