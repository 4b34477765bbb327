import SpinetMIDI

/// A take: everything that was played without a long pause.
package struct Take: Hashable, Sendable {
  package var instrument: JournalInstrument
  /// In nanoseconds since 1970, as the moments of the entries.
  package var begin: Int64
  package var end: Int64
  /// How many keys and fingers went down.
  package var notes = 0
  /// The widgets' values before it, by their indices.
  package var state: [Int: Double]
  /// The names of the sources.
  package var sources: [UInt32: [String]]
  /// The pedals, bends and tunings that were active before it.
  package var setup: [JournalEvent]
  package var entries: [JournalEntry] = []

  package var seconds: Double { Double(end - begin) * 1e-9 }
}

/// Finds the takes in a series of events.
///
/// A take begins with a key or a finger that goes down, or with a song that begins to play beside them. It ends when nothing was held and nothing new went down for as
/// long as the pause, when other sounds are loaded, or when the instrument has ended. Notes that are held over a change
/// of sounds belong to the take until their release, because they keep the sound they began with. Messages and moves
/// within the pause after the last release belong to it, because they change how it rings out. Settings from before the
/// take are in its state and its setup.
package struct TakeFinder {
  private let pause: Int64
  /// The span of time from which notes are taken.
  private let span: ClosedRange<Int64>
  private var instrument: JournalInstrument?
  private var effects = EffectWidgets()
  /// The sources whose sustain pedals are down.
  private var pedals: Set<UInt32> = []
  private var state: [Int: Double] = [:]
  private var sources: [UInt32: [String]] = [:]
  private var controllers = ControllerState()
  private var held: Set<Held> = []
  private var current: Take?
  /// When a key or a finger last went up or down.
  private var lastNote: Int64 = 0
  private var takes: [Take] = []
  /// The keys that are still held in takes that other sounds have ended, by the index of the take.
  private var ringing: [(take: Int, held: Set<Held>)] = []

  fileprivate enum Held: Hashable {
    case key(UInt32, Channel, UInt8)
    case finger(UInt32, Int32)
    /// What an arpeggio plays on by its latch or the sustain pedal, of this source.
    case latch(UInt32)
    /// The song that plays beside the keys.
    case song

    var source: UInt32? {
      switch self {
      case .song: nil
      case .key(let source, _, _), .finger(let source, _), .latch(let source): source
      }
    }
  }

  package init(pauseSeconds: Double = 5) {
    pause = Int64(pauseSeconds * 1e9)
    span = .min ... .max
  }

  /// Finds takes in a span of time. Pauses do not end them.
  package init(within span: ClosedRange<Int64>) {
    pause = .max
    self.span = span
  }

  package mutating func take(_ entry: JournalEntry) {
    guard entry.moment <= span.upperBound else { return }
    if let current, held.isEmpty, entry.moment - lastNote > pause { close(current) }
    switch entry.event {
    case .instrument(let instrument): begin(instrument)
    case .source(let source, let names): sources[source] = names
    case .state(let widget, let value): state[widget] = value
    case .move(let widget, let value): move(widget, to: value, entry)
    case .message(let message, let source, let isPlayed):
      take(message, from: source, isPlayed: isPlayed, entry)
    case .message2(let message, let source, let isPlayed):
      // A take becomes a MIDI file, which knows MIDI 1.0 only.
      message.forEachMIDI1Message {
        take(
          $0, from: source, isPlayed: isPlayed,
          JournalEntry(.message($0, from: source, isPlayed: isPlayed), at: entry.moment))
      }
    case .tempo: add(entry)
    case .exclusive:
      add(entry)
      controllers.record(exclusive: entry.event)
    case .touch(let touch, let source): take(touch, from: source, entry)
    case .left(let source):
      add(entry)
      controllers.forget(source)
      pedals.remove(source)
      release(by: entry) { $0.source == source }
    case .released:
      // At the end of the instrument nothing may be held any more.
      if held.isEmpty { current?.entries.append(entry) } else { add(entry) }
      release(by: entry) { $0 != .song }
    }
  }

  /// Call it when the instrument has ended or a new run of it begins.
  package mutating func endRun() {
    if let current { close(current) }
    (instrument, state, sources, controllers) = (nil, [:], [:], ControllerState())
    (held, ringing, pedals) = ([], [], [])
  }

  /// All takes, in order; an unfinished one is the last.
  package mutating func finish() -> [Take] {
    endRun()
    return takes
  }

  /// A song that begins is like a key that goes down: what is played over it is one take.
  private mutating func move(_ widget: Int, to value: Double, _ entry: JournalEntry) {
    let isSong = instrument?.widgets[safe: widget] == "song.playing"
    if isSong, value > 0, !held.contains(.song) { down(.song, at: entry.moment) }
    add(entry)
    if isSong, value == 0 { release(by: entry) { $0 == .song } }
    state[widget] = value
    if effects.ends(widget, state) { release(by: entry, \.isLatch) }
  }

  private mutating func begin(_ new: JournalInstrument) {
    if let current {
      if !held.isEmpty { ringing.append((takes.count, held)) }
      close(current)
    }
    held = []
    instrument = new
    effects = EffectWidgets(among: new.widgets)
    state = [:]
  }

  private mutating func close(_ take: Take) {
    takes.append(take)
    current = nil
    held = []
  }

  /// Adds the entry to the current take, if there is one.
  private mutating func add(_ entry: JournalEntry) {
    current?.entries.append(entry)
    current?.end = entry.moment
  }

  private mutating func take(
    _ message: MIDIMessage, from source: UInt32, isPlayed: Bool, _ entry: JournalEntry
  ) {
    switch message {
    case .noteOn(let channel, let key, _) where isPlayed:
      down(.key(source, channel, key), at: entry.moment)
      let isPedalled = pedals.contains(source) && effects.isPlaying(state)
      if isPedalled || effects.isLatched(state) { held.insert(.latch(source)) }
      add(entry)
    case .noteOff(let channel, let key, _) where isPlayed:
      add(entry)
      release(by: entry) { $0 == .key(source, channel, key) }
    default:
      add(entry)
      guard isPlayed else { return }
      controllers.record(message, from: source)
      if case .controlChange(_, let controller, let value) = message {
        followPedal(controller, value, source, entry)
      }
    }
  }

  /// The sustain pedal holds keys in an arpeggio as the latch does. The end of all notes ends these too.
  private mutating func followPedal(
    _ controller: UInt8, _ value: UInt8, _ source: UInt32, _ entry: JournalEntry
  ) {
    switch controller {
    case Controller.sustain where value >= 64:
      pedals.insert(source)
      if effects.isPlaying(state), held.contains(where: { $0.source == source }) {
        held.insert(.latch(source))
      }
    case Controller.sustain:
      pedals.remove(source)
      if !effects.isLatched(state) { release(by: entry) { $0 == .latch(source) } }
    case Controller.allSoundOff, Controller.allNotesOff...: release(by: entry) { $0 == .latch(source) }
    default: break
    }
  }

  private mutating func take(_ touch: JournalTouch, from source: UInt32, _ entry: JournalEntry) {
    switch touch.phase {
    case .down:
      down(.finger(source, touch.finger), at: entry.moment)
      add(entry)
    case .move: add(entry)
    case .up:
      add(entry)
      release(by: entry) { $0 == .finger(source, touch.finger) }
    }
  }

  private mutating func down(_ new: Held, at moment: Int64) {
    guard moment >= span.lowerBound else { return }
    if current == nil, let instrument {
      current = Take(
        instrument: instrument, begin: moment, end: moment, state: state, sources: sources,
        setup: controllers.events(withPrograms: !instrument.widgets.contains("scene")))
    }
    current?.sources = sources
    if new != .song { current?.notes += 1 }
    held.insert(new)
    lastNote = moment
  }

  private mutating func release(by entry: JournalEntry, _ isReleased: (Held) -> Bool) {
    for index in ringing.indices where ringing[index].held.contains(where: isReleased) {
      takes[ringing[index].take].entries.append(entry)
      takes[ringing[index].take].end = entry.moment
      ringing[index].held = ringing[index].held.filter { !isReleased($0) }
    }
    ringing.removeAll(where: \.held.isEmpty)
    let rest = held.filter { !isReleased($0) }
    if rest.count < held.count { lastNote = entry.moment }
    held = rest
  }
}

