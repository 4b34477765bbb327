import SpinetMIDI
import SpinetMIDIFile

/// A take as a standard MIDI file. Rendered, it sounds as it was played.
///
/// It has format 1, 120 quarter notes a minute and 25,000 ticks a quarter note: a tick is 20 µs, about one frame. Each
/// source has a track with the messages that the keyboards played, and one with the messages that a mapping took.
/// `spinet render` skips the second one, because the moves of its widgets are in the first track. Other programs find
/// all controllers.
///
/// Everything that no MIDI message can express is in the first track, as sequencer-specific events: the
/// manufacturer ID 7D, which is for private use, and a text of words with spaces between them. The last word is the
/// rest of the line.
///
/// | text | what |
/// |---|---|
/// | `spinet take 1` | the version of these words; comes first |
/// | `spinet sound SOUND` | what played, as `spinet play` takes it |
/// | `spinet song SONG` | the file or the name of the song that played beside it; without this line there was none |
/// | `spinet keyboard KEYBOARD` | the file or the name of the keyboard; without this line the sound decides |
/// | `spinet state VALUE WIDGET` | the value of a widget before the first note |
/// | `spinet widget VALUE WIDGET` | a widget moves |
/// | `spinet tempo VALUE` | the song beside it has this tempo from here on |
/// | `spinet finger SOURCE FINGER down X Y PRESSURE VELOCITY PART` | a finger comes down; also `move` and `up`; `-` for what is not known |
/// | `spinet names NAME…` | the names of a track's source, with a unit separator (1F) between them |
/// | `spinet end` | the end of the take, where an arpeggio played on after the last key |
/// | `spinet mapped` | a track with messages that a mapping took |
package enum TakeFile {
  static let ticksPerQuarter = 25_000
  static let microsecondsPerQuarter = 500_000
  static let nanosecondsPerTick: Int64 = 20_000
  package static let separator = "\u{1F}"

  package static func bytes(of take: Take) -> [UInt8] {
    var writer = TakeWriter(take)
    return StandardMIDIFile.bytes(tracks: writer.tracks(), ticksPerQuarter: ticksPerQuarter)
  }

  static func specific(_ text: String) -> StandardMIDIFile.TrackEvent.Content {
    .specific([0x7D] + Array("spinet \(text)".utf8))
  }

  /// The text of one of Spinet's events; nil for another program's.
  static func text(of payload: [UInt8]) -> String? {
    guard payload.first == 0x7D else { return nil }
    let text = String(decoding: payload.dropFirst(), as: UTF8.self)
    return text.hasPrefix("spinet ") ? String(text.dropFirst(7)) : nil
  }
}

/// Sorts the entries of a take into tracks.
struct TakeWriter {
  private typealias Event = StandardMIDIFile.TrackEvent

  private let take: Take
  private var whole: [Event] = []
  private var played: [UInt32: [Event]] = [:]
  private var mapped: [UInt32: [Event]] = [:]
  private var held: [UInt32: HeldBySource] = [:]
  private var fingers: [UInt32: [Int32: JournalTouch]] = [:]

  init(_ take: Take) { self.take = take }

  mutating func tracks() -> [[StandardMIDIFile.TrackEvent]] {
    begin()
    for event in take.setup { add(event, tick: 0) }
    for entry in take.entries { add(entry.event, tick: tick(of: entry.moment)) }
    releaseAll(tick: tick(of: take.end))
    // An arpeggio that a latch plays on has no message at its end.
    if let last = take.entries.last, last.event == .released, last.moment == take.end {
      say(TakeFile.specific("end"), tick(of: take.end))
    }
    return [whole] + tracks(played, isMapped: false) + tracks(mapped, isMapped: true)
  }

  private func tick(of moment: Int64) -> UInt32 {
    let ticks = (max(0, moment - take.begin) + TakeFile.nanosecondsPerTick / 2) / TakeFile.nanosecondsPerTick
    return UInt32(clamping: ticks)
  }

  private mutating func begin() {
    say(.name("Spinet"), 0)
    say(.tempo(microsecondsPerQuarter: TakeFile.microsecondsPerQuarter), 0)
    say(TakeFile.specific("take 1"), 0)
    let names = take.instrument.sound.split(separator: TakeFile.separator, omittingEmptySubsequences: false)
    say(TakeFile.specific("sound \(names.first ?? "")"), 0)
    if names.count > 1 { say(TakeFile.specific("song \(names[1])"), 0) }
    let keyboard = take.instrument.keyboard
    if !keyboard.isEmpty { say(TakeFile.specific("keyboard \(keyboard)"), 0) }
    for (widget, value) in take.state.sorted(by: { $0.key < $1.key }) {
      if let name = name(of: widget) { say(TakeFile.specific("state \(value) \(name)"), 0) }
    }
  }

