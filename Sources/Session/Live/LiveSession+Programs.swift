import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText

// Score lines, orchestra text and table values for a program that plays.
extension LiveSession {
  /// Sends a command to the program of a part. Another thread waits for the audio thread, and then for the answer.
  ///
  /// - Parameter name: the part; nil for the only one that plays a program.
  func send(
    _ command: ProgramCommand, toPart name: String?, for client: Int32
  ) throws(SpinetError) {
    let engine = try program(ofPart: name)
    guard host.isRunning else {
      throw SpinetError(
        .device, what: "engine", why: "it is stopped", remedy: "start it with 'spinet engine start'")
    }
    let work = try engine.work(for: command)
    let answered = { @Sendable in
      do throws(SpinetError) { return try work() } catch { return [RemoteRefusal(error).line] }
    }
    let job = try BackgroundJob("spinet-program", work: answered) { [handle] in handle.wake() }
    sentCommands.append(SentCommand(job: job, client: client))
  }

  private func program(ofPart name: String?) throws(SpinetError) -> any CommandedEngine {
    let programs = instrument.parts.filter { $0.engine is any CommandedEngine }
    if name == nil, programs.count == 1, let engine = programs[0].engine as? any CommandedEngine {
      return engine
    }
    let part = instrument.parts[try index(ofPart: name)]
    guard let engine = part.engine as? any CommandedEngine else {
      throw SpinetError(
        .usage, what: part.part.name, why: "it is no Csound program", remedy: "play a .csd")
    }
    return engine
  }

  /// Answers those whose commands have been carried out.
  func answerSentCommands() {
    sentCommands.removeAll { sent in
      guard let lines = sent.job.takeOutcome() else { return false }
      reply(lines, to: sent.client)
      return true
    }
  }
}

/// A command on its way, and who waits for it.
struct SentCommand {
  let job: BackgroundJob<[String]>
  let client: Int32
}
