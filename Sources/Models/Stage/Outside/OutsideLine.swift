import SpinetMIDI

/// The way to one instrument outside: what it gets and when, and what it has to get back when it was away.
///
/// What somebody plays leaves at once. Everything else waits for its turn, as fast as a cable carries it. Nothing is put
/// into the middle of a system exclusive message: what is played meanwhile leaves after its end.
package struct OutsideLine: Sendable {
  /// What leaves now.
  package enum Piece: Hashable, Sendable {
    case message(MIDIMessage)
    /// Some of the bytes of a system exclusive message, or all of them.
    case bytes([UInt8])
  }

  private enum Waiting: Sendable {
    case message(MIDIMessage)
    case exclusive([UInt8])
    /// The bank and the program of the instrument.
    case choice([MIDIMessage])
    /// The value of a control. A later one takes its place.
    case value(of: String, [MIDIMessage])
  }

  /// Whether the instrument is there.
  package private(set) var isThere = false
  private var told = ToldState()
  /// What was played while a system exclusive message was on its way.
  private var played: [MIDIMessage] = []
  private var waiting: [Waiting] = []
  /// The bytes of the first that waits which have left already.
  private var leftBytes = 0
  /// The values that were sent, by the names of their controls.
  private var values: [String: [MIDIMessage]] = [:]

  /// As many as a cable carries in 5 ms.
  private static let bytesAtOnce = 16

  package init() {}

  // MARK: The instrument

  /// The instrument is there, for the first time or again. It gets the ends of what it was told, its program and the
  /// values of its controls, before what still waits.
  package mutating func appeared() {
    guard !isThere else { return }
    isThere = true
    leftBytes = 0
    let changed: Set<String> = Set(
      waiting.compactMap { if case .value(let name, _) = $0 { name } else { nil } })
    let kept = values.filter { !changed.contains($0.key) }.sorted { $0.key < $1.key }
    waiting.insert(
      contentsOf: (told.releases + told.programs).map(Waiting.message)
        + kept.map { Waiting.value(of: $0.key, $0.value) }, at: 0)
  }

  /// The instrument is gone. What is played from now on is lost, what waits stays.
  package mutating func vanished() {
    isThere = false
    played = []
  }

  // MARK: What it gets

  /// Somebody plays a message. Returns whether it leaves now.
  package mutating func play(_ message: MIDIMessage, on cable: inout OutsideCable, at now: UInt64) -> Bool {
    guard isThere else { return false }
    guard !cable.isInExclusive else {
      played.append(message)
      return false
    }
    return record(message, on: &cable, at: now)
  }

  /// A message that leaves in its turn.
  package mutating func add(_ message: OutsideMessage) {
    switch message {
    case .message(let message): waiting.append(.message(message))
    case .exclusive(let bytes): if !bytes.isEmpty { waiting.append(.exclusive(bytes)) }
    }
  }

  /// The bank and the program that the instrument begins with, also if it is away.
  package mutating func choose(_ messages: [MIDIMessage]) {
    if !messages.isEmpty { waiting.append(.choice(messages)) }
  }

  /// A control has another value, which leaves in its turn. If an earlier one still waits, only the later one leaves.
  package mutating func set(_ name: String, to messages: [MIDIMessage]) {
    let new = Waiting.value(of: name, messages)
    let index = waiting.firstIndex { if case .value(name, _) = $0 { true } else { false } }
    if let index { waiting[index] = new } else { waiting.append(new) }
  }

  /// Forgets what waits of an earlier scene if the instrument is away.
  package mutating func forgetWaitingMessages() {
    guard !isThere else { return }
    waiting.removeAll { waiting in
      switch waiting {
      case .message, .exclusive: true
      case .choice, .value: false
      }
    }
  }

  // MARK: Time

  /// What leaves next; nil if nothing does yet.
  package mutating func next(on cable: inout OutsideCable, at now: UInt64) -> [Piece] {
    guard isThere, !waitsForAnother(cable) else { return [] }
    if leftBytes == 0, !played.isEmpty { return popPlayed(on: &cable, at: now) }
    guard cable.isFree(at: now), let first = waiting.first else { return [] }
    switch first {
    case .message(let message): return pop([message], on: &cable, at: now)
    case .choice(let messages): return pop(messages, on: &cable, at: now)
    case .value(let name, let messages):
      values[name] = messages
      return pop(messages, on: &cable, at: now)
    case .exclusive(let bytes): return [.bytes(popBytes(of: bytes, on: &cable, at: now))]
    }
  }

  /// When `next` must be asked again; nil if nothing waits.
  package func nextMoment(on cable: OutsideCable) -> UInt64? {
    guard isThere, !(waiting.isEmpty && played.isEmpty) else { return nil }
    return !cable.isInExclusive && !played.isEmpty ? 0 : cable.freeAt
  }

  /// Whether another line's system exclusive message is on the cable.
  private func waitsForAnother(_ cable: OutsideCable) -> Bool { cable.isInExclusive && leftBytes == 0 }

  private mutating func popPlayed(on cable: inout OutsideCable, at now: UInt64) -> [Piece] {
    defer { played = [] }
    return record(played, on: &cable, at: now)
  }

  private mutating func pop(
    _ messages: [MIDIMessage], on cable: inout OutsideCable, at now: UInt64
  ) -> [Piece] {
    waiting.removeFirst()
    return record(messages, on: &cable, at: now)
  }

  private mutating func record(
    _ messages: [MIDIMessage], on cable: inout OutsideCable, at now: UInt64
  ) -> [Piece] {
    messages.filter { record($0, on: &cable, at: now) }.map(Piece.message)
  }

  private mutating func popBytes(
    of exclusive: [UInt8], on cable: inout OutsideCable, at now: UInt64
  ) -> [UInt8] {
    let piece = Array(exclusive[leftBytes...].prefix(Self.bytesAtOnce))
    leftBytes += piece.count
    if leftBytes == exclusive.count {
      leftBytes = 0
      waiting.removeFirst()
    }
    cable.isInExclusive = leftBytes > 0
    cable.take(bytes: piece.count, at: now)
    return piece
  }

  /// Returns whether the message leaves. A note-off does not for a note that the instrument was not told: it could end one
  /// that somebody plays there.
  private mutating func record(_ message: MIDIMessage, on cable: inout OutsideCable, at now: UInt64) -> Bool {
    if case .noteOff = message, !told.holds(message) { return false }
    told.record(message)
    cable.take(bytes: message.bytes.count, at: now)
    return true
  }
}
