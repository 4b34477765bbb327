import CALSA
import Glibc
import SpinetMIDI
import SpinetRealtime

/// A client of the ALSA sequencer: its ports, the controllers that are connected to them, and the kernel's
/// time stamps of events. [control-thread]
package final class ALSASequencer: MIDISource {
  let client: SequencerClient
  private var rule: MIDIConnectionRule
  private let clientName: String
  let inputPort: Int32
  let outputPort: Int32
  private let watchPort: Int32
  private var clock: SequencerClock
  private var connected: [PortID: MIDIPort] = [:]
  /// Controllers that are subscribed to the output for their lamps. They only get messages addressed to them.
  private var lamps: Set<PortID> = []
  /// All other subscribers of the output.
  private var listeners: [PortID] = []
  /// Connection events, which the next `read` passes on.
  private var untold: [MIDISourceEvent] = []
  private var connector = PortConnector()
  private var exclusives = SysExInbox()
  private var unsent = UnsentEvents<PortID, OutgoingEvent>()
  /// When the last `read` began.
  private var readAt = HostTime(nanoseconds: 0)

  /// Creates the client `clientName` with the ports "Spinet In" and "Spinet Out", and connects every port
  /// that `rule` accepts.
  package init(clientName: String = "Spinet", rule: MIDIConnectionRule = MIDIConnectionRule())
    throws(SpinetError)
  {
    self.clientName = clientName
    self.rule = rule
    client = try SequencerClient(named: clientName)
    clock = try SequencerClock(client)
    inputPort = try client.makePort(
      "Spinet In", capabilities: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE),
      type: Self.portType, stampedBy: clock.queue)
    outputPort = try client.makePort(
      "Spinet Out", capabilities: UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
      type: Self.portType, stampedBy: nil)
    watchPort = try client.makePort(
      "Watch", capabilities: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT),
      type: UInt32(SND_SEQ_PORT_TYPE_APPLICATION), stampedBy: nil)
    try SpinetError.checkSequencer(
      snd_seq_connect_from(
        client.handle, watchPort, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE),
      "watch")
    connectAccepted()
  }

  private func connectAccepted() { for port in ports() where rule.accepts(port) { connect(port) } }

  package func connect(named name: String) {
    rule.wanted.append(name)
    connectAccepted()
  }

  private static let portType = UInt32(
    SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SYNTHESIZER | SND_SEQ_PORT_TYPE_SOFTWARE
      | SND_SEQ_PORT_TYPE_APPLICATION)

  package var descriptor: Int32? { client.pollDescriptor }

  package var announcement: String { "\(clientName) \(client.number):\(inputPort)" }

  package func ports() -> [MIDIPort] { directory.all() }

  package var connectedPorts: [MIDIPort] {
    connected.values.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  var directory: SequencerPorts {
    SequencerPorts(handle: client.handle, ownClient: client.number)
  }

  package func read(_ handle: (MIDISourceEvent) -> Void) {
    readAt = .now
    unsent.retry(by: transmit)
    tellUntold(handle)
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while true {
      let result = client.read(&event)
      if result == -ENOSPC {
        handle(.overrun)
        continue
      }
      guard result >= 0, let event else { break }
      if let packet = client.packet(of: event) {
        take(packet, of: event.pointee, handle)
      } else {
        take(event.pointee, handle)
      }
      tellUntold(handle)
    }
    clock.follow(client, at: readAt)
  }

  private func tellUntold(_ handle: (MIDISourceEvent) -> Void) {
    let waiting = untold
    untold.removeAll(keepingCapacity: true)
    waiting.forEach(handle)
  }

  private func take(_ event: snd_seq_event_t, _ handle: (MIDISourceEvent) -> Void) {
    guard Int32(event.dest.port) == watchPort else {
      let time = hostTime(of: event)
      event.withExclusiveBytes { bytes in
        exclusives.take(bytes, from: PortID(event.source)) { payload in
          handle(.exclusive(payload, from: PortID(event.source), at: time))
        }
      }
      event.forEachMessage { handle(.message($0, from: PortID(event.source), at: time)) }
      return
    }
    switch SequencerEvent(event) {
    case .portStarted(let client, let port):
      // It is connected first, so that nothing is missed that is played at once.
      let port = directory.port(client: client, port: port, isIdentified: false)
      if let port, rule.accepts(port) { connect(port) }
      if let port, port.receives { untold.append(.appeared(port)) }
    case .portLeft(let client, let port):
      connector.keep { $0 != PortID(client: client, port: port) }
      lose(PortID(client: client, port: port))
      loseReceivers { $0 == PortID(client: client, port: port) }
    case .clientLeft(let client):
      connector.keep { $0.client != client }
      connected.keys.filter { $0.client == client }.forEach(lose)
      loseReceivers { $0.client == client }
    case .subscribed(let sender, let receiver) where isInput(receiver): gain(sender)
    case .unsubscribed(let sender, let receiver) where isInput(receiver): lose(PortID(sender))
    case .subscribed(let sender, let receiver) where isOutput(sender):
      gainListener(PortID(receiver))
    case .unsubscribed(let sender, let receiver) where isOutput(sender):
      loseListeners { $0 == PortID(receiver) }
    default: break
    }
  }

  /// Takes a packet of MIDI 2.0. What it does not say to an instrument is passed over.
  private func take(_ packet: UMPPacket, of event: snd_seq_event_t, _ handle: (MIDISourceEvent) -> Void) {
    let (port, time) = (PortID(event.source), hostTime(of: event))
    switch packet.content {
    case .midi1(let message): handle(.message(message, from: port, at: time))
    case .midi2(let message): handle(.message2(message, from: port, at: time))
    case .exclusive(let bytes):
      exclusives.take(bytes, from: port) { payload in handle(.exclusive(payload, from: port, at: time)) }
    case .other: break
    }
  }

  private func isOutput(_ address: snd_seq_addr_t) -> Bool {
    Int32(address.client) == client.number && Int32(address.port) == outputPort
  }

  private func isInput(_ address: snd_seq_addr_t) -> Bool {
    Int32(address.client) == client.number && Int32(address.port) == inputPort
  }

  /// The kernel's time stamp, or the current time if the event has none.
  private func hostTime(of event: snd_seq_event_t) -> HostTime {
    let isStamped =
      Int32(event.queue) == clock.queue && event.flags & UInt8(SND_SEQ_TIME_STAMP_REAL) != 0
    guard isStamped else { return .now }
    // Not before announcements, because a port that appears is connected at once.
    clock.follow(client, at: readAt, ifOlderThan: SequencerClock.longestInterval)
    let time = clock.hostTime(of: event.time.time)
    // The clock is only read if the event came after `readAt`, or if its time lies ahead because of
    // measurement noise.
    return time <= readAt ? time : min(time, .now)
  }

  /// Subscribes to a port, and connects its lamps if it has any. The connection is reported when the kernel
  /// announces the subscription, as for connections that other programs make.
  private func connect(_ port: MIDIPort) {
    guard connected[port.id] == nil else { return }
    if port.receives { lamps.insert(port.id) }
    connector.connect(port, by: self) { untold.append($0) }
  }

  private func gain(_ address: snd_seq_addr_t) {
    guard let port = directory.port(client: address.client, port: address.port),
      connected[port.id] == nil
    else {
      return
    }
    connected[port.id] = port
    untold.append(.connected(port))
  }

  private func lose(_ id: PortID) {
    guard let port = connected.removeValue(forKey: id) else { return }
    exclusives.portLeft(id)
    untold.append(.disconnected(port))
  }

  /// Excludes the instrument itself, which would otherwise receive its own notes without end.
  private func gainListener(_ id: PortID) {
    guard !lamps.contains(id), !listeners.contains(id), Int32(id.client) != client.number else {
      return
    }
    listeners.append(id)
    untold.append(.listener(id))
  }

  /// The ports themselves are gone.
  private func loseReceivers(where hasGone: (PortID) -> Bool) {
    untold += lamps.filter(hasGone).map(MIDISourceEvent.vanished)
    loseListeners(where: hasGone)
  }

  private func loseListeners(where hasGone: (PortID) -> Bool) {
    listeners.removeAll(where: hasGone)
    lamps = lamps.filter { !hasGone($0) }
  }

  package var hasOutput: Bool { true }

  package func send(_ message: MIDIMessage, to port: PortID?) {
    var event = snd_seq_event_t()
    event.encode(message)
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = UInt8(truncatingIfNeeded: outputPort)
    for receiver in port.map({ [$0] }) ?? listeners {
      event.dest = snd_seq_addr_t(client: receiver.client, port: receiver.port)
      unsent.send(OutgoingEvent(event), to: receiver, by: transmit)
    }
  }

  package func send(exclusive bytes: [UInt8], to port: PortID?) {
    var event = snd_seq_event_t()
    event.type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_SYSEX.rawValue)
    event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = UInt8(truncatingIfNeeded: outputPort)
    for receiver in port.map({ [$0] }) ?? listeners {
      event.dest = receiver.address
      for piece in ExclusivePieces(bytes) {
        unsent.send(OutgoingEvent(event, piece), to: receiver, by: transmit)
      }
    }
  }

  package func send(_ message: MIDIMessage, to port: PortID, at time: HostTime) {
    var event = snd_seq_event_t()
    event.encode(message)
    event.queue = UInt8(truncatingIfNeeded: clock.queue)
    event.flags = UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
    event.time.time = clock.stamp(of: time)
    event.source.port = UInt8(truncatingIfNeeded: outputPort)
    event.dest = port.address
    unsent.send(OutgoingEvent(event), to: port, by: transmit)
  }

  package func cancelScheduled() {
    var removal: OpaquePointer?
    guard snd_seq_remove_events_malloc(&removal) == 0 else { return }
    defer { snd_seq_remove_events_free(removal) }
    snd_seq_remove_events_set_queue(removal, clock.queue)
    snd_seq_remove_events_set_condition(removal, UInt32(SND_SEQ_REMOVE_OUTPUT))
    snd_seq_remove_events(client.handle, removal)
  }

  package func open(_ port: PortID) {
    lamps.insert(port)
    listeners.removeAll { $0 == port }
    if !isSubscribed(by: port) { _ = subscribe(lampsOf: port) }
  }

  /// False if the receiver has no room. True if it took the event or does not exist any more.
  private func transmit(_ outgoing: OutgoingEvent) -> Bool {
    let answer = outgoing.withEvent { snd_seq_event_output_direct(client.handle, $0) }
    return answer != -EAGAIN && answer != -ENOMEM
  }
}
