import SpinetMIDI
import SpinetRealtime

/// A port that a controller, or another program, sends from or listens on.
package struct MIDIPort: Hashable, Sendable {
  package let id: PortID
  /// The sequencer client: `Launchkey Mini`. For a controller, its product name.
  package let client: String
  /// The port of the client: `Launchkey Mini MIDI 1`.
  package let name: String
  /// As the system counts it: `24:0`; changes from one plugging in to the next.
  package let address: String
  /// Nil where the system does not know.
  package let identity: ControllerIdentity?
  /// Whether it is a controller's: a MIDI interface of a sound card or of USB.
  package let isHardware: Bool
  /// Whether events come from it.
  package let sends: Bool
  /// Whether events can be sent to it: lamps, motor faders.
  package let receives: Bool

  package init(
    id: PortID, client: String, name: String, address: String, identity: ControllerIdentity? = nil,
    isHardware: Bool,
    sends: Bool, receives: Bool
  ) {
    self.id = id
    self.client = client
    self.name = name
    self.address = address
    self.identity = identity
    self.isHardware = isHardware
    self.sends = sends
    self.receives = receives
  }

  /// Everything by which a person may call it.
  package var names: [String] { lastingNames + [address] }

  /// The names that stay the same from one plugging in to the next.
  package var lastingNames: [String] { [client, name, "\(client):\(name)"] }

  /// Everything that `ports:` of a mapping may call it.
  package var mappingNames: [String] { lastingNames + (identity?.names ?? []) }
}

/// Which ports the instrument connects by itself.
package struct MIDIConnectionRule: Sendable {
  /// Ports named by the user, as substrings or shell wildcards; any port but the instrument's own.
  package var wanted: [String]
  /// Whether every hardware controller is connected, present or plugged in later.
  package var connectsHardware: Bool

  package init(wanted: [String] = [], connectsHardware: Bool = true) {
    self.wanted = wanted
    self.connectsHardware = connectsHardware
  }

  package func accepts(_ port: MIDIPort) -> Bool {
    guard port.sends else { return false }
    if wanted.contains(where: { name in port.names.contains { namePattern(name, matches: $0) } }) {
      return true
    }
    return connectsHardware && port.isHardware
  }
}

/// The ports that refused to be connected, each told once.
struct ConnectionRefusals<Key: Hashable> {
  private var told: Set<Key> = []

  /// What is to be told about a port; nil when that has been done.
  mutating func note(_ key: Key, _ port: MIDIPort, reason: String) -> SpinetError? {
    guard told.insert(key).inserted else { return nil }
    return SpinetError(
      .device, what: "MIDI port \"\(port.client)\"", why: reason,
      remedy: "close the program that uses it, or plug it in again")
  }

  /// Forgets ports that are gone: plugged in again, they are told again.
  mutating func keep(where isThere: (Key) -> Bool) { told = told.filter(isThere) }
}
