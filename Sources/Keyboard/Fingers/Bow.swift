/// A place that goes to and fro between 0 and 1, as fast as the bow is pressed.
struct Bow {
  /// How often it moves: as often as a screen tells of a finger, about.
  static let tickMilliseconds = 20.0
  /// How far a second takes it at full strength.
  private static let fullSpeed = 4.0

  private(set) var place = 0.5
  private var isGoingBack = false
  /// The last tick that passed, counted from 0 ms; nil while it rests.
  private(set) var tick: Double?

  var nextTick: Double? { tick.map { ($0 + 1) * Self.tickMilliseconds } }

  mutating func begin(at milliseconds: Double) {
    if tick == nil { tick = (milliseconds / Self.tickMilliseconds).rounded(.down) }
  }

  mutating func rest() { tick = nil }

  /// Moves it to where it is at `milliseconds`. Answers whether it has moved.
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

  /// After so long nobody knows where it is.
  private static let ticksThatMatter = 1000.0

  /// Turns back at the ends.
  private mutating func move(by way: Double) {
    let unfolded = (isGoingBack ? 2 - place : place) + way
    let turn = unfolded - 2 * (unfolded / 2).rounded(.down)
    isGoingBack = turn > 1
    place = isGoingBack ? 2 - turn : turn
  }
}
