/// How strings are excited. A MIDI note sets the pitch of a string, and another keyboard has to pluck or bow
/// it.
enum StringExcitation: Equatable {
  case rests
  /// Plucks the key of this row that has the same number as the string.
  case plucks(row: Int)
  /// Bows back and forth on this row while a note holds a string: on its first key or, if `isOnString`, on
  /// the strings themselves.
  case bows(row: Int, isOnString: Bool)

  /// A keyboard whose keys send their status is plucked. Otherwise a keyboard that sends positions is bowed,
  /// if necessary the strings themselves.
  init(_ configuration: KeyboardConfiguration) {
    let rows = configuration.rows
    guard configuration.listensToTouches, rows.indices.contains(where: configuration.isString) else {
      self = .rests
      return
    }
    let others = rows.indices.filter { !configuration.isString($0) }
    if let row = others.first(where: { rows[$0].sendsKeyStatus }) {
      self = .plucks(row: row)
    } else if let row = others.first {
      self = .bows(row: row, isOnString: false)
    } else if let row = rows.firstIndex(where: { $0.sendsX || $0.sendsY }) {
      self = .bows(row: row, isOnString: true)
    } else {
      self = .rests
    }
  }
}

extension KeyboardConfiguration {
  /// Whether the keys of a keyboard set the pitch of a string: those of keyboards with their own `kbKfreq`
  /// or, if there are none, with `freq`.
  func isString(_ row: Int) -> Bool {
    rows.contains(where: \.sendsKeyboardFreq) ? rows[row].sendsKeyboardFreq : rows[row].sendsFreq
  }
}

/// A bow: a position that moves back and forth between 0 and 1, faster with more pressure.
struct Bow {
  /// The time between two positions, about the same as for a finger on a screen.
  static let tickMilliseconds = 20.0
  /// The distance it moves in a second at full strength.
  private static let fullSpeed = 4.0

  private(set) var position = 0.5
  private var isGoingBack = false
  /// The last tick that has passed, counted from 0 ms; nil while it rests.
  private(set) var tick: Double?

  var nextTick: Double? { tick.map { ($0 + 1) * Self.tickMilliseconds } }

  mutating func begin(at milliseconds: Double) {
    if tick == nil { tick = (milliseconds / Self.tickMilliseconds).rounded(.down) }
  }

  mutating func rest() { tick = nil }

  /// Moves it to its position at `milliseconds`. Returns whether it has moved.
  /// - Parameter strength: 0–1.
  mutating func advance(to milliseconds: Double, strength: Double) -> Bool {
    guard let last = tick else { return false }
    let now = (milliseconds / Self.tickMilliseconds).rounded(.down)
    guard now > last else { return false }
    tick = now
    let way = min(now - last, Self.ticksThatMatter) * Self.tickMilliseconds * 0.001 * Self.fullSpeed
    move(by: way * min(max(strength, 0), 1))
    return true
  }

  /// In ticks. A longer pause counts as this long.
  private static let ticksThatMatter = 1000.0

  /// Moves the bow, which turns back at the ends.
  private mutating func move(by way: Double) {
    let unfolded = (isGoingBack ? 2 - position : position) + way
    let turn = unfolded - 2 * (unfolded / 2).rounded(.down)
    isGoingBack = turn > 1
    position = isGoingBack ? 2 - turn : turn
  }
}
