/// Whether one finger moves, told from how far it went between its last two events, at every tick.
///
/// A smoothed distance above the threshold sets the pitch free; enough ticks of less than a point round it
/// again. An un-rounded finger that sends nothing for as many ticks has stopped and is rounded as well.
public struct RoundingDetector: Sendable {
  /// The keys `roundingUpdateSpeed`, `roundingSmoothPole`, `roundingThreshold`, `roundingDeactCycles`.
  public struct Settings: Hashable, Sendable {
    public var updateSeconds = 0.06
    public var smoothingPole = 0.9
    /// In points a tick.
    public var threshold = 3.0
    public var cycles = 5

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

  /// The finger lifts; what it last decided stays, as in the original.
  mutating func end() { smoothed = 0 }

  /// - Returns: true if the finger was found to have stopped, and its pitch is rounded with this tick.
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
