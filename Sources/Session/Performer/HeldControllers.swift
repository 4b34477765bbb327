import SpinetDevices
import SpinetMIDI

/// The pressed pedals, the bends and the pressures of every port and channel. A part that is added while they are held
/// gets them. [control-thread]
struct HeldControllers {
  private struct Source: Hashable {
    let port: PortID
    let channel: Channel
    let kind: Kind
  }

  private enum Kind: Hashable {
    case pedal(UInt8)
    case bend, pressure
  }

  private var held: [Source: MIDIMessage] = [:]

  /// Sustain, portamento, sostenuto, soft, legato and hold 2.
  private static let pedals: ClosedRange<UInt8> = 64...69

  mutating func record(_ message: MIDIMessage, from port: PortID) {
    switch message {
    case .controlChange(let channel, let number, let value) where Self.pedals.contains(number):
      held[Source(port: port, channel: channel, kind: .pedal(number))] = value > 0 ? message : nil
    case .controlChange(let channel, Controller.resetAll, _):
      held = held.filter { $0.key.port != port || $0.key.channel != channel }
    case .pitchBend(let channel, let value):
      held[Source(port: port, channel: channel, kind: .bend)] = value == 8192 ? nil : message
    case .channelPressure(let channel, let pressure):
      held[Source(port: port, channel: channel, kind: .pressure)] = pressure > 0 ? message : nil
    default: break
    }
  }

  mutating func forget(_ port: PortID) { held = held.filter { $0.key.port != port } }

  /// Every pedal counts as up until it is moved again.
  mutating func liftPedals() {
    held = held.filter { if case .pedal = $0.key.kind { false } else { true } }
  }

  /// The messages that press and set all of them.
  var messages: [(message: MIDIMessage, channel: Channel, port: PortID)] {
    held.map { ($0.value, $0.key.channel, $0.key.port) }
  }

  /// The channels on which sustain or sostenuto may hold notes whose keys are up.
  var holdingPedals: [(channel: Channel, port: PortID)] {
    held.keys.filter { $0.kind == .pedal(Controller.sustain) || $0.kind == .pedal(Controller.sostenuto) }.map
    { ($0.channel, $0.port) }
  }
}