  private func name(of widget: Int) -> String? {
    take.instrument.widgets.indices.contains(widget) ? take.instrument.widgets[widget] : nil
  }

  private mutating func say(_ content: StandardMIDIFile.TrackEvent.Content, _ tick: UInt32) {
    whole.append(Event(tick: tick, content))
  }

  private mutating func add(_ event: JournalEvent, tick: UInt32) {
    switch event {
    case .message(let message, let source, let isPlayed):
      guard message.channel != nil else { return }
      if isPlayed {
        play(message, from: source, tick: tick)
      } else {
        mapped[source, default: []].append(Event(tick: tick, .message(message)))
      }
    // `TakeFinder` has made messages of MIDI 1.0 of them.
    case .message2: break
    case .exclusive(let payload, _): say(.exclusive(payload), tick)
    case .move(let widget, let value):
      if let name = name(of: widget) { say(TakeFile.specific("widget \(value) \(name)"), tick) }
    case .tempo(let value): say(TakeFile.specific("tempo \(value)"), tick)
    case .touch(let touch, let source): add(touch, from: source, tick: tick)
    case .left(let source): release(source, tick: tick)
    case .released: releaseAll(tick: tick)
    case .instrument, .source, .state: break
    }
  }

  private mutating func play(_ message: MIDIMessage, from source: UInt32, tick: UInt32) {
    played[source, default: []].append(Event(tick: tick, .message(message)))
    held[source, default: HeldBySource()].record(message)
  }

  private mutating func add(_ touch: JournalTouch, from source: UInt32, tick: UInt32) {
    fingers[source, default: [:]][touch.finger] = touch.phase == .up ? nil : touch
    let numbers = [touch.pressure, touch.velocity].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    let part = touch.part.map(Int.init).flatMap {
      take.instrument.parts.indices.contains($0) ? take.instrument.parts[$0] : nil
    }
    say(
      TakeFile.specific(
        "finger \(source) \(touch.finger) \(touch.phase) \(touch.x) \(touch.y) \(numbers) \(part ?? "-")"),
      tick)
  }

  private mutating func release(_ source: UInt32, tick: UInt32) {
    for message in held.removeValue(forKey: source)?.releases ?? [] {
      played[source, default: []].append(Event(tick: tick, .message(message)))
    }
    for touch in (fingers[source] ?? [:]).values.sorted(by: { $0.finger < $1.finger }) {
      var touch = touch
      touch.phase = .up
      add(touch, from: source, tick: tick)
    }
  }

  private mutating func releaseAll(tick: UInt32) {
    for source in Set(held.keys).union(fingers.keys).sorted() { release(source, tick: tick) }
  }

  private func tracks(_ events: [UInt32: [Event]], isMapped: Bool) -> [[Event]] {
    events.sorted { $0.key < $1.key }.map { source, events in
      let names = take.sources[source] ?? []
      let heading = [
        Event(tick: 0, .name(isMapped ? "\(names.first ?? "") (mapped)" : names.first ?? "Spinet")),
        Event(tick: 0, TakeFile.specific("names \(names.joined(separator: TakeFile.separator))")),
      ]
      return heading + (isMapped ? [Event(tick: 0, TakeFile.specific("mapped"))] : []) + events
    }
  }
}

/// The keys and pedals that one source holds.
private struct HeldBySource {
  private struct Key: Hashable {
    let channel: Channel
    let number: UInt8
  }

  private var keys: [Key: Int] = [:]
  private var pedals: Set<Key> = []
  private var bent: Set<Channel> = []

  mutating func record(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let key, _): keys[Key(channel: channel, number: key), default: 0] += 1
    case .noteOff(let channel, let key, _):
      let key = Key(channel: channel, number: key)
      keys[key] = keys[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    case .controlChange(let channel, let controller, let value) where (64...69).contains(controller):
      let pedal = Key(channel: channel, number: controller)
      if value >= 64 { pedals.insert(pedal) } else { pedals.remove(pedal) }
    case .pitchBend(let channel, let value):
      if value == 8192 { bent.remove(channel) } else { bent.insert(channel) }
    default: break
    }
  }

  /// The messages that release everything.
  var releases: [MIDIMessage] {
    let off = keys.sorted { ($0.key.channel, $0.key.number) < ($1.key.channel, $1.key.number) }
      .flatMap { key, count in
        [MIDIMessage](repeating: .noteOff(key.channel, key: key.number, velocity: 64), count: count)
      }
    let up = pedals.sorted { ($0.channel, $0.number) < ($1.channel, $1.number) }
      .map { MIDIMessage.controlChange($0.channel, controller: $0.number, value: 0) }
    return off + up + bent.sorted().map { .pitchBend($0, value: 8192) }
  }
}
