/// A channel voice message of MIDI 2.0, by value.
///
/// Numbers of controllers and keys are 0–127. Values of 32 bits rest in the middle at `0x8000_0000` where they have a
/// middle.
package enum MIDI2Message: Hashable, Sendable, BitwiseCopyable {
  case noteOff(Channel, key: UInt8, velocity: UInt16)
  case noteOn(Channel, key: UInt8, Strike)
  case polyPressure(Channel, key: UInt8, UInt32)
  case controlChange(Channel, controller: UInt8, UInt32)
  /// A registered or an assignable controller, which MIDI 1.0 calls RPN and NRPN.
  case parameter(Channel, MIDIParameter, UInt32)
  /// The same, moved by a part of its range: 2³¹ is half of it.
  case parameterMove(Channel, MIDIParameter, by: Int32)
  /// - Parameter bank: 14 bits; nil leaves the bank as it is.
  case programChange(Channel, program: UInt8, bank: UInt16?)
  case channelPressure(Channel, UInt32)
  case pitchBend(Channel, UInt32)
  /// The bend of one note.
  case notePitch(Channel, key: UInt8, UInt32)
  /// A controller of one note.
  case noteController(Channel, key: UInt8, NoteController, UInt32)
  /// What becomes of the controllers of one note.
  case noteManagement(Channel, key: UInt8, NoteManagement)

  package var channel: Channel {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .parameter(let channel, _, _), .parameterMove(let channel, _, _),
      .programChange(let channel, _, _), .channelPressure(let channel, _), .pitchBend(let channel, _),
      .notePitch(let channel, _, _), .noteController(let channel, _, _, _),
      .noteManagement(let channel, _, _):
      channel
    }
  }
}

extension MIDI2Message {
  /// The key of a message about one note; nil for others.
  package var key: UInt8? {
    switch self {
    case .noteOff(_, let key, _), .noteOn(_, let key, _), .polyPressure(_, let key, _),
      .notePitch(_, let key, _), .noteController(_, let key, _, _), .noteManagement(_, let key, _):
      key
    default: nil
    }
  }

  /// The same about another key, to which a pitch moves along.
  package func moved(to key: UInt8, from old: UInt8) -> MIDI2Message {
    switch self {
    case .noteOff(let channel, _, let velocity): .noteOff(channel, key: key, velocity: velocity)
    case .noteOn(let channel, _, let strike):
      .noteOn(channel, key: key, strike.moved(by: Int(key) - Int(old)))
    case .polyPressure(let channel, _, let value): .polyPressure(channel, key: key, value)
    case .notePitch(let channel, _, let value): .notePitch(channel, key: key, value)
    case .noteController(let channel, _, .pitch, let value):
      .noteController(channel, key: key, .pitch, Self.pitch(value, movedBy: Int(key) - Int(old)))
    case .noteController(let channel, _, let controller, let value):
      .noteController(channel, key: key, controller, value)
    case .noteManagement(let channel, _, let management): .noteManagement(channel, key: key, management)
    default: self
    }
  }

  private static func pitch(_ value: UInt32, movedBy semitones: Int) -> UInt32 {
    UInt32(clamping: Int64(value) + Int64(semitones) << 25)
  }
}

/// A registered (RPN) or assignable (NRPN) controller of a channel.
package struct MIDIParameter: Hashable, Sendable, BitwiseCopyable {
  /// Bank and index, seven bits each: 0–16383.
  package let number: UInt16
  package let isRegistered: Bool

  package init(_ number: UInt16, isRegistered: Bool) {
    (self.number, self.isRegistered) = (number & 0x3FFF, isRegistered)
  }

  package static func registered(_ number: UInt16) -> Self { .init(number, isRegistered: true) }
  package static func assignable(_ number: UInt16) -> Self { .init(number, isRegistered: false) }

  /// How far a full bend of one note goes, in semitones: 7 bits and 25 of fraction.
  package static let notePitchRange = MIDIParameter.registered(7)
}

/// A registered or assignable controller of one note.
public struct NoteController: Hashable, Sendable, BitwiseCopyable {
  /// 0–255. Registered ones have the meanings of `Controller` where both define one.
  public let number: UInt8
  /// Whether MIDI 2.0 defines its meaning.
  public let isRegistered: Bool

  /// A controller by its number.
  public init(_ number: UInt8, isRegistered: Bool) {
    (self.number, self.isRegistered) = (number, isRegistered)
  }

  /// One whose meaning MIDI 2.0 defines.
  public static func registered(_ number: UInt8) -> Self { .init(number, isRegistered: true) }
  /// One whose meaning its maker chooses.
  public static func assignable(_ number: UInt8) -> Self { .init(number, isRegistered: false) }

  /// The pitch in semitones, where C4 is 60: 7 bits and 25 of fraction.
  public static let pitch = NoteController.registered(3)
  /// The same timbre as controller 74 of a channel.
  public static let brightness = NoteController.registered(Controller.brightness)
}

