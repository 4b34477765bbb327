import Logging
import SpinetRealtime
import SpinetWidgets

/// Carries out what clients of the inbox do, each event at its time, and each client's events in their order.
///
/// A client that leaves does nothing more. If a release was lost, everything is released. [control-thread]
final class InputQueue {
  private let inbox: Inbox
  private let performer: Performer
  private let requests: RequestHandler
  private let logger: Logger
  private var schedule = InboxSchedule()

  init(_ inbox: Inbox, playing performer: Performer, asking requests: RequestHandler, logger: Logger) {
    (self.inbox, self.performer, self.requests, self.logger) = (inbox, performer, requests, logger)
  }

  /// Requests have no time: they are answered at once, after the events that are due.
  private func receive(_ event: InputEvent, at now: HostTime) {
    switch event.action {
    case .message, .finger, .move: schedule.add(event, at: now)
    case .request(let request, let waiting):
      carryOutDue(at: now)
      if let reply = waiting.pop() { requests.carryOut(request, reply) }
    case .left: leave(event.client, at: now)
    }
  }

  /// Carries out the due events of a client that leaves, and drops its future ones.
  private func leave(_ client: ClientID, at now: HostTime) {
    carryOutDue(at: now)
    schedule.remove(client)
    performer.clientLeft(client, at: now)
  }

  private func carryOutDue(at now: HostTime) {
    while let event = schedule.next(at: now) { carryOut(event) }
  }

  private func carryOut(_ event: InputEvent) {
    switch event.action {
    case .message(let message, let part):
      performer.take(message, ofPart: part, from: event.client, at: event.time)
    case .finger(let finger): performer.take(finger, of: event.client, at: event.time)
    case .move(let widget, let value): performer.move(widget, to: value, at: event.time)
    case .request, .left: break
    }
  }
}

extension InputQueue: Service {
  func nextMoment(after now: HostTime) -> HostTime? { schedule.nextMoment }

  /// Carries out the clients' events up to now. Future events wait.
  func turn(at now: HostTime, isReady: Bool) {
    let hasLost = inbox.drain { event in receive(event, at: now) }
    carryOutDue(at: now)
    guard hasLost else { return }
    schedule.removeAll()
    performer.releaseAll(at: now)
    logger.warning("input overrun: events were lost, so all keys were released")
  }
}
