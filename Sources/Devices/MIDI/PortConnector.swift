import SpinetMIDI
import SpinetRealtime

/// The calls of the sequencer that connect ports.
protocol PortSubscribing {
  /// Subscribes the instrument to a port. The answer is the ALSA library's.
  func subscribe(to sender: PortID) -> Int32

  /// Subscribes a controller to what moves its lamps. The answer is the ALSA library's.
  func subscribe(lampsOf receiver: PortID) -> Int32

  /// Whether the port is already connected to the instrument, perhaps by another program.
  func isSubscribed(to sender: PortID) -> Bool

  /// Whether the port already receives what the instrument sends.
  func isSubscribed(by receiver: PortID) -> Bool

  /// Whether the port is still plugged in.
  func hasPort(_ id: PortID) -> Bool
}

/// Connects ports, and tells of those that refuse.
struct PortConnector {
  private var refusals = ConnectionRefusals<PortID>()

  /// Subscribes to a port, and connects its lamps if it has any. Passes on what refused, once for each port.
  mutating func connect(
    _ port: MIDIPort, by sequencer: some PortSubscribing, _ tell: (MIDISourceEvent) -> Void
  ) {
    let answer = sequencer.subscribe(to: port.id)
    if answer < 0, !sequencer.isSubscribed(to: port.id) {
      refuse(port, .sequencer("connect", answer), sequencer, tell)
    }
    guard port.receives else { return }
    let lampAnswer = sequencer.subscribe(lampsOf: port.id)
    if lampAnswer < 0, !sequencer.isSubscribed(by: port.id) {
      refuse(port, .sequencer("connect its lamps", lampAnswer), sequencer, tell)
    }
  }

  /// Tells that a port refuses the connection, unless it has been unplugged in the meantime.
  private mutating func refuse(
    _ port: MIDIPort, _ error: SpinetError, _ sequencer: some PortSubscribing,
    _ tell: (MIDISourceEvent) -> Void
  ) {
    guard sequencer.hasPort(port.id) else { return }
    refusals.record(port.id, port, reason: error.why).map { tell(.refused($0)) }
  }

  /// Forgets the refusals of ports that have gone.
  mutating func keep(where isThere: (PortID) -> Bool) { refusals.keep(where: isThere) }
}