extension TakeFinder.Held {
  fileprivate var isLatch: Bool { if case .latch = self { true } else { false } }
}

/// The widgets by which arpeggios play on when their keys are up, as indices.
private struct EffectWidgets {
  private var latches: [(latch: Int, mode: Int)] = []
  /// Widgets with which everything ends that only a latch or a pedal holds.
  private var enders: Set<Int> = []

  init(among names: [String] = []) {
    for (index, name) in names.enumerated() {
      if name == "scene" || name == "panic" { enders.insert(index) }
      guard name == "arp.latch" || name.hasSuffix("/arp.latch"),
        let mode = names.firstIndex(of: name.dropLast("latch".count) + "mode")
      else { continue }
      latches.append((index, mode))
    }
  }

  func isLatched(_ state: [Int: Double]) -> Bool {
    latches.contains { state[$0.latch] ?? 0 > 0 && state[$0.mode] ?? 0 > 0 }
  }

  /// Whether an arpeggio plays.
  func isPlaying(_ state: [Int: Double]) -> Bool { latches.contains { state[$0.mode] ?? 0 > 0 } }

  /// Whether the move of a widget ends what latches and pedals hold.
  func ends(_ widget: Int, _ state: [Int: Double]) -> Bool {
    if enders.contains(widget) { return true }
    return latches.contains { latch, mode in
      widget == latch && !isLatched(state) || widget == mode && !isPlaying(state)
    }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
