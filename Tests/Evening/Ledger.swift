import SpinetMIDI
import SpinetRealtime

/// What was played and set, written down by those who did it. It asks nobody who is checked.
final class Ledger {
  /// A key, and who holds it.
  struct Key: Hashable {
    /// A controller's port, or a page's number after `firstPage`.
    let source: UInt32
    let key: UInt8
  }

  static let firstPage: UInt32 = 1000

  private let world: World

  /// What is heard of a key that is down.
  enum Note {
    case sounds(since: HostTime)
    /// It may be silent, because it was struck while the engine was stopped, or because its sound fades. Screens show it.
    case mayBeSilent
    /// It was ended although the key is down, as by another engine.
    case ended
  }

  // What is held.
  private(set) var held: [Key: Note] = [:]
  private(set) var pedals: Set<UInt32> = []
  /// When something was released last.
  private(set) var releasedAt = World.start

  /// What was played, as the journal must have it: by `JournalFiles.group`.
  private(set) var played: [UInt16: [(time: HostTime, message: [UInt8])]] = [:]

  /// How often each request was answered.
  private(set) var requests: [(what: String, askedAt: HostTime, answers: Int)] = []

  init(_ world: World) { self.world = world }

  // MARK: Notes

  func strike(_ key: UInt8, of source: UInt32, isActive: Bool) {
    held[Key(source: source, key: key)] = isActive ? .sounds(since: world.now) : .mayBeSilent
  }

  func release(_ key: UInt8, of source: UInt32) {
    if held.removeValue(forKey: Key(source: source, key: key)) != nil { hasReleased() }
  }

  func press(pedal isDown: Bool, of source: UInt32) {
    if isDown { pedals.insert(source) } else if pedals.remove(source) != nil { hasReleased() }
  }

  /// It plays until this moment.
  func sounds(until end: HostTime) { releasedAt = max(releasedAt, end) }

  private func hasReleased() { sounds(until: world.now) }

  /// A source has gone.
  func left(_ source: UInt32) {
    held = held.filter { $0.key.source != source }
    pedals.remove(source)
    hasReleased()
  }

  /// Nothing sounds any more: an engine begins, or somebody has silenced it.
  func silence(liftsPedals: Bool) {
    held = held.mapValues { _ in .ended }
    if liftsPedals { pedals = [] }
    hasReleased()
  }

  /// A sound plays that fades while it is held.
  func mayFade() {
    held = held.mapValues { if case .ended = $0 { .ended } else { .mayBeSilent } }
  }

  /// The keys that have been held for so long.
  func keys(heldFor seconds: Double) -> Set<UInt8> {
    let latest = world.now.advanced(bySeconds: -seconds)
    return Set(
      held.compactMap { key, note in
        if case .sounds(let since) = note, since <= latest { key.key } else { nil }
      })
  }

  /// How long nothing has been held, in seconds; nil while something is.
  var secondsOfQuiet: Double? {
    let isOver = held.values.allSatisfy { if case .ended = $0 { true } else { false } }
    guard isOver, pedals.isEmpty else { return nil }
    return secondsSinceRelease
  }

  /// How long nothing has been released, in seconds; negative while something ends by itself later.
  var secondsSinceRelease: Double { Double(world.now.nanoseconds(since: releasedAt)) * 1e-9 }

  // MARK: The journal

  func wrote(_ message: MIDIMessage) {
    let bytes = message.bytes
    guard let group = JournalFiles.group(of: bytes) else { return }
    played[group, default: []].append((world.now, bytes))
  }

  /// Compares the journal with what was played before `cutoff`, and takes over what it has after that. Returns what is
  /// wrong.
  func compare(_ journal: JournalFiles, until cutoff: HostTime) -> String? {
    for (group, messages) in played {
      let kept = journal.messages[group] ?? []
      let control = "\(String(group, radix: 16))"
      let certain = messages.prefix { $0.time < cutoff }.count
      if kept.count < certain { return "the journal has \(kept.count) of \(certain) messages \(control)" }
      if kept.count > messages.count {
        return "the journal has \(kept.count) messages \(control), but \(messages.count) were played"
      }
      for (index, message) in kept.enumerated() where message != messages[index].message {
        return "message \(index) of \(control) is \(message) in the journal, not \(messages[index].message)"
      }
      played[group]?.removeLast(messages.count - kept.count)
    }
    for (group, messages) in journal.messages where played[group] == nil {
      return "the journal has \(messages.count) messages \(String(group, radix: 16)) that nobody played"
    }
    return nil
  }

  // MARK: Requests

  func ask(_ what: String) -> Int {
    requests.append((what, world.now, 0))
    return requests.count - 1
  }

  func answered(_ request: Int) {
    requests[request].answers += 1
    if requests[request].answers > 1 { world.fail("\(requests[request].what) was answered twice") }
  }

  /// A request that waits for longer than this.
  func unanswered(forSeconds seconds: Double) -> String? {
    let latest = world.now.advanced(bySeconds: -seconds)
    return requests.first { $0.answers == 0 && $0.askedAt <= latest }?.what
  }

  /// The session has ended: nothing sounds, and everything has its answer.
  func end() {
    silence(liftsPedals: true)
    held = [:]
    for request in requests where request.answers != 1 {
      world.fail("\(request.what) has \(request.answers) answers at the end")
    }
    requests = []
  }
}
