import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

/// Hears from the performer what has happened, when the engines have it already. [control-thread]
protocol PerformanceListener: AnyObject {
  /// - Parameter outcomes: what the message did; empty for one that means nothing.
  func heard(_ message: AnyMIDIMessage, from port: PortID, _ outcomes: [Performer.Outcome], at time: HostTime)
  func heard(exclusive payload: [UInt8], from port: PortID, _ outcome: Performer.Outcome, at time: HostTime)
  func heard(_ finger: FingerInput, of client: ClientID, at time: HostTime)
  /// A client has moved a widget.
  func moved(_ widget: Widget, at time: HostTime)
  /// The song has set the tempo, and with it these widgets.
  func songSet(tempo quartersPerMinute: Double, on widgets: [Widget], at time: HostTime)
  /// Another song plays beside the keys, or none.
  func changed(song: SongToPlay?, of instrument: LoadedInstrument, at time: HostTime)
  /// Everything that a port held is released.
  func left(_ port: PortID, at time: HostTime)
  /// Everything that anybody held is released.
  func releasedAll(at time: HostTime)
  /// Another instrument plays, or the same one with a file that was saved.
  func changed(_ change: InstrumentChange)
  /// A part has rung out. Freeing it may take time.
  func rungOut(_ part: LoadedPart)
}

extension PerformanceListener {
  func heard(
    _ message: AnyMIDIMessage, from port: PortID, _ outcomes: [Performer.Outcome], at time: HostTime
  ) {}
  func heard(
    exclusive payload: [UInt8], from port: PortID, _ outcome: Performer.Outcome, at time: HostTime
  ) {}
  func heard(_ finger: FingerInput, of client: ClientID, at time: HostTime) {}
  func moved(_ widget: Widget, at time: HostTime) {}
  func songSet(tempo quartersPerMinute: Double, on widgets: [Widget], at time: HostTime) {}
  func changed(song: SongToPlay?, of instrument: LoadedInstrument, at time: HostTime) {}
  func left(_ port: PortID, at time: HostTime) {}
  func releasedAll(at time: HostTime) {}
  func changed(_ change: InstrumentChange) {}
  func rungOut(_ part: LoadedPart) {}
}

/// A change of the instrument that the performer has made.
struct InstrumentChange {
  let old: LoadedInstrument
  let new: LoadedInstrument
  /// The widgets of the old instrument that were moved last by playing.
  let oldPlayed: PlayedWidgets
  let request: ChangeRequest
  let time: HostTime
}

/// Why another stage is to play.
package struct ChangeRequest {
  /// Whether it is the same instrument, with a file that was saved.
  package var isSame = false
  /// When reading its files began, so that files that were saved after that are read again; nil if none was read.
  package var readAt: FileStamp.Moment?
  /// The name by which the user asked for it; nil if it was not asked for by a name.
  package var name: String?

  package init(isSame: Bool = false, readAt: FileStamp.Moment? = nil, name: String? = nil) {
    (self.isSame, self.readAt, self.name) = (isSame, readAt, name)
  }
}

/// Who listens to the performer, and what is new for those who look from time to time. [control-thread]
struct PerformanceNews {
  /// Increases when another instrument plays, or its mappings or keyboards are others.
  private(set) var revision = 0
  /// Increases with everything that happens.
  private(set) var count = 0
  /// What the current message has done so far.
  var outcomes: [Performer.Outcome] = []
  private var listeners: [Listener] = []

  private struct Listener {
    // The session owns both.
    unowned let value: any PerformanceListener
  }

  mutating func add(_ listener: any PerformanceListener) { listeners.append(Listener(value: listener)) }

  mutating func changed() {
    revision += 1
    count += 1
  }

  mutating func happened() { count += 1 }

  func tell(_ news: (any PerformanceListener) -> Void) {
    for listener in listeners { news(listener.value) }
  }
}
