import SpinetRealtime

/// What the widgets of each sound are, and what its state file may therefore say.
final class Settings {
  typealias Values = [String: Double]

  /// The widgets that are set in an evening.
  static let names = ["drive.amount", "filter.resonance", "osc.mix"] + Musician.learnt

  private struct Record {
    /// What the file may say from before the session.
    var base: [Values]
    /// What was set since, with every other widget, and what was loaded, which is kept only if it plays for a while.
    var changes: [(time: HostTime, values: Values, isLoaded: Bool)] = []
  }

  private let world: World
  private var records: [String: Record] = [:]
  /// The sound that plays; nil while a program change may still change it.
  private(set) var sound: String?
  /// What its widgets are.
  private(set) var now: Values = [:]
  /// The sounds of which it is not known what was set.
  private var unsure: Set<String> = []

  init(_ world: World) { self.world = world }

  /// A sound plays, with these values, whatever was set when it played before.
  func begin(_ sound: String, _ values: Values) {
    (self.sound, now) = (sound, values)
    if records[sound] == nil { records[sound] = Record(base: [values]) }
    records[sound]?.changes.append((world.now, values, true))
  }

  /// A program change may choose another sound at any moment.
  func loseSight(of sounds: [String]) {
    unsure.formUnion(sounds)
    (sound, now) = (nil, [:])
  }

  func set(_ name: String, _ value: Double) {
    guard let sound else { return }
    now[name] = value
    records[sound]?.changes.append((world.now, now, false))
  }

  func set(all values: Values) {
    guard let sound else { return }
    now.merge(values) { $1 }
    records[sound]?.changes.append((world.now, now, false))
  }

  /// The session ends: what was set before `cutoff` must be in the file, what was set later may be.
  func end(cutoff: HostTime) {
    for (sound, record) in records {
      let last = record.changes.lastIndex { $0.time <= cutoff && !$0.isLoaded }
      let later = record.changes[(last ?? 0)...].map(\.values)
      records[sound] = Record(base: last == nil ? record.base + later : later)
    }
    (sound, now) = (nil, [:])
  }

  /// The sound is restored with these values. Returns what is wrong.
  func restore(_ sound: String, _ values: Values) -> String? {
    let possible = records[sound]?.base ?? [values]
    let isKnown = unsure.remove(sound) != nil || possible.contains { Self.are($0, equalTo: values) }
    records[sound] = Record(base: [values])
    begin(sound, values)
    guard !isKnown else { return nil }
    let candidates = possible.suffix(3).map { Self.text($0) }.joined(separator: " or ")
    return "\(sound) is restored as \(Self.text(values)), not as \(candidates) (of \(possible.count))"
  }

  static func are(_ one: Values, equalTo other: Values) -> Bool {
    one.allSatisfy { name, value in other[name].map { abs($0 - value) < 1e-4 } ?? false }
  }

  static func text(_ values: Values) -> String {
    values.sorted { $0.key < $1.key }.map { "\($0.key) \(Float($0.value))" }.joined(separator: ", ")
  }
}
