import SpinetRealtime

extension LiveSession {
  /// Answers a client when another thread has done the work. If the work throws, the error is the answer.
  ///
  /// - Parameter ended: called by control before the answer.
  func answer(
    _ client: Int32, byThread name: String, _ work: @escaping @Sendable () throws(SpinetError) -> [String],
    ended: @escaping () -> Void = {}
  ) throws(SpinetError) {
    let lines = { @Sendable in
      do throws(SpinetError) { return try work() } catch { return [RemoteRefusal(error).line] }
    }
    let job = try BackgroundJob(name, work: lines) { [handle] in handle.wake() }
    pendingAnswers.append(PendingAnswer(job: job, client: client, ended: ended))
  }

  /// Answers the clients whose work has ended.
  func sendPendingAnswers() {
    pendingAnswers.removeAll { pending in
      guard let lines = pending.job.takeOutcome() else { return false }
      pending.ended()
      reply(lines, to: pending.client)
      return true
    }
  }
}

/// An answer that another thread is working on, and the client that waits for it.
struct PendingAnswer {
  let job: BackgroundJob<[String]>
  let client: Int32
  let ended: () -> Void
}
