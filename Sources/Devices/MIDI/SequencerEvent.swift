import CALSA
import SpinetMIDI

/// An event of the ALSA sequencer, as far as it concerns ports and connections.
enum SequencerEvent {
  case portStarted(client: UInt8, port: UInt8)
  case portLeft(client: UInt8, port: UInt8)
  case clientLeft(client: UInt8)
  case subscribed(sender: snd_seq_addr_t, receiver: snd_seq_addr_t)
  case unsubscribed(sender: snd_seq_addr_t, receiver: snd_seq_addr_t)
  /// A MIDI message, or something that the instrument ignores.
  case other

  init(_ event: snd_seq_event_t) {
    let address = event.data.addr
    let ends = event.data.connect
    self =
      switch event.kind {
      case SND_SEQ_EVENT_PORT_START: .portStarted(client: address.client, port: address.port)
      case SND_SEQ_EVENT_PORT_EXIT: .portLeft(client: address.client, port: address.port)
      case SND_SEQ_EVENT_CLIENT_EXIT: .clientLeft(client: address.client)
      case SND_SEQ_EVENT_PORT_SUBSCRIBED: .subscribed(sender: ends.sender, receiver: ends.dest)
      case SND_SEQ_EVENT_PORT_UNSUBSCRIBED: .unsubscribed(sender: ends.sender, receiver: ends.dest)
      default: .other
      }
  }
}

extension snd_seq_event_t {
  var kind: snd_seq_event_type { snd_seq_event_type(rawValue: UInt32(type)) }

  /// Passes on the message of the event, or the several messages that a combined event stands for. Limits all
  /// values to their MIDI ranges. Allocates nothing.
  func forEachMessage(_ emit: (MIDIMessage) -> Void) {
    switch kind {
    case SND_SEQ_EVENT_CONTROL14:
      MIDIMessage.controller14(channel, number: controller, value: wide, emit: emit)
    case SND_SEQ_EVENT_NONREGPARAM:
      MIDIMessage.parameter(channel, number: parameter, value: wide, registered: false, emit: emit)
    case SND_SEQ_EVENT_REGPARAM:
      MIDIMessage.parameter(channel, number: parameter, value: wide, registered: true, emit: emit)
    default:
      if let message = noteMessage ?? controlMessage ?? systemMessage { emit(message) }
    }
  }

  /// The bytes of a system exclusive message, or of a part of it, because the kernel splits long ones.
  func withExclusiveBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard kind == SND_SEQ_EVENT_SYSEX, flags & UInt8(SND_SEQ_EVENT_LENGTH_MASK) != 0 else { return }
    body(UnsafeRawBufferPointer(start: data.ext.ptr, count: Int(data.ext.len)))
  }

  private var channel: Channel { Channel(status: data.control.channel) }
  private var controller: UInt8 { UInt8(truncatingIfNeeded: data.control.param) & 0x7F }
  private var parameter: UInt16 { UInt16(truncatingIfNeeded: data.control.param) & 0x3FFF }
  private var narrow: UInt8 { UInt8(truncatingIfNeeded: data.control.value) & 0x7F }
  private var wide: UInt16 { UInt16(truncatingIfNeeded: data.control.value) & 0x3FFF }

  private var noteMessage: MIDIMessage? {
    let channel = Channel(status: data.note.channel)
    let key = data.note.note & 0x7F
    let velocity = data.note.velocity & 0x7F
    return switch kind {
    case SND_SEQ_EVENT_NOTEON where velocity > 0: .noteOn(channel, key: key, velocity: velocity)
    case SND_SEQ_EVENT_NOTEON: .noteOff(channel, key: key, velocity: 64)
    case SND_SEQ_EVENT_NOTEOFF: .noteOff(channel, key: key, velocity: velocity)
    case SND_SEQ_EVENT_KEYPRESS: .polyPressure(channel, key: key, pressure: velocity)
    default: nil
    }
  }

  private var controlMessage: MIDIMessage? {
    switch kind {
    case SND_SEQ_EVENT_CONTROLLER: .controlChange(channel, controller: controller, value: narrow)
    case SND_SEQ_EVENT_PGMCHANGE: .programChange(channel, program: narrow)
    case SND_SEQ_EVENT_CHANPRESS: .channelPressure(channel, pressure: narrow)
    case SND_SEQ_EVENT_PITCHBEND:
      .pitchBend(channel, value: UInt16(min(max(data.control.value, -8192), 8191) + 8192))
    default: nil
    }
  }

  private var systemMessage: MIDIMessage? {
    switch kind {
    case SND_SEQ_EVENT_SONGPOS: .songPosition(wide)
    case SND_SEQ_EVENT_SONGSEL: .songSelect(narrow)
    case SND_SEQ_EVENT_QFRAME: .quarterFrame(narrow)
    case SND_SEQ_EVENT_TUNE_REQUEST: .tuneRequest
    case SND_SEQ_EVENT_CLOCK: .timingClock
    case SND_SEQ_EVENT_START: .start
    case SND_SEQ_EVENT_CONTINUE: .continue
    case SND_SEQ_EVENT_STOP: .stop
    case SND_SEQ_EVENT_SENSING: .activeSensing
    case SND_SEQ_EVENT_RESET: .systemReset
    default: nil
    }
  }
}
