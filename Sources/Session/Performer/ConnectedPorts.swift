import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetTime

/// What is known of each port: its names, the banks that it has selected, and the tempo of its clock. [control-thread]
struct ConnectedPorts {
  private var ports: [PortID: MIDIPort] = [:]
  /// How controllers call their controls: by the control without a channel.
  private var controlNames: [PortID: [String: String]] = [:]
  private var banks: [Source: (high: UInt8, low: UInt8)] = [:]
  /// What plays by a clock, and the MIDI clock that it follows.
  var transport = FollowedTransport()

  private struct Source: Hashable {
    let port: PortID
    let channel: Channel
  }

  var all: Dictionary<PortID, MIDIPort>.Values { ports.values }

  /// Changes with each port that comes or goes, and with each listener.
  private(set) var revision = 0
  /// Changes when a port comes or goes to which something can be sent.
  private(set) var receiverRevision = 0
  /// How many programs have been connected to the output so far.
  private(set) var listeners = 0

  mutating func add(_ port: MIDIPort) {
    ports[port.id] = port
    revision += 1
  }

  mutating func receiversChanged() { receiverRevision += 1 }

  mutating func addListener() {
    listeners += 1
    revision += 1
  }

  /// Forgets a port that is gone.
  mutating func forget(_ port: PortID) {
    ports[port] = nil
    revision += 1
    controlNames[port] = nil
    banks = banks.filter { $0.key.port != port }
    transport.portLeft(port)
  }

  /// The names that a mapping's or a part's `ports:` can match.
  func names(of port: PortID) -> [String] { ports[port]?.mappingNames ?? [] }

  mutating func name(_ port: PortID, _ controls: [String: String]) { controlNames[port] = controls }

  /// How the controller calls the control of a message; nil if it has not told.
  func controlName(of message: AnyMIDIMessage, from port: PortID) -> String? {
    guard let names = controlNames[port], !names.isEmpty else { return nil }
    return names.first { message.control.hasPrefix($0.key + " ") }?.value
  }

  /// The tempo, in beats per minute, if this message of a clock has changed it.
  mutating func tempo(after message: MIDIMessage, from port: PortID, at time: HostTime) -> Double? {
    transport.take(message, from: port, at: time.nanoseconds)?.quartersPerMinute
  }

  /// Records the selection of a bank (controllers 0 and 32).
  mutating func recordBank(_ message: MIDIMessage, from port: PortID) {
    guard case .controlChange(let channel, let controller, let value) = message else { return }
    let source = Source(port: port, channel: channel)
    switch controller {
    case 0: banks[source, default: (0, 0)].high = value
    case 32: banks[source, default: (0, 0)].low = value
    default: break
    }
  }

  /// The bank that a channel of a port has selected.
  func bank(_ port: PortID, _ channel: Channel) -> Int {
    banks[Source(port: port, channel: channel)].map { 128 * Int($0.high) + Int($0.low) } ?? 0
  }
}
