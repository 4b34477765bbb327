/// A value in an OSC message, by OSC 1.0 and the types that it lists as optional.
package enum OSCArgument: Hashable, Sendable {
  case integer(Int32)
  case long(Int64)
  case float(Float)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case time(OSCTime)
  case flag(Bool)
  /// Port, status and two bytes.
  case midi(UInt8, UInt8, UInt8, UInt8)
  case character(UInt32)
  case color(UInt32)
  /// N, no value.
  case none
  /// I, something happens.
  case impulse

  /// The argument as a number; nil for what is none. A flag is 1 or 0. It may be infinite or not a number.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .long(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    case .flag(let isOn): isOn ? 1 : 0
    case .text, .bytes, .time, .midi, .character, .color, .none, .impulse: nil
    }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// A message: an address such as `/widget/filter.cutoff`, and its values.
package struct OSCMessage: Hashable, Sendable {
  package var address: String
  package var arguments: [OSCArgument]

  package init(_ address: String, _ arguments: [OSCArgument] = []) {
    (self.address, self.arguments) = (address, arguments)
  }

  /// The parts of the address between its slashes.
  package var path: [Substring] { address.split(separator: "/") }
}
