import SpinetRealtime

/// Clients' events in order of time. Future events wait here and do not delay other clients. [control-thread]
struct InboxSchedule {
  private var waiting: [InputEvent] = []
  private var lastTimes: [ClientID: HostTime] = [:]

  /// Nothing may be further away than this.
  static let furthestSeconds = 1.0
  /// How long before its moment something is handed out, so that the engine has it in time.
  static let leadNanoseconds: UInt64 = 1_500_000

  /// A client's events keep their order, whatever their stamps say.
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

  /// The oldest event whose moment has come.
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
