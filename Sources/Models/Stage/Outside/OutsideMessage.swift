import SpinetMIDI
import SpinetMapping

/// What leaves for another instrument.
package enum OutsideMessage: Hashable, Sendable {
  case message(MIDIMessage)
  /// A system exclusive message, from F0 to F7.
  case exclusive([UInt8])

  /// The longest system exclusive message, in bytes. A cable needs 21 seconds for it.
  package static let mostBytes = 65_536
}

/// What a scene sends to another instrument when it begins, in order.
package struct SceneMessages: Hashable, Sendable {
  /// The name of the instrument's client or port.
  package var port: PortPattern
  package var messages: [OutsideMessage]

  package init(to port: PortPattern, _ messages: [OutsideMessage]) {
    self.port = port
    self.messages = messages
  }
}
