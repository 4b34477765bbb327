import SpinetDevices
import SpinetMIDI
import SpinetRealtime

/// A key of a controller or of a client.
struct SourceKey: Hashable {
  let port: PortID
  let channel: Channel
  let number: UInt8
}

/// Everything that is held: keys, pedals, bends, pressures and fingers, and the parts to which they went.
///
/// What is pressed stands here once, under its source, until it is released. So a release finds its part after any
/// change of parts, rules, scenes and octaves, and a source that leaves releases its own notes and no others. The
/// voices of a note are known by the part's keyboard, and whether a mapping or a keyboard has a key, by the router.
/// [control-thread]
struct HeldInput {
  struct Key: Hashable {
    let source: SourceKey
    /// The number of the part in the mixer.
    let part: UInt32
  }

  struct Strike {
    /// The note-ons whose note-off has not come yet.
    var count = 0
    /// The key that the part was told.
    let played: UInt8
  }

  private struct FingerName: Hashable {
    let client: ClientID
    let finger: Int
  }

  var keys: [Key: Strike] = [:]
  /// Pedals, bends and pressures.
  var controls: [SourceControl: HeldControl] = [:]
  private var fingers: [FingerName: HeldFinger] = [:]
  private var lastFinger = 0
  private var timedNotes: [TimedNote] = []

  init() { keys.reserveCapacity(128) }

  /// Whether a part holds no key and no finger.
  func isReleased(_ part: UInt32) -> Bool {
    !keys.keys.contains { $0.part == part } && !fingers.values.contains { $0.part == part }
  }

  /// Forgets what a port holds.
  mutating func forget(_ port: PortID) {
    keys = keys.filter { $0.key.source.port != port }
    controls = controls.filter { $0.key.port != port }
    timedNotes.removeAll { $0.port == port }
  }

  /// Everything was released, and the engines were told. Bends and pressures are where they are, for parts to come;
  /// pedals count as up.
  mutating func releaseAll() {
    silence()
    for source in controls.keys { controls[source]?.parts = [] }
    liftPedals()
  }

  /// All voices have ended. Engines still have to be told when their pedals are released.
  mutating func silence() {
    keys.removeAll(keepingCapacity: true)
    fingers.removeAll()
    timedNotes.removeAll()
    liftPedals()
  }
}

// MARK: Keys
extension HeldInput {
  /// A note-on has reached a part, which plays it as `played`. A key that is held already keeps what it plays.
  ///
  /// - Parameter counting: whether each note-on of a key that is down needs a note-off of its own. Otherwise the first
  ///   note-off ends them all.
  mutating func press(_ key: SourceKey, of part: UInt32, as played: UInt8, counting: Bool = false) {
    let key = Key(source: key, part: part)
    keys[key, default: Strike(played: played)].count += counting || keys[key] == nil ? 1 : 0
  }

  /// The key that a part plays for a held key; nil if it is not held.
  func played(_ key: SourceKey, of part: UInt32) -> UInt8? { keys[Key(source: key, part: part)]?.played }

  /// A note-off. Returns the key that the part was told; nil if it was not held.
  mutating func lift(_ key: SourceKey, of part: UInt32) -> UInt8? {
    let key = Key(source: key, part: part)
    guard let strike = keys[key] else { return nil }
    keys[key] = strike.count > 1 ? Strike(count: strike.count - 1, played: strike.played) : nil
    return strike.played
  }

  /// The keys that a part was told and that are down.
  func keysDown(_ part: UInt32) -> Set<UInt8> {
    keys.reduce(into: []) { if $1.key.part == part { $0.insert($1.value.played) } }
  }

  /// Whether a part was told a key that is down, on a channel that `isChannel` accepts.
  func isDown(_ played: UInt8, of part: UInt32, where isChannel: (Channel) -> Bool) -> Bool {
    keys.contains { key, strike in
      key.part == part && strike.played == played && isChannel(key.source.channel)
    }
  }

  /// Forgets the keys of a part whose voices have all ended.
  mutating func forgetKeys(of part: UInt32) { keys = keys.filter { $0.key.part != part } }
}

// MARK: Notes that end by themselves
struct TimedNote {
  let note: CommandNote
  let port: PortID
  let end: HostTime

  /// Its note-off.
  var release: MIDIMessage { .noteOff(note.channel, key: note.key, velocity: 0) }
}

extension HeldInput {
  /// A note that its client releases at a time that is known already.
  mutating func hold(_ note: CommandNote, from port: PortID, until end: HostTime) {
    timedNotes.append(TimedNote(note: note, port: port, end: end))
  }

  /// The next note whose time is over. It is returned once.
  mutating func nextEnded(at now: HostTime) -> TimedNote? {
    timedNotes.firstIndex { $0.end <= now }.map { timedNotes.remove(at: $0) }
  }

  /// When `nextEnded` must be asked again; nil while there is no such note.
  var nextEnd: HostTime? { timedNotes.map(\.end).min() }
}

// MARK: Fingers
/// A finger that is down, and the number by which the part's keyboard knows it.
struct HeldFinger: Hashable {
  let part: UInt32
  let number: Int
}

extension HeldInput {
  /// A finger comes down on a part. Its number is new, because two clients may use the same one.
  mutating func touch(_ finger: Int, of client: ClientID, on part: UInt32) -> HeldFinger {
    if let held = self.finger(finger, of: client) { return held }
    lastFinger &+= 1
    let held = HeldFinger(part: part, number: lastFinger)
    fingers[FingerName(client: client, finger: finger)] = held
    return held
  }

  /// Nil for a finger that is not down.
  func finger(_ finger: Int, of client: ClientID) -> HeldFinger? {
    fingers[FingerName(client: client, finger: finger)]
  }

  mutating func lift(finger: Int, of client: ClientID) -> HeldFinger? {
    fingers.removeValue(forKey: FingerName(client: client, finger: finger))
  }

  /// Removes the fingers of a client and returns them, in the order in which they came down.
  mutating func liftFingers(of client: ClientID) -> [HeldFinger] {
    let gone = fingers.filter { $0.key.client == client }
    for name in gone.keys { fingers[name] = nil }
    return gone.values.sorted { $0.number < $1.number }
  }
}
