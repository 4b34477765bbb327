import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText

// Sending score lines, orchestra text and table values to a program that plays.
extension RequestHandler {
  /// Sends a command to the program of a part. Another thread waits for the audio thread and for the answer.
  ///
  /// - Parameter name: the part; nil for the only one that plays a program.
  func send(_ command: ProgramCommand, toPart name: String?, _ reply: consuming Reply) {
    jobs.answer(reply, byThread: "spinet-program") { () throws(SpinetError) in
      let engine = try program(ofPart: name)
      guard output.isRunning else {
        throw SpinetError(
          .engineStopped, what: "engine", why: "it is stopped", remedy: Remedy(.startEngine))
      }
      let work = try engine.work(for: command)
      return { () throws(SpinetError) in .program(try work()) }
    }
  }

  private func program(ofPart name: String?) throws(SpinetError) -> any CommandedEngine {
    let programs = instrument.parts.filter { $0.engine is any CommandedEngine }
    if name == nil, programs.count == 1, let engine = programs[0].engine as? any CommandedEngine {
      return engine
    }
    let part = instrument.parts[try index(ofPart: name)]
    guard let engine = part.engine as? any CommandedEngine else {
      throw SpinetError(
        .notApplicable, what: part.part.name, why: "it is not a Csound program", remedy: "play a .csd")
    }
    return engine
  }
}
