import DSP
import Voices

/// What the mixed voices go through: drive, chorus, delay, reverb, master, compressor, limiter.
struct EffectChain: BitwiseCopyable {
  private var blocker: DirectCurrentBlocker
  private var chorus: Chorus
  private var delay: StereoDelay
  private var reverb: Reverb
  private var compressor: LookAheadCompressor
  private var limiter: PeakLimiter
  private var compression: Float = 0
  private var push = Ramp(1)
  private var makeUp = Ramp(1)
  private var leftGain = Ramp(0)
  private var rightGain = Ramp(0)
  private var isDriven = false
  private var hasChorus = false
  private var hasDelay = false
  private var hasReverb = false
  /// 1, or on its way to 0 while everything is being silenced.
  private var presence: Float = 1
  private let fadeStep: Float

  init(framesPerSecond: Double, controls: Controls) {
    blocker = DirectCurrentBlocker(framesPerSecond: framesPerSecond)
    chorus = Chorus(framesPerSecond: framesPerSecond)
    delay = StereoDelay(framesPerSecond: framesPerSecond)
    reverb = Reverb(framesPerSecond: framesPerSecond)
    compressor = LookAheadCompressor(framesPerSecond: framesPerSecond)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    // 5 ms from full to none, in control steps.
    fadeStep = Float(Double(LaneBuffers.capacity) / (0.005 * framesPerSecond))
    settle(controls)
  }

  func deallocate() {
    chorus.deallocate()
    delay.deallocate()
    reverb.deallocate()
    compressor.deallocate()
  }

  /// Everything where the widgets say, without a glide; nothing must ring on. [any-thread]
  @_noLocks mutating func settle(_ controls: Controls) {
    wake(controls)
    chorus.settle(mix: controls[.chorusMix])
    delay.settle(
      mix: controls[.delayMix], time: Self.delayTime(controls), feedback: controls[.delayFeedback])
    reverb.settle(mix: controls[.reverbMix])
    approachMaster(controls, inverse: 1)
    _ = (leftGain.next(), rightGain.next(), push.next(), makeUp.next())
    approachMaster(controls, inverse: 1)
  }

  /// Starts to fade everything out; then it forgets what it has heard. [audio-thread]
  @_noLocks mutating func silence() { presence = min(presence, 0.999) }

  /// Forgets what it has heard, at once: for when nothing of it is heard any more. [audio-thread]
  @_noLocks mutating func forget() {
    presence = 1
    blocker.clear()
    if hasChorus { chorus.clear() }
    if hasDelay { delay.clear() }
    if hasReverb { reverb.clear() }
  }

  /// Where to be a control step from now. [audio-thread]
  @_noLocks mutating func approach(_ controls: Controls, frames: Float) {
    if presence < 1 { fadeOut() }
    wake(controls)
    if hasChorus {
      chorus.approach(
        mix: controls[.chorusMix], rate: controls[.chorusRate], depth: controls[.chorusDepth],
        frames: frames)
    }
    if hasDelay {
      delay.approach(
        mix: controls[.delayMix], time: Self.delayTime(controls), feedback: controls[.delayFeedback],
        frames: frames)
    }
    if hasReverb {
      reverb.approach(
        mix: controls[.reverbMix], size: controls[.reverbSize], damping: controls[.reverbDamping],
        frames: frames)
    }
    approachMaster(controls, inverse: 1 / frames)
  }

  /// Bound to the clock, as many times shorter by half as the delay's memory asks for.
  @_noLocks private static func delayTime(_ controls: Controls) -> Float {
    guard var seconds = controls.seconds(.delaySync) else { return controls[.delayTime] }
    while seconds > Float(StereoDelay.longestSeconds) { seconds *= 0.5 }
    return seconds
  }

  @_noLocks private mutating func fadeOut() {
    guard presence <= 0 else {
      presence = max(0, presence - fadeStep)
      return
    }
    forget()
  }

  /// An effect that nobody hears costs nothing, and has forgotten everything when it is back.
  @_noLocks private mutating func wake(_ controls: Controls) {
    let wantsChorus = controls[.chorusMix] > 1e-4
    let wantsDelay = controls[.delayMix] > 1e-4
    let wantsReverb = controls[.reverbMix] > 1e-4
    if wantsChorus && !hasChorus { chorus.restart(depth: controls[.chorusDepth]) }
    if wantsDelay && !hasDelay { delay.restart(time: Self.delayTime(controls)) }
    if wantsReverb && !hasReverb {
      reverb.restart(size: controls[.reverbSize], damping: controls[.reverbDamping])
    }
    hasChorus = wantsChorus
    hasDelay = wantsDelay
    hasReverb = wantsReverb
  }

  @_noLocks private mutating func approachMaster(_ controls: Controls, inverse: Float) {
    let amount = controls[.driveAmount]
    isDriven = amount > 1e-4
    push.approach(1 + 15 * amount * amount, inverseFrames: inverse)
    makeUp.approach(1 / (1 + 6 * amount * amount), inverseFrames: inverse)
    let volume = controls[.masterVolume] * controls[.masterExpression]
    let level = volume * volume * presence
    compression = controls[.compressorAmount]
    let pan = controls[.masterPan]
    leftGain.approach(level * min(1, 1 - pan), inverseFrames: inverse)
    rightGain.approach(level * min(1, 1 + pan), inverseFrames: inverse)
  }

  /// In place; answers the highest absolute sample, and the highest before the master volume, which may hide
  /// an echo and show it again. [audio-thread]
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> (peak: Float, hidden: Float) {
    if isDriven { drive(left, right, count) }
    blocker.process(left, right, count: count)
    if hasChorus { chorus.process(left, right, count: count) }
    if hasDelay { delay.process(left, right, count: count) }
    if hasReverb { reverb.process(left, right, count: count) }
    var hidden: Float = 0
    for frame in 0..<count {
      hidden = max(hidden, max(abs(left[frame]), abs(right[frame])))
      left[frame] *= leftGain.next()
      right[frame] *= rightGain.next()
    }
    compressor.process(left, right, count: count, amount: compression)
    return (limiter.process(left, right, count: count), hidden)
  }

  @_noLocks private mutating func drive(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for frame in 0..<count {
      let gain = push.next()
      let level = makeUp.next()
      // A saturation bends even what is not pushed: up to an amount of a tenth it comes in bit by bit.
      let share = min((gain - 1) * (1 / 0.15), 1)
      left[frame] += (FastMath.saturate(left[frame] * gain) * level - left[frame]) * share
      right[frame] += (FastMath.saturate(right[frame] * gain) * level - right[frame]) * share
    }
  }
}
