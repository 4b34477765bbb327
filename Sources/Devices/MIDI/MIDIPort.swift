import MIDI

/// A port that a controller, or another program, sends from or listens on.
public struct MIDIPort: Hashable, Sendable {
  public let id: PortID
  /// The sequencer client: `Launchkey Mini`. For a controller, its product name.
  public let client: String
  /// The port of the client: `Launchkey Mini MIDI 1`.
  public let name: String
  /// As the system counts it: `24:0`; changes from one plugging in to the next.
  public let address: String
  /// Nil where the system does not know.
  public let identity: ControllerIdentity?
  /// Whether a person's hands are behind it: a MIDI interface of a sound card or of USB.
  public let isHardware: Bool
  /// Whether events come from it.
  public let sends: Bool
  /// Whether events can be sent to it: lamps, motor faders.
  public let receives: Bool

  public init(
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
  public var names: [String] { lastingNames + [address] }

  /// The names that stay the same from one plugging in to the next.
  public var lastingNames: [String] { [client, name, "\(client):\(name)"] }

  /// Everything that `ports:` of a mapping may call it.
  public var mappingNames: [String] { lastingNames + (identity?.names ?? []) }
}
