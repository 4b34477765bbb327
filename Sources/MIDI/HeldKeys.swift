/// The keys and pedals that each port holds down, for whoever passes messages on and must let go for a
/// controller that has left.
public struct HeldKeys: Sendable {
  private struct Key: Hashable {
    let port: PortID
    let channel: Channel
    let number: UInt8
  }

  private var keys: Set<Key> = []
  private var pedals: Set<Key> = []

  public init() {}

  /// Takes note of what is passed on.
  public mutating func note(_ message: MIDIMessage, from port: PortID) {
    switch message {
    case .noteOn(let channel, let key, _): keys.insert(Key(port: port, channel: channel, number: key))
    case .noteOff(let channel, let key, _): keys.remove(Key(port: port, channel: channel, number: key))
    case .controlChange(let channel, let controller, let value) where Self.isPedal(controller):
      let pedal = Key(port: port, channel: channel, number: controller)
      if value == 0 { pedals.remove(pedal) } else { pedals.insert(pedal) }
    default: break
    }
  }

  /// What lets go of everything that `port` holds; a key that another port holds too stays down.
  public mutating func release(port: PortID) -> [MIDIMessage] {
    let heldKeys = keys.filter { $0.port == port }
    let heldPedals = pedals.filter { $0.port == port }
    keys.subtract(heldKeys)
    pedals.subtract(heldPedals)
    return Self.releases(
      heldKeys.filter { !isHeld($0, in: keys) }, heldPedals.filter { !isHeld($0, in: pedals) })
  }

  /// What lets go of everything.
  public mutating func releaseAll() -> [MIDIMessage] {
    defer { self = HeldKeys() }
    return Self.releases(keys, pedals)
  }

  private func isHeld(_ key: Key, in others: Set<Key>) -> Bool {
    others.contains { $0.channel == key.channel && $0.number == key.number }
  }

  private static func releases(_ keys: Set<Key>, _ pedals: Set<Key>) -> [MIDIMessage] {
    inOrder(keys).map { .noteOff($0.channel, key: $0.number, velocity: 64) }
      + inOrder(pedals).map { .controlChange($0.channel, controller: $0.number, value: 0) }
  }

  private static func inOrder(_ keys: Set<Key>) -> [Key] {
    keys.sorted { ($0.channel.rawValue, $0.number) < ($1.channel.rawValue, $1.number) }
  }

  /// Sustain, portamento, sostenuto, soft, legato, hold 2: controllers 64–69.
  private static func isPedal(_ controller: UInt8) -> Bool { (64...69).contains(controller) }
}
