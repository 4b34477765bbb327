import SpinetDSP
import SpinetEffects
import SpinetRealtime
import SpinetWidgets

/// The effects in the order of the signal.
typealias ModalEffects = Effects<Chorus, Effects<StereoDelay, Effects<Reverb, NoEffect>>>

/// What follows the mix of the voices: drive, tremolo, rotary speaker, effects, master volume, limiter.
struct ModalOutput: ~Copyable {
  private var drive: Effects<Drive, NoEffect>
  private var rotary: RotarySpeaker
  private var effects: ModalEffects
  private var blocker: DCBlocker
  private var tone = ToneFilter()
  private var limiter: PeakLimiter
  /// The tremolo's place, in turns.
  private var swing: Float = 0
  private var tremolo = (Ramp(1), Ramp(1))
  private var leftGain = Ramp(0)
  private var rightGain = Ramp(0)
  /// 1, or falling to 0 while everything is silenced.
  private var fadeLevel: Float = 1
  private let framesPerSecond: Float

  init(framesPerSecond: Double, controls: borrowing ModalControls) {
    self.framesPerSecond = Float(framesPerSecond)
    drive = Effects<Drive, NoEffect>(framesPerSecond: framesPerSecond)
    rotary = RotarySpeaker(framesPerSecond: framesPerSecond)
    effects = ModalEffects(framesPerSecond: framesPerSecond)
    blocker = DCBlocker(framesPerSecond: framesPerSecond)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    settle(controls)
  }

  /// The parameters of the effects, in the order of the signal. [control-thread]
  static var parameters: [Widget] { Effects<Drive, NoEffect>.parameters + ModalEffects.parameters }

  @_noLocks private mutating func perform(_ action: EffectAction, _ controls: borrowing ModalControls) {
    var values = controls.effectValues
    drive.perform(action, &values)
    if case .process(let sound) = action {
      blocker.process(sound)
      tone.process(sound)
      if rotary.isActive { rotary.process(sound) }
      tremolo.0.scale(sound.left)
      tremolo.1.scale(sound.right)
    }
    effects.perform(action, &values)
  }

  /// Takes the values of the controls without ramps. Call it while nothing sounds. [any-thread]
  @_noLocks mutating func settle(_ controls: borrowing ModalControls) {
    perform(.settle, controls)
    for _ in 0..<2 {
      move(controls, frames: 1)
      _ = (leftGain.next(), rightGain.next(), tremolo.0.next(), tremolo.1.next())
    }
  }

  /// Starts a fade-out. At its end all earlier sound is forgotten. [audio-thread]
  @_noLocks mutating func silence() { fadeLevel = min(fadeLevel, 0.999) }

  /// Forgets earlier sound at once. Call it when nothing is audible any more. [audio-thread]
  @_noLocks mutating func forget(_ controls: borrowing ModalControls) {
    fadeLevel = 1
    blocker.clear()
    tone.clear()
    rotary.clear()
    perform(.clear, controls)
  }

  /// Ramps to the values of the controls within a control step. [audio-thread]
  @_noLocks mutating func approach(_ controls: borrowing ModalControls, frames: Float) {
    if fadeLevel <= 0 {
      forget(controls)
    } else if fadeLevel < 1 {
      fadeLevel = max(0, fadeLevel - frames / (0.005 * framesPerSecond))
    }
    perform(.approach(frames: frames), controls)
    move(controls, frames: frames)
  }

  @_noLocks private mutating func move(_ controls: borrowing ModalControls, frames: Float) {
    let inverse = 1 / frames
    swing += controls[.tremoloRate] * frames / framesPerSecond
    if swing >= 1 { swing -= 1 }
    let wave = FastMath.sine(swing)
    let depth = controls[.tremoloDepth] * 0.5
    // With a spread of 1 the right side is soft where the left is loud.
    let other = wave * (1 - 2 * controls[.tremoloSpread])
    tremolo.0.approach(1 - depth * (1 - wave), inverseFrames: inverse)
    tremolo.1.approach(1 - depth * (1 - other), inverseFrames: inverse)
    tone.tune(octaves: controls[.cutoff], framesPerSecond: framesPerSecond)
    rotary.approach(
      mix: controls[.rotaryMix], isFast: controls[.rotarySpeed] >= 0.5, frames: frames)
    let volume = controls[.masterVolume] * controls[.masterExpression]
    let level = volume * volume * fadeLevel
    let pan = controls[.masterPan]
    leftGain.approach(level * min(1, 1 - pan), inverseFrames: inverse)
    rightGain.approach(level * min(1, 1 + pan), inverseFrames: inverse)
  }

  /// Works in place. Returns the highest absolute sample, and the highest one before the master volume.
  /// [audio-thread]
  @_noLocks mutating func process(
    _ sound: StereoSamples, _ controls: borrowing ModalControls
  ) -> (peak: Float, preVolumePeak: Float) {
    perform(.process(sound), controls)
    let before = sound.peak
    leftGain.scale(sound.left)
    rightGain.scale(sound.right)
    return (limiter.process(sound), before)
  }
}
