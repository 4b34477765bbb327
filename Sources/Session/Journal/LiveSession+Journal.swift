import Glibc
import Logging
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

extension LiveSession {
  /// Plays a message or moves the widgets that it is mapped to, shows it and records it in the journal.
  func take(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    keep(message, from: port, at: time) { performer.take(message, from: port, at: time, $0) }
  }

  /// Plays a client's message on one part, and records it in the journal.
  func take(_ message: MIDIMessage, ofPart name: String, from client: ClientID, at time: HostTime) {
    keep(message, from: client.port, at: time) {
      performer.take(message, ofPart: name, from: client, at: time, $0)
    }
  }

  private func keep(
    _ message: MIDIMessage, from port: PortID, at time: HostTime,
    _ play: ((Performer.Outcome) -> Void) -> Void
  ) {
    var isPlayed = false
    var moved: [Widget] = []
    play { outcome in
      isPlayed = isPlayed || outcome.isPlayed
      if case .moved(let widget) = outcome { moved.append(widget) }
      recordHeard(message, from: port, at: time, outcome)
    }
    guard let journal else { return }
    journal.take(message, from: port, isPlayed: isPlayed, at: time)
    for widget in moved { journal.takeMove(of: widget, at: time) }
  }

  /// Releases everything that controllers and clients hold.
  func releaseAll() {
    performer.releaseAll(at: .now)
    journal?.released()
  }

  /// Starts a new instrument in the journal.
  func keepJournal() {
    journal?.begin(instrument, sound: soundForJournal, keyboard: keyboardForJournal)
  }

  private var keyboardForJournal: String {
    switch options.keyboard {
    case .automatic: return ""
    case .standard: return "-"
    case .named(let name):
      let file = FilePath(name)
      return FileStamp(of: file) != nil ? file.absolute.string : name
    }
  }

  /// The sound in a form by which `spinet render` finds it again.
  private var soundForJournal: String {
    if let file = instrument.isStage ? instrument.stageFile : instrument.file {
      return file.absolute.string
    }
    return instrument.isStage && instrument.stage.file == nil ? sound : instrument.name
  }
}

extension JournalFolder {
  /// Nil if the options want no journal.
  init?(_ options: PlayOptions) {
    guard let bytes = options.journalBytes else { return nil }
    self.init(client: options.clientName, byteLimit: bytes)
  }
}

extension Journal {
  /// Nil if there is no folder for it.
  convenience init?(
    _ folder: JournalFolder?, _ logger: Logger, notify: @escaping @Sendable () -> Void
  ) throws(SpinetError) {
    guard let folder else { return nil }
    try self.init(folder, logger: logger, notify: notify)
  }
}
