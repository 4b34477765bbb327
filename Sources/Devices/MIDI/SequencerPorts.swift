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
    let clientName = clientName(client)
    var described = MIDIPort(
      id: PortID(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port)),
      client: clientName, name: String(cString: snd_seq_port_info_get_name(info)),
      address: "\(client):\(port)",
      identity: isIdentified ? identity(ofClient: client) : nil,
      isHardware: isController(info, of: clientName),
      sends: capabilities & sends == sends, receives: capabilities & receives == receives)
    described.isEveryGroup = capabilities & Self.isEndpoint != 0
    described.isMIDI2 = isMIDI2(client)
    return described
  }

  // From alsa-lib 1.2.10 on, `SND_SEQ_PORT_CAP_INACTIVE` and `SND_SEQ_PORT_CAP_UMP_ENDPOINT`.
  private static let isInactive: UInt32 = 1 << 8
  private static let isEndpoint: UInt32 = 1 << 9

  private func isMIDI2(_ client: Int32) -> Bool {
    guard let library = UMPLibrary.current else { return false }
    return withClientInfo(client) { library.isMIDI2($0) } ?? false
  }

  private func clientName(_ client: Int32) -> String {
    withClientInfo(client) { String(cString: snd_seq_client_info_get_name($0)) } ?? "client \(client)"
  }

  private func identity(ofClient client: Int32) -> ControllerIdentity? {
    card(ofClient: client).flatMap { CardIdentity.current.identity(ofCard: $0) }
  }

  /// The sound card of a kernel client.
  private func card(ofClient client: Int32) -> Int? {
    withClientInfo(client) { Int(snd_seq_client_info_get_card($0)) }.flatMap { $0 < 0 ? nil : $0 }
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
