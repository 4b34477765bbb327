import CRealtime

/// Estimates the linear relation between a device's frames and the host clock, from reports at irregular
/// times.
///
/// This is a delay-locked loop (Adriaensen, "Using a DLL to filter time", 2005) with two changes. First, a
/// report can be late but never early. So only the earliest one of each window is used, and the gap between
/// it and the second earliest shows how reliable it is. Second, the bandwidth falls from wide to almost zero,
/// as fast as the reports' reliability allows: the two gains are those of a Kalman filter for position and
/// rate. In its steady state that is Adriaensen's loop.
package struct StreamClock: BitwiseCopyable, Sendable {
  /// The current estimate.
  package private(set) var timeline: Timeline

  private let nominalRate: Double
  /// The relative deviation of the device's rate: seconds per nominal second, minus 1.
  private var rateError = 0.0
  private var uncertainty = Uncertainty()
  private var window: Window

  /// The largest number of observations in a window. Windows begin with one observation and double. A window
  /// also ends after this many seconds.
  private static let largestWindow = 64
  private static let longestWindow = 1.0
  /// A larger deviation is not jitter: the device has stopped or jumped. Seconds.
  private static let largestJitter = 0.05

  /// - Parameter latencyFrames: the constant delay from the time of an event to its frame.
  package init(framesPerSecond: Double, latencyFrames: Int64) {
    nominalRate = framesPerSecond
    timeline = Timeline(framesPerSecond: framesPerSecond, latencyFrames: latencyFrames)
    window = Window(observations: 1, opened: timeline.anchorTime)
  }

  /// Starts a new line: `playedFrame` leaves the device at `time`. The estimates of the device's rate and
  /// jitter are kept. [audio-thread]
  @_noLocks package mutating func restart(playedFrame: Int64, at time: HostTime, latencyFrames: Int64) {
    timeline = Timeline(
      anchorFrame: playedFrame, anchorTime: time, framesPerSecond: nominalRate / (1 + rateError),
      latencyFrames: latencyFrames)
    uncertainty.forgetPosition()
    window = Window(observations: 1, opened: time)
  }

  /// Adds an observation: at `time`, all frames before `playedFrame` have been played. [audio-thread]
  @_noLocks package mutating func observe(playedFrame: Int64, at time: HostTime) {
    let lateness = self.lateness(of: playedFrame, at: time)
    window.take(frame: playedFrame, lateness: lateness)
    let age = Double(time.nanoseconds(since: window.opened)) * 1e-9
    guard window.taken >= window.observations || age >= Self.longestWindow else { return }
    close(window)
    window = Window(observations: min(2 * window.taken, Self.largestWindow), opened: time)
  }

  /// The seconds by which `time` is later than the line's time for `frame`.
  @_noLocks private func lateness(of frame: Int64, at time: HostTime) -> Double {
    Double(time.nanoseconds(since: timeline.anchorTime)) * 1e-9 - seconds(to: frame)
  }

  @_noLocks private func seconds(to frame: Int64) -> Double {
    Double(frame - timeline.anchorFrame) / nominalRate * (1 + rateError)
  }

  /// Corrects the line by the earliest observation of a window.
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
    timeline.anchorTime = moment(of: window.bestFrame, later: gains.position * window.best)
    timeline.anchorFrame = window.bestFrame
    rateError += gains.rate * window.best
    timeline.framesPerSecond = nominalRate / (1 + rateError)
  }

  @_noLocks private func moment(of frame: Int64, later seconds: Double) -> HostTime {
    let nanoseconds = Int64((self.seconds(to: frame) + seconds) * 1e9)
    return HostTime(nanoseconds: timeline.anchorTime.nanoseconds &+ UInt64(bitPattern: nanoseconds))
  }
}

/// A few observations, of which the two earliest are kept.
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

/// What the loop does not know exactly: the variances of position (s²) and rate, and the noise of an
/// observation.
private struct Uncertainty: BitwiseCopyable, Sendable {
  // Initially 1 ms for the position and 100 ppm for the rate, the tolerance of sound cards.
  private var positionVariance = firstPosition
  private var covariance = 0.0
  private var rateVariance = 1e-8
  /// The jitter of observations, as log₂ of seconds; initially 1 ms.
  private var logJitter = -9.97
  private var gapsSeen = 0.0

  private static let firstPosition = 1e-6
  /// The variance of a crystal's rate after one second: (0.1 ppm)².
  private static let wander = 1e-14
  /// Seconds. No observation is assumed to be more precise.
  private static let leastNoise = 2e-6

  @_noLocks init() {}

  @_noLocks mutating func forgetPosition() {
    positionVariance = Self.firstPosition
    covariance = 0
  }

  /// The gap between the two earliest of many observations is about as large as the error of the earliest,
  /// and it shrinks as their number grows. It is averaged as a logarithm, so that one outlier has little
  /// effect.
  @_noLocks mutating func learnJitter(gap: Double, observations: Int) {
    guard gap < .infinity else { return }
    gapsSeen += 1
    let jitter = 1.3 * max(gap, Self.leastNoise) * Double(observations)
    logJitter += max(1 / gapsSeen, 0.02) * (rt_log2(jitter) - logJitter)
  }

  /// How much of the earliest observation's lateness corrects the position and, per second, the rate.
  @_noLocks mutating func gains(after elapsed: Double, observations: Int) -> (position: Double, rate: Double)
  {
    positionVariance += 2 * elapsed * covariance + elapsed * elapsed * rateVariance
    covariance += elapsed * rateVariance
    rateVariance += Self.wander * elapsed
    let noise = max(rt_exp2(logJitter) / Double(observations), Self.leastNoise)
    let total = positionVariance + noise * noise
    let gains = (position: positionVariance / total, rate: covariance / total)
    rateVariance -= gains.rate * covariance
    covariance *= 1 - gains.position
    positionVariance *= 1 - gains.position
    return gains
  }
}
