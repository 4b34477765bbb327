import SpinetRealtime

/// The clients' events, sorted by time. Future events wait here and do not delay other clients. [control-thread]
struct InboxSchedule {
  private var waiting: [InputEvent] = []
  private var lastTimes: [ClientID: HostTime] = [:]

  /// Events that are further in the future are played this far ahead.
  static let furthestSeconds = 1.0
  /// How long before its time an event is returned, so that the engine gets it in time.
  static let leadNanoseconds: UInt64 = 1_500_000

  /// Adds an event. A client's events keep their order, whatever their time stamps are.
  mutating func add(_ event: InputEvent, at now: HostTime) {
    var event = event
    let latest = now.advanced(bySeconds: Self.furthestSeconds)
    event.time = min(event.time, latest)
    if let last = lastTimes[event.client] { event.time = max(event.time, last) }
    lastTimes[event.client] = event.time
    let index = waiting.lastIndex { $0.time <= event.time }.map { $0 + 1 } ?? 0
    waiting.insert(event, at: index)
  }

  /// Drops the pending events of a client that left.
  mutating func remove(_ client: ClientID) {
    waiting.removeAll { $0.client == client }
    lastTimes[client] = nil
  }

  mutating func removeAll() {
    waiting.removeAll()
    lastTimes.removeAll()
  }

  /// Removes and returns the oldest event that is due.
  mutating func next(at now: HostTime) -> InputEvent? {
    guard let first = waiting.first, first.time.nanoseconds <= now.nanoseconds + Self.leadNanoseconds else {
      return nil
    }
    return waiting.removeFirst()
  }

  /// When `next` must be called again; nil while nothing waits.
  var nextMoment: HostTime? {
    waiting.first.map {
      HostTime(nanoseconds: $0.time.nanoseconds - min($0.time.nanoseconds, Self.leadNanoseconds))
    }
  }
}
