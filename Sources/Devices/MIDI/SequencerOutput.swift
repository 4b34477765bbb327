import CALSA
import SpinetMIDI

extension snd_seq_event_t {
  /// Writes `message` into this event.
  mutating func encode(_ message: MIDIMessage) {
    switch message {
    case .noteOff(let channel, let key, let velocity): setNote(SND_SEQ_EVENT_NOTEOFF, channel, key, velocity)
    case .noteOn(let channel, let key, let velocity): setNote(SND_SEQ_EVENT_NOTEON, channel, key, velocity)
    case .polyPressure(let channel, let key, let pressure):
      setNote(SND_SEQ_EVENT_KEYPRESS, channel, key, pressure)
    case .controlChange(let channel, let controller, let value):
      setControl(SND_SEQ_EVENT_CONTROLLER, channel, Int32(value), parameter: UInt32(controller))
    case .programChange(let channel, let program):
      setControl(SND_SEQ_EVENT_PGMCHANGE, channel, Int32(program))
    case .channelPressure(let channel, let pressure):
      setControl(SND_SEQ_EVENT_CHANPRESS, channel, Int32(pressure))
    case .pitchBend(let channel, let value):
      setControl(SND_SEQ_EVENT_PITCHBEND, channel, Int32(value) - 8192)
    case .quarterFrame(let part): setControl(SND_SEQ_EVENT_QFRAME, nil, Int32(part))
    case .songPosition(let position): setControl(SND_SEQ_EVENT_SONGPOS, nil, Int32(position))
    case .songSelect(let song): setControl(SND_SEQ_EVENT_SONGSEL, nil, Int32(song))
    case .tuneRequest: setControl(SND_SEQ_EVENT_TUNE_REQUEST, nil, 0)
    case .timingClock: setControl(SND_SEQ_EVENT_CLOCK, nil, 0)
    case .start: setControl(SND_SEQ_EVENT_START, nil, 0)
    case .continue: setControl(SND_SEQ_EVENT_CONTINUE, nil, 0)
    case .stop: setControl(SND_SEQ_EVENT_STOP, nil, 0)
    case .activeSensing: setControl(SND_SEQ_EVENT_SENSING, nil, 0)
    case .systemReset: setControl(SND_SEQ_EVENT_RESET, nil, 0)
    }
  }

  private mutating func setNote(
    _ kind: snd_seq_event_type, _ channel: Channel, _ key: UInt8, _ velocity: UInt8
  ) {
    type = UInt8(truncatingIfNeeded: kind.rawValue)
    data.note = snd_seq_ev_note_t(
      channel: channel.rawValue, note: key, velocity: velocity, off_velocity: 0, duration: 0)
  }

  private mutating func setControl(
    _ kind: snd_seq_event_type, _ channel: Channel?, _ value: Int32, parameter: UInt32 = 0
  ) {
    type = UInt8(truncatingIfNeeded: kind.rawValue)
    data.control.channel = channel?.rawValue ?? 0
    data.control.param = parameter
    data.control.value = value
  }
}

/// An event that leaves, with the bytes of a system exclusive message, which the event only points to.
struct OutgoingEvent {
  private let event: snd_seq_event_t
  private let bytes: [UInt8]

  init(_ event: snd_seq_event_t, _ bytes: [UInt8] = []) { (self.event, self.bytes) = (event, bytes) }

  func withEvent(_ body: (UnsafeMutablePointer<snd_seq_event_t>) -> Int32) -> Int32 {
    var event = event
    guard !bytes.isEmpty else { return body(&event) }
    return bytes.withUnsafeBytes { bytes in
      event.data.ext.len = UInt32(bytes.count)
      event.data.ext.ptr = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      return body(&event)
    }
  }
}

/// The bytes of a system exclusive message in pieces that fit into the sequencer's memory.
struct ExclusivePieces: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private static let mostBytes = 256

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(Self.mostBytes) }
    return Array(rest.prefix(Self.mostBytes))
  }
}

/// Events for receivers that had no room. They are kept in order until there is room.
///
/// A lost note-off would leave its note sounding without end.
struct UnsentEvents<Receiver: Hashable, Event> {
  private var waiting: [(receiver: Receiver, event: Event)] = []

  /// Twice the kernel's own limit for a receiver. A receiver with more unread events has stopped reading.
  private static var most: Int { 4096 }

  /// - Parameter transmit: returns whether there was room.
  mutating func send(_ event: Event, to receiver: Receiver, by transmit: (Event) -> Bool) {
    retry(by: transmit)
    if waiting.contains(where: { $0.receiver == receiver }) || !transmit(event) {
      if waiting.count < Self.most { waiting.append((receiver, event)) }
    }
  }

  /// Tries again to send the waiting events. A full receiver does not delay the others.
  mutating func retry(by transmit: (Event) -> Bool) {
    guard !waiting.isEmpty else { return }
    var full: Set<Receiver> = []
    waiting.removeAll { receiver, event in
      if full.contains(receiver) { return false }
      if transmit(event) { return true }
      full.insert(receiver)
      return false
    }
  }
}
