import MIDI

extension MIDIMessage {
  /// What was moved, without its value: `cc 74 ch 1`, `note C4 ch 10`.
  var control: String {
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

  /// Whether the keyboard does something with it when nothing maps it: notes, bend, pressure, pedals, timbre, parameter
  /// numbers and their values, and channel modes.
  var isForKeyboard: Bool {
    switch self {
    case .controlChange(_, let controller, _):
      [6, 38, 64, 66, 67, 74, 96, 97, 98, 99, 100, 101].contains(controller) || controller >= 120
    case .programChange: false
    default: true
    }
  }

  /// The value that came with it, for people.
  var valueText: String {
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
