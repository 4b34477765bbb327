import CRealtime

/// Learns from what a device tells at irregular moments the straight line between its frames and time.
///
/// A delay-locked loop (Adriaensen, "Using a DLL to filter time", 2005) with two changes. An observation
/// can only come late, never early: of each window just the most punctual one counts, and how far the
/// second lies behind it tells how trustworthy that is. And the loop's bandwidth falls from wide to
/// almost nothing as fast as that trust allows: its two gains are those of a Kalman filter of place and
/// rate, whose steady state is Adriaensen's loop.
public struct StreamClock: BitwiseCopyable, Sendable {
  /// The line as far as it is known.
  public private(set) var timeline: Timeline

  private let nominalRate: Double
  /// Time per nominal frame time, less one.
  private var rateError = 0.0
  private var uncertainty = Uncertainty()
  private var window: Window

  /// Windows double from one observation up to this many, or this many seconds.
  private static let largestWindow = 64
  private static let longestWindow = 1.0
  /// An observation this far off the line is no jitter: the device has stood still or jumped. Seconds.
  private static let largestJitter = 0.05

  /// - Parameter latencyFrames: the constant between the stamp of an event and its place.
  public init(framesPerSecond: Double, latencyFrames: Int64) {
    nominalRate = framesPerSecond
    timeline = Timeline(framesPerSecond: framesPerSecond, latencyFrames: latencyFrames)
    window = Window(observations: 1, opened: timeline.anchorTime)
  }

  /// Begins the line anew: `playedFrame` leaves the device at `time`. What was learned about the device's
  /// rate and punctuality stays. [audio-thread]
  @_noLocks public mutating func restart(playedFrame: Int64, at time: HostTime, latencyFrames: Int64) {
    timeline = Timeline(
      anchorFrame: playedFrame, anchorTime: time, framesPerSecond: nominalRate / (1 + rateError),
      latencyFrames: latencyFrames)
    uncertainty.forgetPosition()
    window = Window(observations: 1, opened: time)
  }

  /// Takes in that by `time` the frames before `playedFrame` have been played. [audio-thread]
  @_noLocks public mutating func observe(playedFrame: Int64, at time: HostTime) {
    let lateness = self.lateness(of: playedFrame, at: time)
    window.take(frame: playedFrame, lateness: lateness)
    let age = Double(time.nanoseconds(since: window.opened)) * 1e-9
    guard window.taken >= window.observations || age >= Self.longestWindow else { return }
    close(window)
    window = Window(observations: min(2 * window.taken, Self.largestWindow), opened: time)
  }

  /// Seconds from the moment the line has for `frame` to `time`.
  @_noLocks private func lateness(of frame: Int64, at time: HostTime) -> Double {
    Double(time.nanoseconds(since: timeline.anchorTime)) * 1e-9 - seconds(to: frame)
  }

  @_noLocks private func seconds(to frame: Int64) -> Double {
    Double(frame - timeline.anchorFrame) / nominalRate * (1 + rateError)
  }

  /// Moves the line by what the best observation of a window says.
  @_noLocks private mutating func close(_ window: Window) {
    if window.best > Self.largestJitter || window.best < -Self.largestJitter {
      let time = moment(of: window.bestFrame, later: window.best)
      restart(playedFrame: window.bestFrame, at: time, latencyFrames: timeline.latencyFrames)
      return
    }
    let elapsed = Double(window.bestFrame - timeline.anchorFrame) / nominalRate
    guard elapsed > 0 else { return }
    uncertainty.learnJitter(gap: window.second - window.best, observations: window.taken)
    let gains = uncertainty.gains(after: elapsed, observations: window.taken)
    timeline.anchorTime = moment(of: window.bestFrame, later: gains.place * window.best)
    timeline.anchorFrame = window.bestFrame
    rateError += gains.rate * window.best
    timeline.framesPerSecond = nominalRate / (1 + rateError)
  }

  @_noLocks private func moment(of frame: Int64, later seconds: Double) -> HostTime {
    let nanoseconds = Int64((self.seconds(to: frame) + seconds) * 1e9)
    return HostTime(nanoseconds: timeline.anchorTime.nanoseconds &+ UInt64(bitPattern: nanoseconds))
  }
}

/// A few observations, of which the most punctual and the runner-up are kept.
private struct Window: BitwiseCopyable, Sendable {
  let observations: Int
  let opened: HostTime
  var taken = 0
  var bestFrame: Int64 = 0
  var best = Double.infinity
  var second = Double.infinity

  @_noLocks init(observations: Int, opened: HostTime) {
    self.observations = observations
    self.opened = opened
  }

  @_noLocks mutating func take(frame: Int64, lateness: Double) {
    taken += 1
    if lateness < best {
      second = best
      best = lateness
      bestFrame = frame
    } else if lateness < second {
      second = lateness
    }
  }
}

/// What the loop does not know: variances of place (s²) and rate, and the noise of an observation.
private struct Uncertainty: BitwiseCopyable, Sendable {
  // Before anything is seen: a millisecond of place, and the 100 ppm that sound cards keep.
  private var place = firstPosition
  private var both = 0.0
  private var rate = 1e-8
  /// How far observations scatter, log2 of seconds: at first a millisecond.
  private var logJitter = -9.97
  private var gapsSeen = 0.0

  private static let firstPosition = 1e-6
  /// How far a crystal's rate wanders in a second, squared: 0.1 ppm.
  private static let wander = 1e-14
  /// Seconds; no moment is better known than this.
  private static let leastNoise = 2e-6

  @_noLocks init() {}

  @_noLocks mutating func forgetPosition() {
    place = Self.firstPosition
    both = 0
  }

  /// The gap between the two most punctual of many observations is as large as the error of the first,
  /// and the smaller the more there are. Averaged as a logarithm, so that a stumble does not count for
  /// long.
  @_noLocks mutating func learnJitter(gap: Double, observations: Int) {
    guard gap < .infinity else { return }
    gapsSeen += 1
    let jitter = 1.3 * max(gap, Self.leastNoise) * Double(observations)
    logJitter += max(1 / gapsSeen, 0.02) * (rt_log2(jitter) - logJitter)
  }

  /// How much of the lateness of the best of some observations goes to the place and, per second, to the
  /// rate.
  @_noLocks mutating func gains(after elapsed: Double, observations: Int) -> (place: Double, rate: Double) {
    place += 2 * elapsed * both + elapsed * elapsed * rate
    both += elapsed * rate
    rate += Self.wander * elapsed
    let noise = max(rt_exp2(logJitter) / Double(observations), Self.leastNoise)
    let total = place + noise * noise
    let gains = (place: place / total, rate: both / total)
    rate -= gains.rate * both
    both *= 1 - gains.place
    place *= 1 - gains.place
    return gains
  }
}
