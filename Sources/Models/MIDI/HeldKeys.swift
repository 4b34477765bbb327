/// What each port holds: keys, pedals, bend and channel pressure. It is released when the controller is
/// disconnected.
///
/// The modulation wheel and other controllers keep their positions, so they are not recorded here.
public struct HeldKeys: Sendable {
  private struct Key: Hashable {
    let port: PortID
    let channel: Channel
    let number: UInt8
  }

  private var keys: Set<Key> = []
  private var pedals: Set<Key> = []
  /// Channels with a bend or with channel pressure; `number` is 0.
  private var bends: Set<Key> = []
  private var pressures: Set<Key> = []

  public init() {}

  /// The keys that are down on any port and channel.
  public var keysDown: Set<UInt8> { Set(keys.map(\.number)) }

  /// Records a message that is passed on.
  public mutating func record(_ message: MIDIMessage, from port: PortID) {
    switch message {
    case .noteOn(let channel, let key, _): keys.insert(Key(port: port, channel: channel, number: key))
    case .noteOff(let channel, let key, _): keys.remove(Key(port: port, channel: channel, number: key))
    case .controlChange(let channel, let controller, let value) where Self.isPedal(controller):
      let pedal = Key(port: port, channel: channel, number: controller)
      pedals.set(pedal, isIn: value > 0)
    case .pitchBend(let channel, let value):
      bends.set(Key(port: port, channel: channel, number: 0), isIn: value != Self.noBend)
    case .channelPressure(let channel, let pressure):
      pressures.set(Key(port: port, channel: channel, number: 0), isIn: pressure > 0)
    default: break
    }
  }

  /// The messages that release everything that `port` holds, except what another port holds too.
  public mutating func release(port: PortID) -> [MIDIMessage] {
    Self.releases(
      keys: Self.take(port, from: &keys), pedals: Self.take(port, from: &pedals),
      bends: Self.take(port, from: &bends), pressures: Self.take(port, from: &pressures))
  }

  /// The messages that release everything.
  public mutating func releaseAll() -> [MIDIMessage] {
    defer { self = HeldKeys() }
    return Self.releases(keys: keys, pedals: pedals, bends: bends, pressures: pressures)
  }

  /// Removes everything that `port` holds. Returns what no other port holds.
  private static func take(_ port: PortID, from held: inout Set<Key>) -> Set<Key> {
    let own = held.filter { $0.port == port }
    held.subtract(own)
    let others = held
    return own.filter { key in
      !others.contains { $0.channel == key.channel && $0.number == key.number }
    }
  }

  private static func releases(
    keys: Set<Key>, pedals: Set<Key>, bends: Set<Key>, pressures: Set<Key>
  ) -> [MIDIMessage] {
    inOrder(keys).map { .noteOff($0.channel, key: $0.number, velocity: 64) }
      + inOrder(pedals).map { .controlChange($0.channel, controller: $0.number, value: 0) }
      + inOrder(bends).map { .pitchBend($0.channel, value: noBend) }
      + inOrder(pressures).map { .channelPressure($0.channel, pressure: 0) }
  }

  /// The middle of 14 bits.
  private static let noBend: UInt16 = 8192

  private static func inOrder(_ keys: Set<Key>) -> [Key] {
    keys.sorted { ($0.channel.rawValue, $0.number) < ($1.channel.rawValue, $1.number) }
  }

  /// Sustain, portamento, sostenuto, soft, legato, hold 2: controllers 64–69.
  private static func isPedal(_ controller: UInt8) -> Bool { (64...69).contains(controller) }
}

extension Set {
  fileprivate mutating func set(_ member: Element, isIn: Bool) {
    if isIn { insert(member) } else { remove(member) }
  }
}
