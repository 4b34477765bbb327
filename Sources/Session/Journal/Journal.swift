import Logging
import SpinetDevices
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import Synchronization
import SystemPackage

/// Records all messages that arrive and all moves of widgets, so that nothing that was played is lost.
///
/// Control only puts records into a queue. A worker writes them about 40 ms later with write(2), so a killed process
/// loses no more than that. Clock ticks and active sensing are left out; tempo changes appear as moves of
/// `clock.tempo`. [control-thread]
package final class Journal {
  private var queue: JournalProducer
  private var writing: (any Job)?
  private let logger: Logger
  private let path: FilePath
  private var watched = WatchedWidgets([])
  private var widgetNews = WidgetNews()
  var pace = Pace(milliseconds: 15)
  /// Nil for a journal that follows no performer.
  var names: JournalNames?
  private var parts: [String] = []
  private var toldLost = 0
  /// The instrument that is still to be queued, because the queue was full.
  private var dueInstrument: JournalQueue.Contents?

  /// - Parameters:
  ///   - notify: called when there is news for the log.
  ///   - surroundings: the disk, the time, and who writes.
  package init(
    _ folder: JournalFolder, logger: Logger, in surroundings: Surroundings = Surroundings(),
    notify: @escaping @Sendable () -> Void
  ) throws(SpinetError) {
    self.logger = logger
    path = folder.path
    let queue = try JournalQueue()
    self.queue = queue.producer
    let writer = JournalWriter(folder, queue.consumer, notify: notify, in: surroundings)
    writing = try surroundings.worker.begin("spinet-journal", lasting: writer)
  }

  deinit { finish() }

  /// Starts recording another instrument.
  ///
  /// - Parameters:
  ///   - sound: the sound, in the form that `spinet play` accepts.
  ///   - keyboard: a file, or the name of a keyboard; empty if the sounds choose their own.
  ///   - playsTake: whether the song beside the keys is a take.
  package func begin(
    _ instrument: LoadedInstrument, sound: String, keyboard: String = "", ofTake playsTake: Bool = false,
    at time: HostTime
  ) {
    watched = WatchedWidgets(instrument.widgets.all, ofTake: playsTake)
    parts = instrument.parts.map(\.part.name)
    let record = JournalInstrument(
      name: instrument.name, sound: sound, keyboard: keyboard, parts: parts,
      widgets: instrument.widgets.names)
    dueInstrument = .init(bytes: record.bytes, states: watched.states)
    pushInstrument(at: time.nanoseconds)
  }

  /// Queues the instrument. If the queue is full, it is tried again, because later records refer to its widgets.
  private func pushInstrument(at time: UInt64) {
    guard let due = dueInstrument, queue.push(JournalRecord(.instrument, time: time), due) else { return }
    dueInstrument = nil
  }

  private func push(_ record: JournalRecord, _ long: JournalQueue.Contents? = nil) {
    pushInstrument(at: record.time)
    if dueInstrument == nil { queue.push(record, long) }
  }

  /// - Parameter isPlayed: whether it was played by the keyboards, not taken by a mapping.
  package func take(_ message: MIDIMessage, from port: PortID, isPlayed: Bool, at time: HostTime) {
    if message == .timingClock || message == .activeSensing { return }
    push(
      JournalRecord(message, from: port.rawValue, isPlayed: isPlayed, time: time.nanoseconds))
  }

  /// The same of MIDI 2.0.
  func take(midi2 message: MIDI2Message, from port: PortID, isPlayed: Bool, at time: HostTime) {
    push(JournalRecord(message, from: port.rawValue, isPlayed: isPlayed, time: time.nanoseconds))
  }

  /// Records the move of one widget at once.
  func recordMove(of widget: Widget, at time: HostTime) {
    watched.popMove(of: widget) { push(JournalRecord(.move, widget: $0, $1, time: time.nanoseconds)) }
  }

  /// Records that the song has set the tempo. Its widgets move without a hand.
  func recordTempo(_ quartersPerMinute: Double, on widgets: [Widget], at time: HostTime) {
    for widget in widgets {
      watched.popMove(of: widget) { push(JournalRecord(.state, widget: $0, $1, time: time.nanoseconds)) }
    }
    push(JournalRecord(.tempo, quartersPerMinute, time: time.nanoseconds))
  }

  func take(exclusive payload: [UInt8], from port: PortID, at time: HostTime) {
    let record = JournalRecord(.exclusive, source: port.rawValue, time: time.nanoseconds)
    push(record, .init(bytes: payload))
  }

  func take(_ finger: FingerInput, of client: ClientID, at time: HostTime) {
    let touch = JournalTouch(finger, part: parts.firstIndex(of: finger.part))
    push(JournalRecord(touch, from: client.port.rawValue, time: time.nanoseconds))
  }

  /// Records all moves since the last call.
  package func recordMoves(at time: HostTime) {
    guard widgetNews.popChange() else { return }
    watched.popMoves { widget, value in
      push(JournalRecord(.move, widget: widget, value, time: time.nanoseconds))
    }
  }

  /// - Parameter names: the names that a mapping's `ports:` can match.
  func name(_ port: PortID, _ names: [String], at time: HostTime) {
    let record = JournalRecord(.source, source: port.rawValue, time: time.nanoseconds)
    push(record, .init(bytes: Array(names.joined(separator: "\0").utf8)))
  }

  /// Records that everything a source held is released.
  func left(_ port: PortID, at time: HostTime) {
    push(JournalRecord(.left, source: port.rawValue, time: time.nanoseconds))
  }

  /// Records that everything is released.
  func releasedAll(at time: HostTime) { push(JournalRecord(.released, time: time.nanoseconds)) }

  /// Logs once that the disk cannot be written, and once that it can again.
  func tell() {
    for news in queue.popNews() {
      switch news {
      case .failed(let error): logger.error(error)
      case .resumed: logger.info("\(path): the journal is being written again")
      }
    }
    let lost = queue.lostCount
    if lost > 0, toldLost == 0 { logger.warning("\(path): journal overrun: some events are missing") }
    toldLost = lost
  }

  /// Writes the remaining records, and waits for that.
  package func finish() {
    queue.end()
    writing = nil
  }
}

