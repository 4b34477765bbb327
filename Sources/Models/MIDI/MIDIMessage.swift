/// A MIDI 1.0 message other than system exclusive, by value. Data bytes are 0–127.
public enum MIDIMessage: Hashable, Sendable, BitwiseCopyable {
  /// The key was released, this fast.
  case noteOff(Channel, key: UInt8, velocity: UInt8)
  /// Velocity 1–127; a note-on of velocity 0 is read as `noteOff`.
  case noteOn(Channel, key: UInt8, velocity: UInt8)
  /// The pressure on one key.
  case polyPressure(Channel, key: UInt8, pressure: UInt8)
  /// A controller moved; `Controller` has names for their numbers.
  case controlChange(Channel, controller: UInt8, value: UInt8)
  /// Another sound; 0 is the program that people call 1.
  case programChange(Channel, program: UInt8)
  /// The pressure on the whole keyboard.
  case channelPressure(Channel, pressure: UInt8)
  /// 0–16383, 8192 is centre.
  case pitchBend(Channel, value: UInt16)

  /// A piece of MIDI time code.
  case quarterFrame(UInt8)
  /// In sixteenth notes, 0–16383.
  case songPosition(UInt16)
  /// Chooses a song of a sequencer.
  case songSelect(UInt8)
  case tuneRequest
  case timingClock
  case start
  case `continue`
  case stop
  case activeSensing
  case systemReset

  /// A note-on as received. Velocity 0 means a note-off with release velocity 64 (MIDI 1.0 detailed
  /// specification, "Note-Off").
  @_noLocks public static func note(_ channel: Channel, key: UInt8, velocity: UInt8) -> MIDIMessage {
    velocity == 0
      ? .noteOff(channel, key: key, velocity: 64) : .noteOn(channel, key: key, velocity: velocity)
  }

  /// The channel of a channel voice message.
  public var channel: Channel? {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _), .channelPressure(let channel, _),
      .pitchBend(let channel, _):
      channel
    default: nil
    }
  }
}

/// One of the sixteen MIDI channels: `rawValue` is 0–15 as in messages, `number` is 1–16 as users write it.
public struct Channel: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// 0–15, as in messages.
  public let rawValue: UInt8

  /// Nil above 15.
  public init?(rawValue: UInt8) {
    guard rawValue < 16 else { return nil }
    self.rawValue = rawValue
  }

  /// - Parameter number: 1–16.
  public init?(number: Int) {
    guard (1...16).contains(number) else { return nil }
    rawValue = UInt8(number - 1)
  }

  /// The channel in the low four bits of a status byte.
  @_noLocks public init(status: UInt8) { rawValue = status & 0x0F }

  /// 1–16, as people write it.
  public var number: Int { Int(rawValue) + 1 }
  /// 0–15, for arrays.
  public var index: Int { Int(rawValue) }

  /// The sixteen channels in order.
  public static let all = (0..<16).map { Channel(status: UInt8($0)) }

  public static func < (a: Channel, b: Channel) -> Bool { a.rawValue < b.rawValue }
}

/// A MIDI key and its name: `C4` is 60, `F#3`, `Bb2`, `c#-1`.
public struct NoteName: Hashable, Sendable, BitwiseCopyable, LosslessStringConvertible {
  /// 0–127.
  public let key: UInt8

  /// Nil unless it is 0–127.
  public init?(key: Int) {
    guard (0...127).contains(key) else { return nil }
    self.key = UInt8(key)
  }

  /// Letter, `#` or `b` (also ♯ and ♭), octave from -1 to 9. Nil for any other text, and above G9.
  public init?(_ text: String) {
    var rest = text[...]
    guard let letter = rest.popFirst(), let step = Self.steps[letter.lowercased()] else { return nil }
    var accidental = 0
    if let sign = rest.first, let shift = Self.accidentals[sign] {
      accidental = shift
      rest.removeFirst()
    }
    guard rest.first != "+", let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    self.init(key: (octave + 1) * 12 + step + accidental)
  }

  /// With sharps: `C#4`.
  public var description: String { Self.names[Int(key) % 12] + String(Int(key) / 12 - 1) }

  private static let steps = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
  private static let accidentals: [Character: Int] = ["#": 1, "♯": 1, "b": -1, "♭": -1]
  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
}

extension MIDIMessage {
  /// The control of the message, without its value: `cc 74 ch 1`, `note C4 ch 10`.
  package var control: String {
    let channel = channel.map { " ch \($0.number)" } ?? ""
    return switch self {
    case .noteOn(_, let key, _), .noteOff(_, let key, _): "note \(Self.name(key))\(channel)"
    case .polyPressure(_, let key, _): "poly \(Self.name(key))\(channel)"
    case .controlChange(_, let controller, _): "cc \(controller)\(channel)"
    case .programChange: "program\(channel)"
    case .channelPressure: "pressure\(channel)"
    case .pitchBend: "bend\(channel)"
    case .timingClock: "clock"
    default: "\(self)"
    }
  }

  private static func name(_ key: UInt8) -> String { NoteName(key: Int(key))?.description ?? "\(key)" }

  /// Its value as text.
  package var valueText: String {
    switch self {
    case .noteOn(_, _, let velocity): "on \(velocity)"
    case .noteOff(_, _, let velocity): "off \(velocity)"
    case .polyPressure(_, _, let value), .controlChange(_, _, let value), .channelPressure(_, let value):
      "\(value)"
    case .programChange(_, let program): "\(program)"
    case .pitchBend(_, let value): "\(Int(value) - 8192)"
    default: ""
    }
  }
}

extension MIDIMessage {
  /// Passes the control changes of a 14-bit controller to `emit`: MSB, then LSB.
  ///
  /// A controller above 31 has no LSB. It is sent alone with the lower seven bits, as ALSA defines its
  /// CONTROL14 event.
  public static func controller14(
    _ channel: Channel, number: UInt8, value: UInt16, emit: (MIDIMessage) -> Void
  ) {
    guard number < 32 else {
      return emit(.controlChange(channel, controller: number & 127, value: value.lowSeven))
    }
    emit(.controlChange(channel, controller: number, value: value.highSeven))
    emit(.controlChange(channel, controller: number + 32, value: value.lowSeven))
  }

  /// Passes the four control changes that set a parameter to `emit`: its number, then its value, each with
  /// the MSB first.
  ///
  /// They are what ALSA's REGPARAM and NONREGPARAM events stand for.
  public static func parameter(
    _ channel: Channel, number: UInt16, value: UInt16, registered: Bool, emit: (MIDIMessage) -> Void
  ) {
    let msb = registered ? Controller.rpnMSB : Controller.nrpnMSB
    let lsb = registered ? Controller.rpnLSB : Controller.nrpnLSB
    emit(.controlChange(channel, controller: msb, value: number.highSeven))
    emit(.controlChange(channel, controller: lsb, value: number.lowSeven))
    controller14(channel, number: Controller.dataEntry, value: value, emit: emit)
  }
}
