/// Decides at every tick whether one finger moves, from the distance between its last two events.
///
/// A smoothed distance above the threshold stops the rounding of the pitch; enough ticks of less than a point
/// start it again. A finger that is not rounded and sends nothing for more than `cycles` ticks has stopped. Its
/// pitch is then rounded, too.
public struct RoundingDetector: Sendable {
  /// The keys `roundingUpdateSpeed`, `roundingSmoothPole`, `roundingThreshold`, `roundingDeactCycles`.
  public struct Settings: Hashable, Sendable {
    /// The time from one tick to the next.
    public var updateSeconds = 0.06
    /// 0 to less than 1: how smooth the distance becomes.
    public var smoothingPole = 0.9
    /// In points per tick.
    public var threshold = 3.0
    /// Ticks without movement until a finger rests.
    public var cycles = 5

    /// The defaults that each property tells.
    public init() {}
  }

  private(set) var isRounded = true
  private var smoothed = 0.0
  private var quietCycles = 0
  private var ticksSinceEvent = 0
  /// Points between the last two events.
  private var distance = 0.0

  mutating func begin() {
    distance = 0
    ticksSinceEvent = 0
  }

  mutating func move(by points: Double) {
    distance = abs(points)
    ticksSinceEvent = 0
  }

  /// The finger lifts. The last decision stays, as in the original.
  mutating func end() { smoothed = 0 }

  /// - Returns: whether the finger has just stopped, so that its pitch is rounded at this tick.
  mutating func tick(_ settings: Settings) -> Bool {
    ticksSinceEvent += 1
    if !isRounded, ticksSinceEvent > settings.cycles {
      settle()
      return true
    }
    smoothed = (1 - settings.smoothingPole) * distance + settings.smoothingPole * smoothed
    if smoothed > settings.threshold, quietCycles < settings.cycles {
      isRounded = false
    } else {
      isRounded = true
      quietCycles = 0
    }
    if distance < 1 { quietCycles += 1 }
    return false
  }

  private mutating func settle() {
    isRounded = true
    smoothed = 0
    quietCycles = 0
    distance = 0
  }
}

/// The common tick of all rounding detectors.
struct RoundingClock {
  /// The last tick that has passed, counted from 0 ms; nil until time passes.
  private var tick: Double?
  /// After this many ticks without an event a detector does not change any more.
  private static let mostTicks = 4096.0

  /// Returns how many ticks have passed since the last call, up to `milliseconds`.
  /// - Parameter period: milliseconds per tick.
  mutating func advance(to milliseconds: Double, every period: Double) -> Int {
    let now = (milliseconds / period).rounded(.down)
    guard let last = tick else {
      tick = now
      return 0
    }
    guard now > last else { return 0 }
    tick = now
    return Int(min(now - last, Self.mostTicks))
  }

  /// In milliseconds; nil until time passes.
  func nextTick(every period: Double) -> Double? { tick.map { ($0 + 1) * period } }
}
