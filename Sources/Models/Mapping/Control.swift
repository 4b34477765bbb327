import SpinetMIDI
import SpinetWidgets

/// A knob, key or other control of a controller, as mapping files name it: `cc 74`, `ch 10 note C1`, `bend`.
public struct Control: Hashable, Sendable {
  /// Which kind of control, with its number.
  public enum Kind: Hashable, Sendable {
    /// A controller, 0–127.
    case cc(UInt8)
    /// Controllers n and n + 32 as one 14-bit control; n is 0–31.
    case cc14(UInt8)
    /// 0–16382.
    case nrpn(UInt16)
    /// 0–16382.
    case rpn(UInt16)
    /// A key or a pad: its press and its release.
    case note(UInt8)
    /// Only the press of a key; its release moves nothing.
    case keyOn(UInt8)
    /// Only the release of a key, with its velocity.
    case keyOff(UInt8)
    case bend
    case pressure
    /// The pressure on one key.
    case poly(UInt8)
    case program
    /// The bend of one note, which MIDI 2.0 has.
    case notePitch(UInt8)
    /// A controller of one note, whichever it is, which MIDI 2.0 has.
    case noteController(NoteController)
    /// The start or continuation of a sequencer, its stop, and its clock. They have no channel.
    case start, stop, clock
    /// A motion sensor or a face. It has no channel.
    case reading(SensorReading)
  }

  /// Nil allows any channel.
  public var channel: Channel?
  /// Which control it is.
  public var kind: Kind

  /// A control on one channel, or on any.
  public init(_ kind: Kind, channel: Channel? = nil) {
    self.kind = kind
    self.channel = channel
  }
}

extension Control: CustomStringConvertible {
  /// The text in a mapping file: `ch 10 note C1`.
  public var description: String { (channel.map { "ch \($0.number) " } ?? "") + kind.description }

  /// The text in a trace for a control that is not mapped: `cc 74 ch 1`.
  public var asHeard: String { kind.numbered + (channel.map { " ch \($0.number)" } ?? "") }
}

extension Control.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .note(let key): "note \(NoteName(key: Int(key))?.description ?? "\(key)")"
    case .poly(let key): "poly \(NoteName(key: Int(key))?.description ?? "\(key)")"
    case .keyOn(let key): "key-on \(NoteName(key: Int(key))?.description ?? "\(key)")"
    case .keyOff(let key): "key-off \(NoteName(key: Int(key))?.description ?? "\(key)")"
    case .notePitch(let key): "note \(NoteName(key: Int(key))?.description ?? "\(key)") pitch"
    default: numbered
    }
  }

  /// The text with keys as numbers.
  var numbered: String {
    switch self {
    case .cc(let number): "cc \(number)"
    case .cc14(let number): "cc14 \(number)"
    case .nrpn(let number): "nrpn \(number)"
    case .rpn(let number): "rpn \(number)"
    case .note(let key): "note \(key)"
    case .bend: "bend"
    case .pressure: "pressure"
    case .poly(let key): "poly \(key)"
    case .program: "program"
    case .keyOn(let key): "key-on \(key)"
    case .keyOff(let key): "key-off \(key)"
    case .notePitch(let key): "note \(key) pitch"
    case .noteController(let controller): "\(controller) of note"
    case .start: "start"
    case .stop: "stop"
    case .clock: "clock"
    case .reading(let reading): reading.control
    }
  }
}
