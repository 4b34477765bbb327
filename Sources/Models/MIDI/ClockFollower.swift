/// Finds the tempo of a MIDI clock, which sends 24 ticks a beat.
///
/// Fits a straight line through the ticks of the last beat. The tempo stays steady when single ticks come
/// early or late, and a new tempo is found after a beat. Of several clocks it follows the first, until that
/// one stops. [any-thread]
package struct ClockFollower: Sendable {
  package static let ticksPerBeat = 24
  /// In quarter notes a minute; nil until a clock has ticked for half a beat. The value stays when the clock
  /// stops.
  package private(set) var beatsPerMinute: Double?
  /// Nil also while a clock that was silent, or a new one, has not ticked for half a beat.
  package var currentBeatsPerMinute: Double? { tellsAnew ? nil : beatsPerMinute }

  private struct Tick {
    /// The number of the tick, counting lost ones too.
    var number: Int
    var nanoseconds: UInt64
  }

  /// The ticks of the last beat, the oldest first.
  private var ticks: [Tick] = []
  /// The port of the followed clock.
  package private(set) var leader: PortID?
  /// When the followed clock last ticked or started, in nanoseconds.
  private var lastHeard: UInt64?
  /// The mean of the fits since the last tempo change, with less weight for older ones, and their number.
  private var mean: Double?
  private var fitCount = 0.0
  /// Nanoseconds for each tick, from the received ticks.
  private var period: Double?
  private var lastGapWasOdd = false
  /// Whether the clock was silent or has left, so that something else may have set the tempo meanwhile.
  private var tellsAnew = false

  package init() { ticks.reserveCapacity(Self.ticksPerBeat + 2) }

  /// With fewer ticks, the tempo would only be a guess. If ticks are up to 2 ms early or late, the tempo of
  /// half a beat changes by one percent.
  private static let fewestTicks = 12
  /// In nanoseconds. Longer than a tick at 10 beats a minute, even if the previous one was lost.
  private static let longestGap: UInt64 = 600_000_000
  /// In beats a minute. Faster or slower ticks are not a clock.
  private static let tempi = 10.0...1010.0
  /// As a fraction of the tempo. Smaller changes are inaudible and are not reported, so that the tempo of a
  /// steady clock does not change.
  private static let leastChange = 0.000_5

  /// Returns the tempo if `message` has changed it. Messages that do not belong to a clock are ignored.
  ///
  /// - Parameter nanoseconds: the time of the message, on any steady clock.
  package mutating func take(_ message: MIDIMessage, from port: PortID, at nanoseconds: UInt64) -> Double? {
    switch message {
    case .timingClock: return tick(from: port, at: nanoseconds)
    case .start, .continue:
      if port == leader {
        ticks.removeAll(keepingCapacity: true)
        lastHeard = nanoseconds
      }
      return nil
    default: return nil
    }
  }

  /// Whether the followed clock has not been heard for so long that another one can be followed.
  ///
  /// - Parameter silence: another time than that, in nanoseconds.
  package func isSilent(at nanoseconds: UInt64, forLongerThan silence: UInt64? = nil) -> Bool {
    lastHeard.map { nanoseconds > $0 && nanoseconds - $0 > silence ?? Self.longestGap } ?? true
  }

  /// The port is gone. Another clock can be followed.
  package mutating func portLeft(_ port: PortID) {
    if port == leader { forgetTicks() }
  }

  private mutating func tick(from port: PortID, at nanoseconds: UInt64) -> Double? {
    let gap = lastHeard.map { nanoseconds &- $0 } ?? 0
    if gap > Self.longestGap { forgetTicks() }
    guard port == leader ?? port else { return nil }
    leader = port
    lastHeard = nanoseconds
    append(nanoseconds, after: Double(gap))
    return follow()
  }

  private mutating func forgetTicks() {
    ticks.removeAll(keepingCapacity: true)
    period = nil
    lastGapWasOdd = false
    leader = nil
    lastHeard = nil
    tellsAnew = true
  }

  /// A gap of more periods than this is a pause, which says nothing about the tempo.
  private static let mostLost = 3.5

  /// By how much a gap in which ticks were lost may differ from a whole number of periods, as a part of a period: a tenth,
  /// or what jitter can be of a short one. Other gaps are pauses.
  private static func mostDeviation(period: Double) -> Double {
    min(0.25, max(0.1, 2_500_000 / max(period, 1)))
  }

  /// Numbers the tick. After a gap of twice the period, a tick was lost. Two such gaps in a row are a new
  /// tempo.
  private mutating func append(_ nanoseconds: UInt64, after gap: Double) {
    guard let last = ticks.last else { return ticks.append(Tick(number: 0, nanoseconds: nanoseconds)) }
    let ratio = period.map { min(gap / max($0, 1), 100) } ?? 1
    let isOdd = ratio > 1.6 || ratio < 0.6
    var steps = max(1, Int(ratio.rounded()))
    let isBroken =
      ratio > Self.mostLost
      || abs(ratio - ratio.rounded()) > Self.mostDeviation(period: period ?? 0)
    if isOdd, lastGapWasOdd {
      ticks = [last]
      mean = nil
      period = gap
      steps = 1
    } else if isOdd, ratio > 1, isBroken {
      ticks.removeAll(keepingCapacity: true)
    }
    lastGapWasOdd = isOdd && !(lastGapWasOdd)
    ticks.append(Tick(number: last.number + steps, nanoseconds: nanoseconds))
    if ticks.count > Self.ticksPerBeat + 1 { ticks.removeFirst() }
  }

  private mutating func follow() -> Double? {
    guard let fit = Fit(ticks.map { ($0.number - ticks[0].number, $0.nanoseconds &- ticks[0].nanoseconds) })
    else { return nil }
    period = fit.period
    let tempo = 60e9 / (fit.period * Double(Self.ticksPerBeat))
    guard ticks.count >= Self.fewestTicks, Self.tempi.contains(tempo) else { return nil }
    let average = average(with: tempo, uncertainty: tempo * fit.periodError / fit.period)
    let isOther = abs(average - (beatsPerMinute ?? 0)) >= Self.leastChange * average
    guard isOther || tellsAnew else { return nil }
    tellsAnew = false
    beatsPerMinute = average
    return average
  }

  /// Averages differences that jitter can explain. A larger difference is a new tempo and is used at once. After a pause,
  /// a tempo that is well known stays until there is a whole beat to say otherwise.
  ///
  /// The limit is seven standard deviations: the fits of a song overlap, and among hundreds of them, six
  /// occur by chance.
  private mutating func average(with tempo: Double, uncertainty: Double) -> Double {
    let isWhole = ticks.count > Self.ticksPerBeat
    if let mean, isWhole || fitCount > 1, abs(tempo - mean) <= 7 * uncertainty {
      if !isWhole { return mean }
      fitCount = min(fitCount + 1, 96)
      self.mean = mean + (tempo - mean) / fitCount
    } else {
      fitCount = 1
      mean = tempo
    }
    return mean ?? tempo
  }
}

extension ClockFollower {
  /// The straight line through ticks by least squares.
  private struct Fit {
    /// Nanoseconds for each tick.
    let period: Double
    /// The standard deviation of the period, from the distances of the ticks to the line.
    let periodError: Double

    /// - Parameter ticks: numbers and nanoseconds, from 0; nil for fewer than three.
    init?(_ ticks: [(number: Int, nanoseconds: UInt64)]) {
      guard ticks.count >= 3 else { return nil }
      let count = Double(ticks.count)
      let meanNumber = ticks.reduce(0) { $0 + Double($1.number) } / count
      let meanTime = ticks.reduce(0) { $0 + Double($1.nanoseconds) } / count
      var spread = 0.0
      var slope = 0.0
      for tick in ticks {
        let across = Double(tick.number) - meanNumber
        spread += across * across
        slope += across * (Double(tick.nanoseconds) - meanTime)
      }
      guard spread > 0, slope > 0 else { return nil }
      slope /= spread
      let residuals = ticks.reduce(0) { sum, tick in
        let beside = Double(tick.nanoseconds) - meanTime - slope * (Double(tick.number) - meanNumber)
        return sum + beside * beside
      }
      period = slope
      periodError = (residuals / (count - 2) / spread).squareRoot()
    }
  }
}
