import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage

/// Fingers and notes that come from clients through the inbox.
extension Performer {
  /// Plays a finger. A new finger goes to the part that it names. A finger that moves or lifts belongs to the part on
  /// which it came down, even if the parts have changed since.
  func take(_ finger: FingerInput, of client: ClientID, at time: HostTime) {
    let holder = sounding.first { $0.holds(finger.id, of: client) }
    let named = players.first { $0.loaded.part.name == finger.part } ?? players.first
    (holder ?? named)?.take(finger, of: client, at: time)
    flush(at: time)
  }

  /// Plays a finger of a saved take.
  ///
  /// - Parameter source: the number of the client that played it.
  package func take(_ finger: FingerInput, from source: UInt32, at time: HostTime) {
    take(finger, of: ClientID(number: source), at: time)
  }

  /// Takes a message of a client that plays one part.
  ///
  /// - Parameter name: the part for note-ons; with an unknown name, every part that listens.
  func take(
    _ message: MIDIMessage, ofPart name: String, from client: ClientID, at time: HostTime,
    _ observe: (Outcome) -> Void
  ) {
    guard case .noteOn(let channel, let key, let velocity) = message, velocity > 0,
      let player = players.first(where: { $0.loaded.part.name == name })
    else { return take(message, from: client.port, at: time, observe) }
    player.strike(channel, key: key, velocity: velocity, from: client.port, at: time)
    flush(at: time)
    observe(.keyboard)
  }

  /// What a screen draws of the keyboards.
  var view: InstrumentView {
    let parts = players.map { player in
      InstrumentView.Part(
        name: players.count == 1 ? "" : player.loaded.part.name, keyboard: player.keyboard.configuration,
        lit: player.keyboard.litKeys, isInScene: player.isInScene)
    }
    let keys = sounding.map { $0.keyboard.soundingKeys.union($0.keysDown) }
    return InstrumentView(parts: parts, sounding: keys.reduce(into: []) { $0.formUnion($1) })
  }

  /// Lifts all fingers and releases all keys of a client that has left.
  func clientLeft(_ client: ClientID, at time: HostTime) {
    for player in sounding { player.lift(client, at: time) }
    flush(at: time)
    portLeft(client.port, at: time)
  }
}
