import CALSA
import Glibc
import SpinetMIDI
import SpinetRealtime

/// A client of the ALSA sequencer. It is closed when this value is destroyed.
struct SequencerClient: ~Copyable {
  let handle: OpaquePointer
  /// The client's number.
  let number: Int32
  /// Nil for a client of MIDI 1.0.
  private let ump: UMPLibrary?

  /// Opens the sequencer for reading and writing, in non-blocking mode, with `snd_seq_open`.
  init(named name: String) throws(SpinetError) {
    var opened: OpaquePointer?
    try SpinetError.checkSequencer(
      snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK), "open")
    guard let opened else { throw SpinetError.sequencer("open", -ENODEV) }
    handle = opened
    number = snd_seq_client_id(opened)
    snd_seq_set_client_name(opened, name)
    // The largest pools that the kernel allows. A burst on all channels must fit while the control thread is
    // busy.
    snd_seq_set_client_pool_input(opened, 2000)
    snd_seq_set_client_pool_output(opened, 2000)
    snd_seq_set_input_buffer_size(opened, 64 * 1024)
    Self.leaveOut(
      [SND_SEQ_EVENT_CLIENT_START, SND_SEQ_EVENT_CLIENT_CHANGE, SND_SEQ_EVENT_PORT_CHANGE], opened)
    ump = UMPLibrary.current.flatMap { $0.begin(opened) ? $0 : nil }
  }

  /// Whether it hears MIDI 2.0.
  var hearsMIDI2: Bool { ump != nil }

  /// Reads the next event, with `snd_seq_event_input`.
  func read(_ event: inout UnsafeMutablePointer<snd_seq_event_t>?) -> Int32 {
    guard let ump else { return snd_seq_event_input(handle, &event) }
    return ump.read(handle, &event)
  }

  /// The packet of MIDI 2.0 that the event stands for; nil for an event of MIDI 1.0.
  func packet(of event: UnsafeMutablePointer<snd_seq_event_t>) -> UMPPacket? {
    hearsMIDI2 ? UMPPacket(record: event, flags: event.pointee.flags) : nil
  }

  /// The client gets no events of these kinds. The start of another client comes just before those of its ports: control
  /// would take a turn for it, and find the ports only after that.
  private static func leaveOut(_ kinds: [snd_seq_event_type], _ handle: OpaquePointer) {
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&info) == 0 else { return }
    defer { snd_seq_client_info_free(info) }
    guard snd_seq_get_client_info(handle, info) == 0 else { return }
    for kind in 0..<256 where !kinds.contains(where: { $0.rawValue == kind }) {
      snd_seq_client_info_event_filter_add(info, Int32(kind))
    }
    snd_seq_set_client_info(handle, info)
  }

  deinit { snd_seq_close(handle) }

  /// Creates a port. The kernel stamps events that arrive there with the real time of `queue`.
  func makePort(_ name: String, capabilities: UInt32, type: UInt32, stampedBy queue: Int32?)
    throws(SpinetError)
    -> Int32
  {
    var info: OpaquePointer?
    try SpinetError.checkSequencer(snd_seq_port_info_malloc(&info), "port")
    defer { snd_seq_port_info_free(info) }
    snd_seq_port_info_set_name(info, name)
    snd_seq_port_info_set_capability(info, capabilities)
    snd_seq_port_info_set_type(info, type)
    snd_seq_port_info_set_midi_channels(info, 16)
    if let queue {
      snd_seq_port_info_set_timestamping(info, 1)
      snd_seq_port_info_set_timestamp_real(info, 1)
      snd_seq_port_info_set_timestamp_queue(info, queue)
    }
    try SpinetError.checkSequencer(snd_seq_create_port(handle, info), "port \(name)")
    return snd_seq_port_info_get_port(info)
  }

  /// The file descriptor that is readable when there are events.
  var pollDescriptor: Int32 {
    var descriptor = pollfd()
    return snd_seq_poll_descriptors(handle, &descriptor, 1, Int16(POLLIN)) > 0 ? descriptor.fd : -1
  }
}

extension SpinetError {
  /// - Parameter code: a negative result of the ALSA library.
  static func sequencer(_ step: String, _ code: Int32) -> SpinetError {
    let reason = snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    let isForbidden = code == -EACCES || code == -EPERM
    return SpinetError(
      isForbidden ? .deviceForbidden : .deviceFailed, what: "ALSA sequencer", why: "\(step): \(reason)",
      remedy: isForbidden
        ? "become a member of the group audio ('sudo usermod -aG audio $USER') and log in again"
        : Remedy(.loadSequencer))
  }

  /// Throws if `code` is negative, otherwise returns it.
  @discardableResult static func checkSequencer(_ code: Int32, _ step: String) throws(SpinetError) -> Int32 {
    guard code >= 0 else { throw sequencer(step, code) }
    return code
  }
}
