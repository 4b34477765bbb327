import SpinetMIDI

/// What a part passes on to the instrument that it plays, and as what: by default everything as it is.
package struct ThruRules: Hashable, Sendable {
  /// A kind of message. Those of the whole instrument, such as a clock, have none and are not passed.
  package enum Kind: Hashable, Sendable {
    /// Note-ons, note-offs and the pressure of keys.
    case notes
    case controller(UInt8)
    case bend, pressure, program
  }

  /// The rules of the kinds that have one; nil: they are not passed.
  package var rules: [Kind: Kind?] = [:]
  /// Whether the kinds without a rule are passed.
  package var passesOthers = true

  package init() {}

  /// What becomes of a message; nil if it is not passed.
  package func passed(_ message: MIDIMessage) -> MIDIMessage? {
    guard let kind = Kind(message) else { return nil }
    guard let rule = rules[kind] else { return passesOthers ? message : nil }
    return rule.map { $0 == kind ? message : message.as($0) ?? message }
  }
}

extension ThruRules.Kind {
  init?(_ message: MIDIMessage) {
    switch message {
    case .noteOn, .noteOff, .polyPressure: self = .notes
    case .controlChange(_, let controller, _): self = .controller(controller)
    case .pitchBend: self = .bend
    case .channelPressure: self = .pressure
    case .programChange: self = .program
    default: return nil
    }
  }

  /// Whether its value is a position that another kind can have.
  package var isPosition: Bool {
    switch self {
    case .controller, .bend, .pressure: true
    case .notes, .program: false
    }
  }
}

extension MIDIMessage {
  /// The message with the same position as another kind; nil if one of them has none. The middle of a bend is 64.
  fileprivate func `as`(_ kind: ThruRules.Kind) -> MIDIMessage? {
    guard let channel, let position else { return nil }
    return switch kind {
    case .controller(let controller):
      .controlChange(channel, controller: controller, value: UInt8(position >> 7))
    case .bend: .pitchBend(channel, value: position)
    case .pressure: .channelPressure(channel, pressure: UInt8(position >> 7))
    case .notes, .program: nil
    }
  }

  /// In 14 bits: 64 of 127 is the middle, and both ends are the ends.
  private var position: UInt16? {
    switch self {
    case .controlChange(_, _, let value), .channelPressure(_, let value):
      UInt16(value) << 7 | (value > 64 ? UInt16(value - 64) * 127 / 63 : 0)
    case .pitchBend(_, let value): value
    default: nil
    }
  }
}
