import CALSA
import SpinetMIDI

/// Lists the ports of the sequencer.
struct SequencerPorts {
  let handle: OpaquePointer
  /// The instrument's own client, which is not listed.
  let ownClient: Int32

  /// All ports of other clients that send or receive MIDI.
  func all() -> [MIDIPort] {
    var client: OpaquePointer?
    guard snd_seq_client_info_malloc(&client) == 0 else { return [] }
    defer { snd_seq_client_info_free(client) }
    var found: [MIDIPort] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(handle, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      if number != ownClient, number != SND_SEQ_CLIENT_SYSTEM { found += ports(ofClient: number) }
    }
    return found
  }

  /// A port by its address; nil if it has gone or is private.
  ///
  /// - Parameter isIdentified: whether the system's files are asked which device it is. That takes longer than everything
  ///   else.
  func port(client: UInt8, port: UInt8, isIdentified: Bool = true) -> MIDIPort? {
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) == 0, let pointer = info else { return nil }
    defer { snd_seq_port_info_free(pointer) }
    guard snd_seq_get_any_port_info(handle, Int32(client), Int32(port), pointer) >= 0 else { return nil }
    return describe(pointer, isIdentified: isIdentified)
  }

  private func ports(ofClient client: Int32) -> [MIDIPort] {
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) == 0, let pointer = info else { return [] }
    defer { snd_seq_port_info_free(pointer) }
    var found: [MIDIPort] = []
    snd_seq_port_info_set_client(pointer, client)
    snd_seq_port_info_set_port(pointer, -1)
    while snd_seq_query_next_port(handle, pointer) >= 0 {
      if let port = describe(pointer) { found.append(port) }
    }
    return found
  }

  private func describe(_ info: OpaquePointer, isIdentified: Bool = true) -> MIDIPort? {
    let capabilities = snd_seq_port_info_get_capability(info)
    guard capabilities & (UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) | Self.isInactive) == 0 else { return nil }
    let client = snd_seq_port_info_get_client(info)
    let port = snd_seq_port_info_get_port(info)
    let sends = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let receives = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    let known = withClientInfo(client, ClientFacts.init) ?? ClientFacts(name: "client \(client)")
    var described = MIDIPort(
      id: PortID(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port)),
      client: known.name, name: String(cString: snd_seq_port_info_get_name(info)),
      address: "\(client):\(port)",
      identity: isIdentified ? known.card.flatMap(CardIdentity.current.identity) : nil,
      isHardware: isController(info, of: known.name),
      sends: capabilities & sends == sends, receives: capabilities & receives == receives)
    described.isEveryGroup = capabilities & Self.isEndpoint != 0
    described.isMIDI2 = known.isMIDI2
    return described
  }

  // From alsa-lib 1.2.10 on, `SND_SEQ_PORT_CAP_INACTIVE` and `SND_SEQ_PORT_CAP_UMP_ENDPOINT`.
  private static let isInactive: UInt32 = 1 << 8
  private static let isEndpoint: UInt32 = 1 << 9

  /// What the kernel tells of a client at once. A controller that is announced waits for it.
  private struct ClientFacts {
    let name: String
    /// The sound card of a kernel client.
    var card: Int?
    var isMIDI2 = false

    init(name: String) { self.name = name }

    init(_ info: OpaquePointer) {
      name = String(cString: snd_seq_client_info_get_name(info))
      let card = Int(snd_seq_client_info_get_card(info))
      self.card = card < 0 ? nil : card
      isMIDI2 = UMPLibrary.current?.isMIDI2(info) ?? false
    }
  }

  /// Whether the port belongs to a controller. The kernel marks ports of real MIDI interfaces as hardware. It
  /// also marks the ports of a USB gadget, but those lead to another computer. When they are announced, their
  /// card cannot be queried yet, so they are recognized by the client name that the kernel gives them.
  private func isController(_ info: OpaquePointer, of clientName: String) -> Bool {
    let isHardware = snd_seq_port_info_get_type(info) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0
    return isHardware && clientName != "f_midi"
  }

  private func withClientInfo<T>(_ client: Int32, _ read: (OpaquePointer) -> T) -> T? {
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&info) == 0, let pointer = info else { return nil }
    defer { snd_seq_client_info_free(pointer) }
    guard snd_seq_get_any_client_info(handle, client, pointer) >= 0 else { return nil }
    return read(pointer)
  }
}

extension PortID {
  /// The sequencer's address as one number.
  init(client: UInt8, port: UInt8) { self.init(rawValue: UInt32(client) << 8 | UInt32(port)) }

  var address: snd_seq_addr_t { snd_seq_addr_t(client: client, port: port) }

  init(_ address: snd_seq_addr_t) { self.init(client: address.client, port: address.port) }

  var client: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  var port: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
