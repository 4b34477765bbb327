import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Fingers and notes that come from clients through the inbox.
extension Performer {
  /// Plays a finger. A new finger goes to the part that it names. A finger that moves or lifts belongs to the part on
  /// which it came down, even if the parts have changed since.
  ///
  /// - Parameter isReplayed: whether a take plays it, so that no journal keeps it as if hands had played it.
  func take(_ finger: FingerInput, of client: ClientID, isReplayed: Bool = false, at time: HostTime) {
    let holder = held.finger(finger.id, of: client).flatMap { held in
      sounding.first { $0.number == held.part }
    }
    let named = players.first { $0.loaded.part.name == finger.part } ?? players.first
    (holder ?? named)?.take(finger, of: client, at: time, &held)
    flush(at: time)
    if isReplayed { news.happened() } else { publish { $0.heard(finger, of: client, at: time) } }
  }

  /// Plays a finger of a saved take.
  ///
  /// - Parameter source: the number of the client that played it.
  package func take(
    _ finger: FingerInput, from source: UInt32, isReplayed: Bool = false, at time: HostTime
  ) {
    take(finger, of: ClientID(number: source), isReplayed: isReplayed, at: time)
  }

  /// Takes a message of a client that plays one part.
  ///
  /// - Parameter name: the part for note-ons; with an unknown name, every part that listens.
  func take(_ message: MIDIMessage, ofPart name: String, from client: ClientID, at time: HostTime) {
    guard case .noteOn(let channel, let key, let velocity) = message, velocity > 0,
      let player = players.first(where: { $0.loaded.part.name == name })
    else { return take(message, from: client.port, at: time) }
    player.strike(
      SourceKey(port: client.port, channel: channel, number: key), velocity: velocity, at: time, &held)
    flush(at: time)
    publish { $0.heard(.midi1(message), from: client.port, [.keyboard], at: time) }
  }

  /// Moves a widget for a client, in order with its notes.
  func move(_ widget: Widget, to value: Double, at time: HostTime) {
    widget.set(value)
    if let reading = widget.reading { take(reading, value, at: time) { _ in } }
    hasMoved([widget], at: time)
  }

  /// Follows widgets that were moved at a moment, and tells of them, so that the journal keeps the moment at which they
  /// are heard.
  func hasMoved(_ widgets: [Widget], at time: HostTime) {
    applySessionWidgets(at: time)
    for widget in widgets { publish { $0.moved(widget, at: time) } }
  }

  /// Begins a note that ends by itself.
  func play(_ note: CommandNote, of client: ClientID, at time: HostTime) {
    take(.noteOn(note.channel, key: note.key, velocity: note.velocity), from: client.port, at: time)
    held.hold(note, from: client.port, until: time.advanced(bySeconds: note.seconds))
  }

  /// Ends the notes whose time is over.
  func endTimedNotes(at time: HostTime) {
    while let ended = held.nextEnded(at: time) { take(ended.release, from: ended.port, at: time) }
  }

  /// What a screen draws of the keyboards.
  var view: InstrumentView {
    let parts = players.map { player in
      InstrumentView.Part(
        name: players.count == 1 ? "" : player.loaded.part.name, keyboard: player.keyboard.configuration,
        lit: player.keyboard.litKeys, isInScene: player.isInScene)
    }
    let keys = sounding.map { $0.keyboard.soundingKeys.union($0.takesMIDI ? held.keysDown($0.number) : []) }
    return InstrumentView(parts: parts, sounding: keys.reduce(into: []) { $0.formUnion($1) })
  }

  /// Lifts all fingers and releases all keys of a client that has left.
  func clientLeft(_ client: ClientID, at time: HostTime) {
    for finger in held.liftFingers(of: client) {
      sounding.first { $0.number == finger.part }?.lift(finger, at: time)
    }
    flush(at: time)
    portLeft(client.port, at: time)
  }
}
