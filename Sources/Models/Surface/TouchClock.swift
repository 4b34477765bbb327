/// Removes network jitter: each touch plays at its time stamp plus a constant delay.
///
/// The screen has its own clock. The fastest messages tell the difference between both clocks. Clocks drift, so only
/// the last minute counts, in slices. A person chooses the delay, or Spinet measures it: the minimum that 99 % of the
/// messages meet. All times are in milliseconds.
public struct TouchClock: Sendable {
  /// When something is played.
  public struct Moment: Hashable, Sendable {
    public let milliseconds: Double
    public let isLate: Bool
  }

  /// The delay that a person has chosen; nil: the measured one.
  public var chosenDelay: Double?
  /// How many messages came after their moment.
  public private(set) var lateCount = 0
  /// How many messages were counted.
  public private(set) var count = 0

  private static let sliceMilliseconds = 10_000.0
  private static let slices = 6
  /// A touch this little late, in milliseconds, does not count as late.
  private static let tolerance = 0.05
  public static let longestDelay = 100.0
  /// For each slice, the newest last: when it began, and the minimum difference of the two clocks in it.
  private var fastest: [(start: Double, difference: Double)] = []
  /// By how much the last messages were slower than the fastest. A ring.
  private var lags: [Double] = []
  private var nextLag = 0
  private static let lagCapacity = 200
  private var measured = 0.0

  public init() {}

  /// The current delay, in milliseconds.
  public var delay: Double { chosenDelay ?? measured }

  /// Takes the stamp of a message that arrived now. Every message may teach it, also one that plays nothing.
  public mutating func learn(stamp: Double, arrival: Double) {
    guard stamp.isFinite, arrival.isFinite else { return }
    let difference = arrival - stamp
    if let last = fastest.last, arrival - last.start < Self.sliceMilliseconds {
      if difference < last.difference { fastest[fastest.count - 1].difference = difference }
    } else {
      fastest.append((arrival, difference))
      if fastest.count > Self.slices { fastest.removeFirst() }
    }
    note(lag: difference - (smallestDifference ?? difference))
  }

  private mutating func note(lag: Double) {
    if lags.count < Self.lagCapacity { lags.append(lag) } else { lags[nextLag] = lag }
    nextLag = (nextLag + 1) % Self.lagCapacity
    // A longer constant is needed at once; a shorter one is looked for now and then.
    if lag > measured || nextLag % 20 == 0 { measured = delayForMost }
  }

  /// The lag that 99 of 100 messages do not exceed.
  private var delayForMost: Double {
    let sorted = lags.sorted()
    let index = min(sorted.count - 1, Int((Double(sorted.count) * 0.99).rounded(.up)) - 1)
    return min(max(sorted[max(index, 0)], 0), Self.longestDelay)
  }

  private var smallestDifference: Double? { fastest.map(\.difference).min() }

  /// When to play a touch. A late one is played at once.
  public mutating func moment(ofStamp stamp: Double, arrival: Double) -> Moment {
    learn(stamp: stamp, arrival: arrival)
    count += 1
    guard stamp.isFinite, let difference = smallestDifference else {
      return Moment(milliseconds: arrival, isLate: false)
    }
    let moment = stamp + difference + delay
    guard moment < arrival - Self.tolerance else {
      return Moment(milliseconds: min(moment, arrival + Self.longestDelay), isLate: false)
    }
    lateCount += 1
    return Moment(milliseconds: arrival, isLate: true)
  }
}
