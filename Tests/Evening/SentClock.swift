import SpinetDevices
import SpinetMIDI
import SpinetRealtime

/// The machines that get the instrument's clock, and what was sent to each. They play no keys.
final class SentClock {
  struct Event {
    let message: MIDIMessage
    let time: HostTime
  }

  /// Sends a clock itself, too.
  static let drums = PortID(rawValue: 9 << 8)
  static let lights = PortID(rawValue: 10 << 8)

  private let world: World
  /// What is still to come or has come, in the order in which it was sent, by port.
  private(set) var events: [PortID: [Event]] = [:]
  /// Since when the drums lead; nil while they do not.
  var ledSince: HostTime?
  var isLedByDrums: Bool { ledSince != nil }
  private static let mostKept = 4000

  init(_ world: World) { self.world = world }

  static let ports = [port(drums, "Drum Machine"), port(lights, "Light Desk")]

  private static func port(_ id: PortID, _ name: String) -> MIDIPort {
    MIDIPort(
      id: id, client: name, name: "MIDI 1", address: "\(id.rawValue >> 8):0", isHardware: false, sends: false,
      receives: true)
  }

  func take(_ message: MIDIMessage, _ port: PortID, at time: HostTime) {
    // It leads from its first tick on.
    if port == Self.drums, let ledSince, world.now > ledSince.advanced(bySeconds: 0.1) {
      world.fail("\(message) was sent to where the clock comes from")
    }
    if time < world.now.advanced(bySeconds: -0.1) { world.fail("\(message) was sent too late") }
    events[port, default: []].append(Event(message: message, time: time))
    if events[port, default: []].count > Self.mostKept { events[port]?.removeFirst(Self.mostKept / 2) }
  }

  /// What was to come is not sent.
  func cancel() {
    for port in events.keys { events[port]?.removeAll { $0.time > world.now } }
  }

  /// The ticks of the last seconds, in their order; those to come are left out.
  func ticks(to port: PortID, ofLast seconds: Double) -> [HostTime] {
    let begin = world.now.advanced(bySeconds: -seconds)
    return (events[port] ?? []).filter {
      $0.message == .timingClock && $0.time >= begin && $0.time <= world.now
    }.map(\.time)
  }

  /// Whether a start or a continue came last, and no stop; nil if none of them ever came.
  func isRunning(_ port: PortID) -> Bool? {
    let last = (events[port] ?? []).last { event in
      [.start, .continue, .stop].contains(event.message) && event.time <= world.now
    }
    return last.map { $0.message != .stop }
  }
}
