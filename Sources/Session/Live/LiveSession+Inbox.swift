import Logging
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

extension LiveSession {
  /// Carries out the clients' events up to now. Future events wait.
  func takeInbox() {
    let hasLost = handle.inbox.drain { event in receive(event) }
    carryOutDue()
    guard hasLost else { return }
    schedule.removeAll()
    releaseAll()
    logger.warning("input overrun: events were lost, so all keys were released")
  }

  private func carryOutDue() {
    let now = HostTime.now
    while let event = schedule.next(at: now) { carryOut(event) }
  }

  /// Requests have no time: they are answered at once, after the events that are due.
  private func receive(_ event: InputEvent) {
    switch event.action {
    case .message, .finger, .move: schedule.add(event, at: .now)
    case .request(let request, let reply):
      carryOutDue()
      answer(request, then: reply)
    case .left: leave(event.client)
    }
  }

  /// Carries out the due events of a client that leaves, and drops its future ones.
  private func leave(_ client: ClientID) {
    carryOutDue()
    schedule.remove(client)
    performer.clientLeft(client, at: .now)
    journal?.left(client.port)
  }

  private func carryOut(_ event: InputEvent) {
    switch event.action {
    case .message(let message, let part): take(message, ofPart: part, from: event.client, at: event.time)
    case .finger(let finger):
      performer.take(finger, of: event.client, at: event.time)
      journal?.take(finger, of: event.client, at: event.time)
    case .move(let widget, let value):
      widget.set(value)
      if let reading = widget.reading { take(reading, value, at: event.time) }
      journal?.takeMove(of: widget, at: event.time)
    case .request, .left: break
    }
  }

  private func take(_ reading: Reading, _ value: Double, at time: HostTime) {
    performer.take(reading, value, at: time) { _ in }
  }

  /// Answers a request of an inbox client, at once or when the work is done.
  private func answer(_ request: String, then reply: @escaping @Sendable ([String]) -> Void) {
    lastInboxRequest &-= 1
    waitingReplies[lastInboxRequest] = reply
    if let lines = answer(request, for: lastInboxRequest) { self.reply(lines, to: lastInboxRequest) }
  }

  /// Answers a request that has waited.
  ///
  /// - Parameter client: below 0 for a client of the inbox, otherwise the descriptor of the socket.
  func reply(_ lines: [String], to client: Int32) {
    guard let reply = waitingReplies.removeValue(forKey: client) else {
      return socket.reply(lines, to: client)
    }
    reply(lines)
  }

  /// Refuses the inbox clients' requests that are still waiting.
  func endReplies() {
    let ended = SpinetError(
      .instrumentNotRunning, what: instrument.name, why: "the instrument has ended", remedy: "start it again")
    for reply in waitingReplies.values { reply([RemoteRefusal(ended).line]) }
    waitingReplies.removeAll()
  }
}
