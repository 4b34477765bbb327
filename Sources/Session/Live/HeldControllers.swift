import SpinetDevices
import SpinetMIDI

/// The pedals that are down, the bends and the pressures of every port and channel, for parts that come while they are
/// held. [control-thread]
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

  mutating func note(_ message: MIDIMessage, from port: PortID) {
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

  /// What says that all this is held.
  var messages: [(message: MIDIMessage, channel: Channel, port: PortID)] {
    held.map { ($0.value, $0.key.channel, $0.key.port) }
  }

  /// Where a pedal holds notes whose keys are up: sustain or sostenuto.
  var holdingPedals: [(channel: Channel, port: PortID)] {
    held.keys.filter { $0.kind == .pedal(Controller.sustain) || $0.kind == .pedal(Controller.sostenuto) }.map
    { ($0.channel, $0.port) }
  }
}
