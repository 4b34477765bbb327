import SpinetMIDI
import SpinetMapping

/// An instrument outside of Spinet that a part plays by MIDI.
package struct OutsideInstrument: Hashable, Sendable {
  /// A control of the instrument, which is a widget of the part.
  package struct Named: Hashable, Sendable {
    package var name: String
    package var control: Control.Kind

    package init(_ name: String, _ control: Control.Kind) {
      self.name = name
      self.control = control
    }
  }

  /// The name of its client or port. The first that fits is played.
  package var port: PortPattern
  /// Nil: every message keeps the channel on which it was played.
  package var channel: Channel?
  /// The bank of its program, 0–16383; nil to send none.
  package var bank: Int?
  /// 1–128; nil to send none.
  package var program: Int?
  package var controls: [Named] = []
  package var thru = ThruRules()

  package init(port: PortPattern, channel: Channel? = nil) {
    self.port = port
    self.channel = channel
  }

  /// The channel of its programs and controls.
  package var ownChannel: Channel { channel ?? Channel(status: 0) }

  /// The messages that choose its bank and its program.
  package var choice: [MIDIMessage] { Self.choice(bank: bank, program: program, on: ownChannel) }

  package static func choice(bank: Int?, program: Int?, on channel: Channel) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    if let bank {
      messages.append(
        .controlChange(channel, controller: Controller.bankSelect, value: UInt8(bank >> 7 & 127)))
      messages.append(
        .controlChange(channel, controller: Controller.bankSelectLSB, value: UInt8(bank & 127)))
    }
    if let program { messages.append(.programChange(channel, program: UInt8((program - 1) & 127))) }
    return messages
  }

  /// Passes to `emit` what the instrument gets of a message that the part has played.
  package func pass(_ message: MIDIMessage, _ emit: (MIDIMessage) -> Void) {
    guard let passed = thru.passed(message) else { return }
    emit(channel.map(passed.on) ?? passed)
  }

  /// Whether two channels are one for it.
  package func joins(_ a: Channel, _ b: Channel) -> Bool { channel != nil || a == b }
}

extension MIDIMessage {
  /// The same on another channel. A message without a channel stays as it is.
  package func on(_ channel: Channel) -> MIDIMessage {
    switch self {
    case .noteOff(_, let key, let velocity): .noteOff(channel, key: key, velocity: velocity)
    case .noteOn(_, let key, let velocity): .noteOn(channel, key: key, velocity: velocity)
    case .polyPressure(_, let key, let pressure): .polyPressure(channel, key: key, pressure: pressure)
    case .controlChange(_, let controller, let value):
      .controlChange(channel, controller: controller, value: value)
    case .programChange(_, let program): .programChange(channel, program: program)
    case .channelPressure(_, let pressure): .channelPressure(channel, pressure: pressure)
    case .pitchBend(_, let value): .pitchBend(channel, value: value)
    default: self
    }
  }
}
