import SpinetMIDI

/// Turns a transport into the MIDI clock that is sent: ticks, start, stop, continue and song position, each with its
/// moment, a little ahead of time.
///
/// Ticks go on while the transport stands. A song that goes on in the middle does so at a sixteenth note, because MIDI
/// counts positions in them. [any-thread]
package struct ClockSender: Sendable {
  package struct Event: Hashable, Sendable {
    package let message: MIDIMessage
    /// In nanoseconds of the transport's clock.
    package let moment: UInt64
  }

  /// What is to be sent.
  package struct Events: Hashable, Sendable {
    /// Whether what was scheduled before must not be sent any more.
    package var replaces = false
    package var all: [Event] = []
  }

  private var last: Transport?
  private var wasRunning = false
  /// The position of the next tick.
  private var next = Ticks.zero

  package init() {}

  /// When the next tick is due, in nanoseconds; nil before anything was sent.
  package var nextTick: UInt64? { last?.clock.moment(of: next) }

  /// How long before the tick it begins with a start or a continue comes, in nanoseconds.
  private static let lead: UInt64 = 1_000_000
  /// How long after the transport's beginning others begin with it. After that, the next sixteenth is nearer.
  private static let latestBegin = Ticks.midiClock * 3

  /// What to send up to a moment ahead.
  package mutating func advance(_ transport: Transport, from now: UInt64, until end: UInt64) -> Events {
    var events = Events()
    let position = transport.clock.position(at: now)
    follow(transport, position, at: now, until: end, &events)
    while case let moment = transport.clock.moment(of: next), moment <= end {
      events.all.append(Event(message: .timingClock, moment: max(moment, now)))
      next = next + .midiClock
    }
    // A start stands before the tick that it begins with.
    events.all.sort { ($0.moment, $0.order) < ($1.moment, $1.order) }
    return events
  }

  private mutating func follow(
    _ transport: Transport, _ position: Ticks, at now: UInt64, until end: UInt64, _ events: inout Events
  ) {
    // While it counts before a song, the song does not run yet.
    let isRunning = transport.plays(at: end)
    let old = last
    last = transport
    let jump = old.map { $0.moves != transport.moves && isFar(position, from: $0, at: now) } ?? true
    if jump { (next, events.replaces) = (position.roundedUp(to: .midiClock), old != nil) }
    switch (wasRunning, isRunning) {
    case (false, true): begin(transport, position, at: now, &events)
    case (true, false): add(.stop, now, &events)
    case (true, true) where jump:
      add(.stop, now, &events)
      begin(transport, position, at: now, &events)
    case (false, false):
      let (here, before) = (transport.position(at: now), old?.position(at: now) ?? .zero)
      if here != before, !transport.isRunning { add(.songPosition(Self.sixteenths(of: here)), now, &events) }
    default: break
    }
    wasRunning = isRunning
  }

  private func isFar(_ position: Ticks, from old: Transport, at now: UInt64) -> Bool {
    (position - old.clock.position(at: now)).magnitude > .midiClock
  }

  private mutating func begin(
    _ transport: Transport, _ position: Ticks, at now: UInt64, _ events: inout Events
  ) {
    let first = Self.sixteenth(at: max(position, transport.position(at: now)), of: transport)
    next = min(next, first)
    let moment = transport.clock.moment(of: first)
    let ahead = max(now, moment - min(moment, Self.lead))
    if first == .zero { return add(.start, ahead, &events) }
    add(.songPosition(Self.sixteenths(of: first)), now, &events)
    add(.continue, ahead, &events)
  }

  /// The one with which others begin: the next one, or that with which the transport has just begun, whose ticks are
  /// made up for.
  private static func sixteenth(at position: Ticks, of transport: Transport) -> Ticks {
    let begin = transport.begin
    let isJustOver = begin <= position && position - begin <= latestBegin
    return isJustOver && begin == begin.roundedUp(to: .sixteenth) ? begin : position.roundedUp(to: .sixteenth)
  }

  private func add(_ message: MIDIMessage, _ moment: UInt64, _ events: inout Events) {
    events.all.append(Event(message: message, moment: moment))
  }

  /// MIDI has 14 bits for it, so that longer songs end there.
  private static func sixteenths(of position: Ticks) -> UInt16 {
    UInt16(min(max(position.fractions / Ticks.sixteenth.fractions, 0), 16_383))
  }
}

extension ClockSender.Event {
  /// Of messages at the same moment, ticks come last.
  fileprivate var order: Int {
    switch message {
    case .stop: 0
    case .songPosition: 1
    case .timingClock: 3
    default: 2
    }
  }
}
