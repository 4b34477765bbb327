import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetMapping
import SpinetRealtime

// Ports that come and go, and releases.
extension Performer {
  /// Call it when a port is connected, perhaps again. Finds its mapping and sends the state of all its lamps.
  package func portAppeared(_ port: MIDIPort) {
    ports.add(port)
    route(from: port)
    router.resendFeedback(port.id)
    news.happened()
  }

  /// A port that the router already knows keeps its state, except for pressed buttons, which are released.
  private func route(from port: MIDIPort) {
    router.portAppeared(port.id, names: port.lastingNames, identity: port.identity)
  }

  /// Releases the notes, pedals and bends of a port that is gone. Other ports are not affected.
  package func portLeft(_ port: PortID, at time: HostTime) {
    ports.forget(port)
    router.portLeft(port)
    for player in sounding { player.release(port: port, held) }
    held.forget(port)
    flush(at: time)
    publish { $0.left(port, at: time) }
  }

  /// Releases every key, button and pedal, because messages have been lost, and releases may be among them.
  package func releaseAll(at time: HostTime) {
    for port in ports.all { route(from: port) }
    for player in sounding { player.releaseAll(held) }
    held.releaseAll()
    flush(at: time)
    publish { $0.releasedAll(at: time) }
  }

  /// Ends all sound at once.
  package func silence(at time: HostTime) {
    for player in sounding { player.silence(held) }
    held.silence()
    flush(at: time)
    for player in sounding { parts.sender.send(.silence, to: player.number, at: time) }
  }
}
