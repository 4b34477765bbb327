import SpinetMIDI

/// A key of a controller.
struct ControllerKey: Hashable, Sendable, BitwiseCopyable {
  let port: PortID
  let channel: Channel
  var number: UInt8
}

/// A key that is down, or that a pedal or the latch holds.
struct EffectKey: Sendable, BitwiseCopyable {
  var key: ControllerKey
  var velocity: NoteVelocity
  /// Its own pressure, 0–1; nil until the first message.
  var pressure: Double?
  /// The expression of its member channel when it was let go.
  var kept: KeptExpression?
  /// The number of note-ons whose note-off has not arrived yet.
  var strikes = 1

  var isDown: Bool { strikes > 0 }
}

/// The keys that note effects play, in the order in which they were pressed.
struct EffectKeys: Sendable {
  private(set) var all: [EffectKey] = []

  init() { all.reserveCapacity(128) }

  var isEmpty: Bool { all.isEmpty }
  /// Whether none is down. A pedal or the latch may hold some.
  var areUp: Bool { !all.contains(where: \.isDown) }

  /// The index of a key that is down.
  private func index(down key: ControllerKey) -> Int? { all.firstIndex { $0.key == key && $0.isDown } }

  func isDown(_ key: ControllerKey) -> Bool { index(down: key) != nil }

  /// Adds a key, or takes the new velocity of one that is down already.
  mutating func press(_ key: ControllerKey, velocity: NoteVelocity, counting: Bool) {
    if let index = index(down: key) {
      all[index].velocity = velocity
      if counting { all[index].strikes += 1 }
      return
    }
    all.removeAll { $0.key.number == key.number && $0.key.port == key.port && !$0.isDown }
    guard all.count < 128 else { return }
    all.append(EffectKey(key: key, velocity: velocity))
  }

  /// Lets a key go, which stays as `kept` if a pedal or the latch holds it.
  ///
  /// - Returns: whether the key was down and is up now.
  mutating func lift(
    _ key: ControllerKey, counting: Bool, isKept: Bool, with expression: KeptExpression?
  ) -> Bool {
    guard let index = index(down: key) else { return false }
    all[index].strikes = counting ? all[index].strikes - 1 : 0
    guard !all[index].isDown else { return false }
    if isKept { all[index].kept = expression } else { all.remove(at: index) }
    return true
  }

  /// Takes the pressure of a key.
  mutating func set(pressure: Double, of key: ControllerKey) {
    if let index = index(down: key) { all[index].pressure = pressure }
  }

  mutating func remove(where isGone: (EffectKey) -> Bool) { all.removeAll(where: isGone) }
}
