import SpinetMIDI
import SpinetRealtime

/// A MIDI port of a controller or of another program.
package struct MIDIPort: Hashable, Sendable {
  package let id: PortID
  /// The name of the sequencer client: `Launchkey Mini`. For a controller, its product name.
  package let client: String
  /// The name of the client's port: `Launchkey Mini MIDI 1`.
  package let name: String
  /// The system's number: `24:0`. It changes each time the controller is plugged in.
  package let address: String
  /// Nil if the system has no information.
  package let identity: ControllerIdentity?
  /// Whether it belongs to a controller: a MIDI interface of a sound card or a USB device.
  package let isHardware: Bool
  /// Whether it is all groups of a MIDI 2.0 device at once. Each group has a port of its own as well, which sends the
  /// same.
  package var isEveryGroup = false
  /// Whether its client speaks MIDI 2.0.
  package var isMIDI2 = false
  /// Whether events come from it.
  package let sends: Bool
  /// Whether events can be sent to it, for lamps and motor faders.
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

  /// All names by which the user may choose it.
  package var names: [String] { lastingNames + [address] }

  /// The names that stay the same when the controller is plugged in again.
  package var lastingNames: [String] {
    [client, name, "\(client):\(name)"] + (functionBlock.map { [$0, "\(client):\($0)"] } ?? [])
  }

  /// The name of a MIDI 2.0 device's function block, which the kernel puts into the name of each of its groups' ports:
  /// `Keys` for `Group 1 (Keys)`. Nil for any other port.
  package var functionBlock: String? {
    let words = name.split(separator: " ", maxSplits: 2)
    guard isMIDI2, words.count == 3, words[0] == "Group", Int(words[1]) != nil, words[2].hasPrefix("("),
      words[2].hasSuffix(")"), words[2].count > 2
    else { return nil }
    return String(words[2].dropFirst().dropLast())
  }

  /// All names that `ports:` of a mapping may use.
  package var mappingNames: [String] { lastingNames + (identity?.names ?? []) }
}

/// Decides which ports are connected automatically.
package struct MIDIConnectionRule: Sendable {
  /// Ports named by the user, as substrings or shell wildcards. They may be any port except the instrument's
  /// own.
  package var wanted: [String]
  /// Whether every hardware controller is connected, including those that are plugged in later.
  package var connectsHardware: Bool

  package init(wanted: [String] = [], connectsHardware: Bool = true) {
    self.wanted = wanted
    self.connectsHardware = connectsHardware
  }

  package func accepts(_ port: MIDIPort) -> Bool {
    guard port.sends else { return false }
    // Its groups are connected instead. Both would play every note twice.
    if port.isEveryGroup { return wanted.contains(port.address) }
    if wanted.contains(where: { name in port.names.contains { namePattern(name, matches: $0) } }) {
      return true
    }
    return connectsHardware && port.isHardware
  }
}

/// The ports that refused to be connected. Each one is reported once.
struct ConnectionRefusals<Key: Hashable> {
  private var told: Set<Key> = []

  /// The error to report about a port; nil if it has been reported already.
  mutating func record(_ key: Key, _ port: MIDIPort, reason: String) -> SpinetError? {
    guard told.insert(key).inserted else { return nil }
    return SpinetError(
      .deviceFailed, what: "MIDI port \"\(port.client)\"", why: reason,
      remedy: "close the program that uses it, or plug it in again")
  }

  /// Forgets ports that have gone. If they are plugged in again, they are reported again.
  mutating func keep(where isThere: (Key) -> Bool) { told = told.filter(isThere) }
}
