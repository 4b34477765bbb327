import SpinetDevices
import SpinetRealtime

/// The requests whose answers other threads work out. Each is answered exactly once: when its work has ended, with the
/// error that the work throws, or with a refusal when the instrument ends. Control never waits for one. [control-thread]
final class Requests {
  /// Returns the response on a thread of its own.
  typealias Work = @Sendable () throws(SpinetError) -> Response

  private struct Waiting {
    let job: BackgroundJob<Response>
    let reply: WaitingReply
    let ended: () -> Void
  }

  private var waiting: [Waiting] = []
  private let worker: any Worker
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - worker: works out the answers.
  ///   - wake: called by other threads when `sendAnswers` has something to send.
  init(on worker: any Worker = ThreadWorker(), wake: @escaping @Sendable () -> Void) {
    (self.worker, self.wake) = (worker, wake)
  }

  /// Answers when a thread of that name has done the work.
  ///
  /// - Parameters:
  ///   - ended: called by control before the answer.
  ///   - prepare: called at once; an error is the answer.
  func answer(
    _ reply: consuming Reply, byThread name: String, ended: @escaping () -> Void = {},
    _ prepare: () throws(SpinetError) -> Work
  ) {
    let reply = WaitingReply(reply)
    do throws(SpinetError) {
      let work = try prepare()
      let job = try BackgroundJob(name, on: worker, work: { @Sendable in Response(of: work) }, finished: wake)
      waiting.append(Waiting(job: job, reply: reply, ended: ended))
    } catch {
      reply.answer(.refused(error))
    }
  }

  /// Answers the requests whose work has ended.
  func sendAnswers() {
    waiting.removeAll { waiting in
      guard let response = waiting.job.popOutcome() else { return false }
      waiting.ended()
      waiting.reply.answer(response)
      return true
    }
  }

  /// Refuses what still waits. Work that has begun is done to its end.
  func refuseAll(_ error: SpinetError) {
    for waiting in waiting { waiting.reply.answer(.refused(error)) }
  }
}
