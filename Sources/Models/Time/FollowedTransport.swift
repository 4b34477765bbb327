import SpinetMIDI

/// A transport that follows a MIDI clock: its tempo, start, stop, continue and song position.
///
/// The position counts the clock's ticks, and moves towards each in small steps, so that ticks that come early or late
/// are not heard. A clock that falls silent without a stop leaves tempo and transport as they are. [any-thread]
package struct FollowedTransport: Sendable {
  package private(set) var transport: Transport
  private var follower = ClockFollower()
  /// The position of the last tick since the start; nil before the first.
  private var counted: Ticks?
  /// Where the song begins at the next tick.
  private var awaited: Ticks?

  package init(_ transport: Transport = Transport()) { self.transport = transport }

  /// Whether the clock has been silent for longer than `longestSilence`.
  private var isSilent = false
  /// Whether a start, a continue or a song position has taken effect since the last `popMove`.
  private var isMoved = false

  /// Whether the tempo is a clock's. One that has fallen silent keeps its tempo until something else sets it.
  package var isFollowing: Bool { follower.leader != nil && follower.beatsPerMinute != nil && !isSilent }

  /// The tempo of a clock that ticks at this moment; nil while none does.
  package func clockTempo(at nanoseconds: UInt64) -> Tempo? {
    follower.isSilent(at: nanoseconds) ? nil : follower.currentBeatsPerMinute.map { Tempo($0) }
  }

  /// Whether the clock has said where the song is since the last call.
  package mutating func popMove() -> Bool {
    defer { isMoved = false }
    return isMoved
  }

  /// The port of the clock that is followed; nil if none is.
  package var clockPort: PortID? { follower.leader }

  /// What part of a distance each tick corrects. It takes eight ticks, a third of a beat, to be nearly there.
  private static let correction = 0.25
  /// A position that is farther away than a beat is another place, and is taken at once. What is nearer can be a busy
  /// machine that is late with ticks and then sends several at once.
  private static let farthest = Ticks.quarter

  /// Takes a message of a port; those that belong to no clock are ignored.
  ///
  /// - Returns: the tempo, if the message has changed it.
  @discardableResult
  package mutating func take(_ message: MIDIMessage, from port: PortID, at nanoseconds: UInt64) -> Tempo? {
    if let leader = follower.leader, leader != port {
      guard message.beginsClock, follower.isSilent(at: nanoseconds) else { return nil }
      portLeft(leader)
    }
    let beats = follower.take(message, from: port, at: nanoseconds)
    if let beats { transport.set(Tempo(beats), at: nanoseconds) }
    switch message {
    case .timingClock: if follower.leader == port { tick(at: nanoseconds) }
    case .start: awaited = .zero
    case .continue: if !transport.isRunning { awaited = transport.position(at: nanoseconds) }
    case .stop: stop(at: nanoseconds)
    case .songPosition(let sixteenths): locate(Ticks.sixteenth * Int(sixteenths), at: nanoseconds)
    default: break
    }
    return beats.map { Tempo($0) }
  }

  /// In nanoseconds. A clock that stutters is followed again before that.
  private static let longestSilence: UInt64 = 2_000_000_000

  /// Notices a clock that has fallen silent.
  package mutating func listen(at nanoseconds: UInt64) {
    isSilent = follower.isSilent(at: nanoseconds, forLongerThan: Self.longestSilence)
  }

  /// The tempo by hand, until the clock changes its own.
  package mutating func set(_ tempo: Tempo, at nanoseconds: UInt64) { transport.set(tempo, at: nanoseconds) }

  /// Runs from a position by hand, after a lead.
  package mutating func start(from position: Ticks, after lead: Ticks, at nanoseconds: UInt64) {
    (counted, awaited) = (nil, nil)
    transport.start(from: position, after: lead, at: nanoseconds)
  }

  /// Stops by hand.
  package mutating func halt(at nanoseconds: UInt64) {
    (counted, awaited) = (nil, nil)
    transport.stop(at: nanoseconds)
  }

  /// Moves by hand, running or not.
  package mutating func move(to position: Ticks, at nanoseconds: UInt64) {
    (counted, awaited) = (counted == nil ? nil : position, nil)
    transport.locate(position, at: nanoseconds)
  }

  /// Goes back to the beginning of a part that is repeated. The ticks of the clock go on counting in it.
  package mutating func repeatLoop(_ loop: Range<Ticks>, at nanoseconds: UInt64) {
    let back = loop.lowerBound - loop.upperBound
    (counted, awaited) = (counted.map { $0 + back }, nil)
    transport.locate(loop.lowerBound, at: nanoseconds)
  }

  /// The port is gone. What runs goes on at its tempo, and another clock can be followed.
  package mutating func portLeft(_ port: PortID) {
    if follower.leader == port { (counted, awaited) = (nil, nil) }
    follower.portLeft(port)
  }

  private mutating func stop(at nanoseconds: UInt64) {
    awaited = nil
    guard transport.isRunning else { return }
    transport.stop(at: nanoseconds)
    // The next tick after the last one that counted is where others continue.
    if let counted { transport.locate(counted + .midiClock, at: nanoseconds) }
    counted = nil
  }

  private mutating func locate(_ position: Ticks, at nanoseconds: UInt64) {
    if transport.isRunning || awaited != nil {
      awaited = position
    } else {
      transport.locate(position, at: nanoseconds)
    }
  }

  private mutating func tick(at nanoseconds: UInt64) {
    isSilent = false
    if let position = awaited {
      awaited = nil
      (counted, isMoved) = (position, true)
      transport.resume(at: nanoseconds)
      return transport.locate(position, at: nanoseconds)
    }
    guard let last = counted else { return }
    let position = last + .midiClock
    counted = position
    let distance = position - transport.position(at: nanoseconds)
    let isFar = distance.magnitude > Self.farthest
    transport.nudge(by: isFar ? distance : distance * Self.correction, isMove: isFar, at: nanoseconds)
  }
}

extension MIDIMessage {
  /// Whether a clock that has not been followed so far may be followed from this message on.
  fileprivate var beginsClock: Bool {
    switch self {
    case .timingClock, .start, .continue, .songPosition: true
    default: false
    }
  }
}
