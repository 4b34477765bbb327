import SpinetWidgets

/// Removes network jitter: each touch plays at its time stamp plus a constant delay.
///
/// The screen has its own clock. The fastest messages show the difference between both clocks. Clocks drift, so only
/// the last minute counts, in slices of ten seconds. The user chooses the delay, or Spinet measures it: the shortest
/// delay that 99 % of the messages meet. All times are in milliseconds.
package struct TouchClock: Sendable {
  /// When a touch is played.
  package struct Moment: Hashable, Sendable {
    package let milliseconds: Double
    package let isLate: Bool
  }

  /// The delay that the user has chosen; nil for the measured one.
  package var chosenDelay: Double?
  /// How many messages came too late to be played on time.
  package private(set) var lateCount = 0
  /// How many messages were counted.
  package private(set) var count = 0

  private static let sliceMilliseconds = 10_000.0
  private static let sliceCount = 6
  /// A touch that is late by less than this does not count as late.
  private static let tolerance = 0.05
  package static let longestDelay = 100.0
  /// The newest last.
  private var slices: [Slice] = []
  private var measured = 0.0

  /// The measurements of ten seconds.
  private struct Slice {
    let start: Double
    /// The minimum difference of the two clocks.
    var difference: Double
    /// How many messages had each lag, in steps of 0.125 ms. The lag is the delay beyond the fastest message.
    var lags = [UInt32](repeating: 0, count: Self.stepCount)
    var count = 0

    private static let stepMilliseconds = 0.125
    static let stepCount = Int(TouchClock.longestDelay / stepMilliseconds) + 1

    static func step(of lag: Double) -> Int {
      Int(bounded: (lag / stepMilliseconds).rounded(.up), in: 0...stepCount - 1)
    }

    static func milliseconds(of step: Int) -> Double { Double(step) * stepMilliseconds }
  }

  package init() {}

  /// The current delay, in milliseconds.
  package var delay: Double { chosenDelay ?? measured }

  /// Learns from the time stamp of a message that arrived now. Messages that play nothing serve as well.
  package mutating func learn(stamp: Double, arrival: Double) {
    guard stamp.isFinite, arrival.isFinite else { return }
    let difference = arrival - stamp
    if let last = slices.last, arrival - last.start < Self.sliceMilliseconds {
      slices[slices.count - 1].difference = min(difference, last.difference)
    } else {
      slices.append(Slice(start: arrival, difference: difference))
      if slices.count > Self.sliceCount { slices.removeFirst() }
    }
    count(lag: difference - (smallestDifference ?? difference))
  }

  /// A whole minute counts, so that the delay stays the same while somebody plays: a delay that changes is jitter too.
  private mutating func count(lag: Double) {
    let newest = slices.count - 1
    slices[newest].lags[Slice.step(of: lag)] += 1
    slices[newest].count += 1
    // A longer delay is needed at once. For a shorter one, every twentieth message is enough.
    if lag > measured || slices[newest].count % 20 == 0 { measured = delayForMost }
  }

  /// The lag that 99 of 100 messages do not exceed.
  private var delayForMost: Double {
    var slower = slices.reduce(0) { $0 + $1.count } / 100
    for step in (0..<Slice.stepCount).reversed() {
      let here = slices.reduce(0) { $0 + Int($1.lags[step]) }
      if here > slower { return Slice.milliseconds(of: step) }
      slower -= here
    }
    return 0
  }

  private var smallestDifference: Double? { slices.map(\.difference).min() }

  /// When to play a touch. A late one is played at once.
  package mutating func moment(ofStamp stamp: Double, arrival: Double) -> Moment {
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
