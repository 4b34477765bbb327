import SpinetMIDI

/// The events of a song, by their positions. [any-thread]
package struct Song: Hashable, Sendable {
  package struct Event: Hashable, Sendable {
    package let position: Ticks
    package let content: Content

    package init(_ content: Content, at position: Ticks) {
      (self.content, self.position) = (content, position)
    }
  }

  package enum Content: Hashable, Sendable {
    case message(MIDIMessage)
    case tempo(Tempo)
    /// The bytes between F0 and F7.
    case exclusive([UInt8])
    /// Something that only the owner of the song understands, by its number.
    case action(Int)
  }

  /// In order.
  package let events: [Event]
  package let length: Ticks
  package let bars: Bars

  /// - Parameter events: in order.
  package init(_ events: [Event], length: Ticks, bars: Bars = .common) {
    self.events = events
    self.length = max(length, events.last?.position ?? .zero)
    self.bars = bars
  }

  /// The same without its program changes.
  package var withoutPrograms: Song {
    let kept = events.filter { event in
      if case .message(.programChange) = event.content { false } else { true }
    }
    return Song(kept, length: length, bars: bars)
  }

  /// The channels that play notes.
  package var channels: [Channel] {
    let played = Set(events.compactMap(\.noteChannel))
    return played.sorted { $0.number < $1.number }
  }

  /// The number of the bar in which it ends.
  package var lastBar: Int { max(1, bars.bar(at: max(length - Ticks(fractions: 1), .zero))) }

  /// The tempo that is in force at a position.
  package func tempo(at position: Ticks) -> Tempo {
    for event in events.reversed() where event.position <= position {
      if case .tempo(let tempo) = event.content { return tempo }
    }
    return .standard
  }
}

extension Song.Event {
  fileprivate var noteChannel: Channel? {
    if case .message(.noteOn(let channel, _, _)) = content { channel } else { nil }
  }
}

/// Plays a song from any position: what is due, in order, each once.
///
/// A key that it has pressed is released by its note-off, by a mute of its channel, or by `releases`; the release has the
/// number with which the key was pressed, whatever was transposed in between. [any-thread]
package struct SongPlayer: Sendable {
  package let song: Song
  /// Up to which position everything has been played.
  package private(set) var cursor = Ticks.zero
  /// The part that is repeated; nil to play on.
  package var loop: Range<Ticks>?
  /// In semitones. Channel 10, which has drums, stays.
  package var transpose = 0
  package private(set) var muted: Set<Channel> = []
  private var next = 0
  private var held: [Held] = []

  private struct Held: Sendable {
    let channel: Channel
    let key: UInt8
    let played: UInt8
  }

  package init(_ song: Song) { self.song = song }

  /// The position at which `pop` or the end of the loop is due next.
  package var nextPosition: Ticks {
    next < song.events.count ? min(song.events[next].position, end) : end
  }

  /// Where it begins anew or stops.
  package var end: Ticks {
    guard let loop, cursor < loop.upperBound else { return song.length }
    return loop.upperBound
  }

  /// The next event up to a position, as it is to be played; nil if there is none.
  package mutating func pop(until position: Ticks) -> Song.Content? {
    while next < song.events.count, case let event = song.events[next], event.position <= position,
      event.position < end || event.position == song.length
    {
      next += 1
      cursor = max(cursor, event.position)
      if let content = played(event.content) { return content }
    }
    cursor = max(cursor, min(position, end))
    return nil
  }

  /// Time has passed up to a position, and everything that was due has been played.
  package mutating func reach(_ position: Ticks) {
    if position < nextPosition { cursor = max(cursor, position) }
  }

  /// Goes to a position. What is held stays held: take `releases` before.
  package mutating func locate(_ position: Ticks) {
    cursor = max(position, .zero)
    let start = cursor
    next = song.events.partitioningIndex { $0.position >= start }
  }

  /// The note-offs of everything that is held.
  package mutating func releases() -> [MIDIMessage] { releases { _ in true } }

  /// Mutes a channel or lets it be heard. Returns the note-offs of what it holds.
  package mutating func set(_ channel: Channel, isMuted: Bool) -> [MIDIMessage] {
    guard isMuted else {
      muted.remove(channel)
      return []
    }
    guard muted.insert(channel).inserted else { return [] }
    return releases { $0.channel == channel }
  }

  /// What a player that begins at the cursor must know first: the last program, controllers and bends of each channel, in
  /// the order in which they came.
  package var chase: [MIDIMessage] {
    var last: [ChasedKind: Int] = [:]
    for (index, event) in song.events[..<next].enumerated() {
      if case .message(let message) = event.content, let kind = ChasedKind(message) { last[kind] = index }
    }
    return last.values.sorted().compactMap { index in
      if case .message(let message) = song.events[index].content { message } else { nil }
    }
  }

  private mutating func releases(of isWanted: (Held) -> Bool) -> [MIDIMessage] {
    let ended = held.filter(isWanted)
    held.removeAll(where: isWanted)
    return ended.map { .noteOff($0.channel, key: $0.played, velocity: 64) }
  }

  private mutating func played(_ content: Song.Content) -> Song.Content? {
    guard case .message(let message) = content else { return content }
    switch message {
    case .noteOn(let channel, let key, let velocity) where velocity > 0:
      return press(channel, key, velocity).map { .message($0) }
    case .noteOn(let channel, let key, _):
      return lift(channel, key, 64).map { .message($0) }
    case .noteOff(let channel, let key, let velocity):
      return lift(channel, key, velocity).map { .message($0) }
    case .polyPressure(let channel, let key, let pressure):
      guard let note = held.last(where: { $0.channel == channel && $0.key == key }) else { return nil }
      return .message(.polyPressure(channel, key: note.played, pressure: pressure))
    default: return content
    }
  }

  private mutating func press(_ channel: Channel, _ key: UInt8, _ velocity: UInt8) -> MIDIMessage? {
    let moved = Int(key) + (channel.number == 10 ? 0 : transpose)
    guard !muted.contains(channel), (0...127).contains(moved) else { return nil }
    held.append(Held(channel: channel, key: key, played: UInt8(moved)))
    return .noteOn(channel, key: UInt8(moved), velocity: velocity)
  }

  private mutating func lift(_ channel: Channel, _ key: UInt8, _ velocity: UInt8) -> MIDIMessage? {
    guard let index = held.firstIndex(where: { $0.channel == channel && $0.key == key }) else { return nil }
    return .noteOff(channel, key: held.remove(at: index).played, velocity: velocity)
  }
}

/// What a later message of the same kind replaces.
private enum ChasedKind: Hashable {
  case controller(Channel, UInt8)
  case program(Channel)
  case pressure(Channel)
  case bend(Channel)

  init?(_ message: MIDIMessage) {
    switch message {
    case .controlChange(let channel, let number, _): self = .controller(channel, number)
    case .programChange(let channel, _): self = .program(channel)
    case .channelPressure(let channel, _): self = .pressure(channel)
    case .pitchBend(let channel, _): self = .bend(channel)
    default: return nil
    }
  }
}

extension Array {
  /// The index of the first element for which it is true. It is true for all after that one.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
