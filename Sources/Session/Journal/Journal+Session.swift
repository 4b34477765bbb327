import Logging
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

extension Journal {
  /// A journal that follows a performer; nil if the options want none.
  convenience init?(
    _ folder: JournalFolder?, named names: JournalNames, _ logger: Logger, in surroundings: Surroundings,
    wake: @escaping @Sendable () -> Void
  ) throws(SpinetError) {
    guard let folder else { return nil }
    try self.init(folder, logger: logger, in: surroundings, notify: wake)
    self.names = names
  }

  /// Starts an instrument.
  func begin(_ instrument: LoadedInstrument, at time: HostTime) {
    begin(
      instrument, sound: names?.sound(of: instrument) ?? "", keyboard: names?.keyboard ?? "",
      ofTake: names?.playsTake ?? false, at: time)
  }
}

extension Journal: Service {
  func nextMoment(after now: HostTime) -> HostTime? { pace.nextMoment }

  /// Records the moves of widgets, and reports problems of the disk. In a burst of messages, it does not look at the
  /// widgets for each.
  func turn(at now: HostTime, isReady: Bool) {
    if pace.isDue(at: now) { recordMoves(at: now) }
    tell()
  }
}

extension Journal: PerformanceListener {
  func heard(
    _ message: AnyMIDIMessage, from port: PortID, _ outcomes: [Performer.Outcome], at time: HostTime
  ) {
    guard !ClientID.isReplay(port) else { return }
    let isPlayed = outcomes.contains(where: \.isPlayed)
    switch message {
    case .midi1(let message): take(message, from: port, isPlayed: isPlayed, at: time)
    case .midi2(let message): take(midi2: message, from: port, isPlayed: isPlayed, at: time)
    }
    for case .moved(let widget) in outcomes { recordMove(of: widget, at: time) }
  }

  func heard(
    exclusive payload: [UInt8], from port: PortID, _ outcome: Performer.Outcome, at time: HostTime
  ) {
    take(exclusive: payload, from: port, at: time)
  }

  func heard(_ finger: FingerInput, of client: ClientID, at time: HostTime) {
    take(finger, of: client, at: time)
  }

  func moved(_ widget: Widget, at time: HostTime) { recordMove(of: widget, at: time) }

  func songSet(tempo quartersPerMinute: Double, on widgets: [Widget], at time: HostTime) {
    recordTempo(quartersPerMinute, on: widgets, at: time)
  }

  func changed(song: SongToPlay?, of instrument: LoadedInstrument, at time: HostTime) {
    if names?.take(song) == true { begin(instrument, at: time) }
  }

  func changed(_ change: InstrumentChange) {
    names?.take(change.request.name)
    begin(change.new, at: change.time)
  }
}

extension Performer.Outcome {
  /// Whether the keyboards have played the message, or would have.
  var isPlayed: Bool {
    switch self {
    case .keyboard, .chosen, .unmapped: true
    case .moved, .waiting, .tempo, .tuned: false
    }
  }
}

extension JournalFolder {
  /// Nil if the options want no journal.
  init?(_ options: PlayOptions, in folders: Folders) {
    guard let bytes = options.journalBytes else { return nil }
    self.init(client: options.clientName, byteLimit: bytes, folders: folders)
  }
}