/// What becomes of the controllers of one note.
package struct NoteManagement: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// They go back to their resting values.
  package static let resets = NoteManagement(rawValue: 1)
  /// Notes that sound already keep what they have; from now on the controllers are those of the next note.
  package static let detaches = NoteManagement(rawValue: 2)
}

extension MIDI2Message {
  /// Passes the messages of MIDI 1.0 that say the same with fewer bits to `emit`, as MIDI 2.0 defines the translation.
  ///
  /// What MIDI 1.0 cannot say gives none: what is for one note only, and movements by a part of the range.
  package func forEachMIDI1Message(_ emit: (MIDIMessage) -> Void) {
    switch self {
    case .programChange(let channel, let program, let bank):
      if let bank {
        emit(.controlChange(channel, controller: Controller.bankSelect, value: bank.highSeven))
        emit(.controlChange(channel, controller: Controller.bankSelectLSB, value: bank.lowSeven))
      }
      emit(.programChange(channel, program: program))
    case .parameter(let channel, let name, let value):
      MIDIMessage.parameter(
        channel, number: name.number, value: value.fourteenBits, registered: name.isRegistered, emit: emit)
    default:
      if let message = midi1Message { emit(message) }
    }
  }

  /// The one message of MIDI 1.0 that says the same; nil if none does, or if several do together.
  private var midi1Message: MIDIMessage? {
    switch self {
    case .noteOff(let channel, let key, let velocity):
      .noteOff(channel, key: key, velocity: UInt8(velocity >> 9))
    case .noteOn(let channel, let key, let strike):
      .noteOn(channel, key: key, velocity: max(strike.velocity.seven, 1))
    case .polyPressure(let channel, let key, let value):
      .polyPressure(channel, key: key, pressure: value.sevenBits)
    case .controlChange(let channel, let controller, let value):
      .controlChange(channel, controller: controller, value: value.sevenBits)
    case .channelPressure(let channel, let value): .channelPressure(channel, pressure: value.sevenBits)
    case .pitchBend(let channel, let value): .pitchBend(channel, value: value.fourteenBits)
    case .parameter, .parameterMove, .programChange, .notePitch, .noteController, .noteManagement: nil
    }
  }
}

extension MIDI2Message {
  /// The control of the message, without its value: `note C4 pitch ch 1`, `ctl 74 of note C4 ch 1`.
  package var control: String {
    switch self {
    case .parameter(_, let name, _), .parameterMove(_, let name, _):
      "\(name.isRegistered ? "rpn" : "nrpn") \(name.number) ch \(channel.number)"
    case .programChange: "program ch \(channel.number)"
    case .notePitch(_, let key, _): "note \(Self.name(key)) pitch ch \(channel.number)"
    case .noteController(_, let key, let controller, _):
      "\(controller) of note \(Self.name(key)) ch \(channel.number)"
    case .noteManagement(_, let key, _): "note \(Self.name(key)) controls ch \(channel.number)"
    case .noteOff, .noteOn, .polyPressure, .controlChange, .channelPressure, .pitchBend:
      midi1Message?.control ?? ""
    }
  }

  private static func name(_ key: UInt8) -> String { NoteName(key: Int(key))?.description ?? "\(key)" }

  /// Its value as text, in the scale of MIDI 1.0 with the fraction that the other bits add.
  package var valueText: String {
    switch self {
    case .noteOff(_, _, let velocity): "off \(Self.text(Double(velocity) * 127 / Double(UInt16.max)))"
    case .noteOn(_, _, let strike):
      "on \(Self.text(strike.velocity.exact))" + (strike.pitch.map { " pitch \(Self.text($0))" } ?? "")
    case .polyPressure(_, _, let value), .controlChange(_, _, let value), .channelPressure(_, let value),
      .noteController(_, _, _, let value):
      Self.text(value.unitPosition * 127)
    case .parameter(_, _, let value): Self.text(value.unitPosition * 16383)
    case .parameterMove(_, _, let amount): Self.text(Double(amount) / 0x1p32 * 16384)
    case .programChange(_, let program, let bank): "\(program)" + (bank.map { " bank \($0)" } ?? "")
    case .pitchBend(_, let value), .notePitch(_, _, let value): Self.text(value.fromMiddle * 8192)
    case .noteManagement(_, _, let management):
      [(NoteManagement.detaches, "detach"), (.resets, "reset")].filter { management.contains($0.0) }
        .map(\.1).joined(separator: " ")
    }
  }

  /// With two decimals at most.
  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(fraction)"
  }
}

extension NoteController: CustomStringConvertible {
  /// As in a mapping file: `ctl 74`, `actl 3`.
  public var description: String { (isRegistered ? "ctl " : "actl ") + "\(number)" }
}