/// Finds the widgets that have moved, by their stamps.
struct WatchedWidgets {
  private struct Entry {
    let index: Int
    let cell: WidgetCell
    let isMomentary: Bool
    /// Whether it moves by itself while a song plays, so that only those who move it record it.
    let movesByItself: Bool
    var stamp: UInt64
  }

  // Keeps the cells alive.
  private let widgets: [Widget]
  private var entries: [Entry]
  private let entryByWidget: [ObjectIdentifier: Int]

  /// Widgets that only show something are not watched.
  ///
  /// - Parameter playsTake: whether the song is a take, so that its own widgets are not watched either.
  init(_ widgets: [Widget], ofTake playsTake: Bool = false) {
    self.widgets = widgets
    entries = widgets.indices.filter { index in
      !widgets[index].kind.isDisplay && !(playsTake && widgets[index].name.hasPrefix("song."))
    }.map {
      Entry(
        index: $0, cell: widgets[$0].cell, isMomentary: widgets[$0].kind == .momentary,
        movesByItself: widgets[$0].name == "song.position",
        stamp: widgets[$0].stamp)
    }
    entryByWidget = Dictionary(
      entries.enumerated().map { (ObjectIdentifier(widgets[$1.index]), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  var states: [(widget: Int, value: Double)] {
    entries.filter { !$0.isMomentary }.map { ($0.index, $0.cell.value) }
  }

  mutating func popMoves(_ receive: (_ widget: Int, _ value: Double) -> Void) {
    for index in entries.indices where !entries[index].movesByItself { popMove(at: index, receive) }
  }

  mutating func popMove(of widget: Widget, _ receive: (_ widget: Int, _ value: Double) -> Void) {
    if let index = entryByWidget[ObjectIdentifier(widget)] { popMove(at: index, receive) }
  }

  /// A press is 1.
  private mutating func popMove(at index: Int, _ receive: (_ widget: Int, _ value: Double) -> Void) {
    let entry = entries[index]
    let stamp = entry.cell.stamp
    guard stamp != entry.stamp else { return }
    entries[index].stamp = stamp
    receive(entry.index, entry.isMomentary ? 1 : entry.cell.value)
  }
}

extension JournalTouch {
  init(_ finger: FingerInput, part: Int?) {
    self.init(
      finger: Int32(truncatingIfNeeded: finger.id), phase: finger.phase, x: finger.x, y: finger.y,
      pressure: finger.pressure.map { Float($0) }, velocity: finger.velocity.map { Float($0) },
      part: part.map { UInt16(clamping: $0) })
  }
}

extension FingerInput {
  /// The touch that the record contains.
  package init(_ touch: JournalTouch, part: String) {
    self.init(
      Int(touch.finger), touch.phase, x: touch.x, y: touch.y, pressure: touch.pressure.map { Double($0) },
      velocity: touch.velocity.map { Double($0) }, part: part)
  }
}
