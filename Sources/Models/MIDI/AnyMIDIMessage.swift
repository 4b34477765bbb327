/// A message as it arrived: of MIDI 1.0, or of MIDI 2.0 with all its bits.
package enum AnyMIDIMessage: Hashable, Sendable, BitwiseCopyable {
  case midi1(MIDIMessage)
  case midi2(MIDI2Message)

  package var channel: Channel? {
    switch self {
    case .midi1(let message): message.channel
    case .midi2(let message): message.channel
    }
  }

  /// The control of the message, without its value.
  package var control: String {
    switch self {
    case .midi1(let message): message.control
    case .midi2(let message): message.control
    }
  }

  /// Its value as text.
  package var valueText: String {
    switch self {
    case .midi1(let message): message.valueText
    case .midi2(let message): message.valueText
    }
  }

  /// Whether a key went down or up.
  package var isNote: Bool {
    switch self {
    case .midi1(.noteOn), .midi1(.noteOff), .midi2(.noteOn), .midi2(.noteOff): true
    default: false
    }
  }
}
