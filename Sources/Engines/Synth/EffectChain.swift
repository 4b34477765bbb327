import SpinetDSP
import SpinetEffects
import SpinetRealtime
import SpinetVoices
import SpinetWidgets

/// The effects in the order of the signal. The first ones saturate and leave a constant offset, which a blocker then
/// removes. The others follow the blocker.
typealias SaturatingEffects = Effects<Drive, NoEffect>
typealias SynthEffects = Effects<Chorus, Effects<StereoDelay, Effects<Reverb, NoEffect>>>

/// The effects after the mix of the voices, then the master volume, a compressor and a limiter.
struct EffectChain: ~Copyable {
  private var saturation: SaturatingEffects
  private var blocker: DCBlocker
  private var effects: SynthEffects
  private var compressor: LookAheadCompressor
  private var limiter: PeakLimiter
  private var compression: Float = 0
  private var leftGain = Ramp(0)
  private var rightGain = Ramp(0)
  /// 1, or falling to 0 while everything is silenced.
  private var fadeLevel: Float = 1
  private let fadeStep: Float

  init(framesPerSecond: Double, controls: borrowing SynthControls) {
    saturation = SaturatingEffects(framesPerSecond: framesPerSecond)
    blocker = DCBlocker(framesPerSecond: framesPerSecond)
    effects = SynthEffects(framesPerSecond: framesPerSecond)
    compressor = LookAheadCompressor(framesPerSecond: framesPerSecond)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    // The change for each control step, so that it falls from 1 to 0 in 5 ms.
    fadeStep = Float(Double(LaneBuffers.capacity) / (0.005 * framesPerSecond))
    settle(controls)
  }

  /// The parameters of all effects, in the order of the signal. [control-thread]
  static var parameters: [Widget] { SaturatingEffects.parameters + SynthEffects.parameters }

  @_noLocks private mutating func perform(_ action: EffectAction, _ controls: borrowing SynthControls) {
    var values = controls.effectValues
    saturation.perform(action, &values)
    if case .process(let sound) = action { blocker.process(sound) }
    effects.perform(action, &values)
  }

  private var isAnyActive: Bool { @_noLocks get { saturation.isActive || effects.isActive } }

  /// Whether `approach` changes nothing as long as the controls rest. Effects that are heard may move by themselves.
  /// [audio-thread]
  var isAtRest: Bool {
    @_noLocks get { fadeLevel == 1 && leftGain.isAtRest && rightGain.isAtRest && !isAnyActive }
  }

  /// Takes the values of the controls without ramps. Call it while nothing sounds. [any-thread]
  @_noLocks mutating func settle(_ controls: borrowing SynthControls) {
    perform(.settle, controls)
    approachMaster(controls, inverse: 1)
    _ = (leftGain.next(), rightGain.next())
    approachMaster(controls, inverse: 1)
  }

  /// Starts a fade-out. At its end all earlier sound is forgotten. [audio-thread]
  @_noLocks mutating func silence() { fadeLevel = min(fadeLevel, 0.999) }

  /// Forgets earlier sound at once. Call it when nothing is audible any more. [audio-thread]
  @_noLocks mutating func forget(_ controls: borrowing SynthControls) {
    fadeLevel = 1
    blocker.clear()
    perform(.clear, controls)
  }

  /// Ramps to the values of the controls within a control step. [audio-thread]
  @_noLocks mutating func approach(_ controls: borrowing SynthControls, frames: Float) {
    if fadeLevel < 1 { fadeOut(controls) }
    perform(.approach(frames: frames), controls)
    approachMaster(controls, inverse: 1 / frames)
  }

  @_noLocks private mutating func fadeOut(_ controls: borrowing SynthControls) {
    guard fadeLevel <= 0 else {
      fadeLevel = max(0, fadeLevel - fadeStep)
      return
    }
    forget(controls)
  }

  @_noLocks private mutating func approachMaster(_ controls: borrowing SynthControls, inverse: Float) {
    let volume = controls[.masterVolume] * controls[.masterExpression]
    let level = volume * volume * fadeLevel
    compression = controls[.compressorAmount]
    let pan = controls[.masterPan]
    leftGain.approach(level * min(1, 1 - pan), inverseFrames: inverse)
    rightGain.approach(level * min(1, 1 + pan), inverseFrames: inverse)
  }

  /// Works in place. Returns the highest absolute sample, and the highest one before the master volume, which may
  /// be zero while an echo continues. [audio-thread]
  @_noLocks mutating func process(
    _ sound: StereoSamples, _ controls: borrowing SynthControls
  ) -> (peak: Float, preVolumePeak: Float) {
    if !isAnyActive && !compressor.isActive(amount: compression) { return processDry(sound) }
    perform(.process(sound), controls)
    let preVolumePeak = sound.peak
    leftGain.scale(sound.left)
    rightGain.scale(sound.right)
    compressor.process(sound, amount: compression)
    return (limiter.process(sound), preVolumePeak)
  }

  /// The same without effects, in one pass. The blocker waits for its own last frame, and the rest is computed in
  /// that time.
  @_noLocks private mutating func processDry(_ sound: StereoSamples) -> (peak: Float, preVolumePeak: Float) {
    let (left, right) = (sound.left, sound.right)
    // Local copies stay in registers.
    var (blocker, leftGain, rightGain) = (self.blocker, self.leftGain, self.rightGain)
    var (before, after) = (StereoPeak(), StereoPeak())
    for frame in 0..<sound.frameCount {
      let filtered = blocker.next(SIMD2(left[frame], right[frame]))
      let louder = filtered * SIMD2(leftGain.next(), rightGain.next())
      before.record(filtered)
      after.record(louder)
      left[frame] = louder.x
      right[frame] = louder.y
    }
    (self.blocker, self.leftGain, self.rightGain) = (blocker, leftGain, rightGain)
    let peak = limiter.passes(after) ? after.highest : limiter.process(sound)
    return (peak, before.highest)
  }
}
