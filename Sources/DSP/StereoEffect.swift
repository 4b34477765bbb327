import SpinetRealtime

/// An effect that changes a stereo signal in place.
///
/// Conformers mark everything `@_noLocks`.
public protocol StereoEffect: ~Copyable {
  associatedtype Settings: EffectSettings

  /// Allocates everything that the effect needs. [control-thread]
  init(framesPerSecond: Double)
  /// Starts from silence, without memory of earlier sound. [audio-thread]
  mutating func restart(_ settings: Settings)
  /// Takes the settings at once, without ramps. [any-thread]
  mutating func settle(_ settings: Settings)
  /// Ramps to the settings within `frames`. [audio-thread]
  mutating func approach(_ settings: Settings, frames: Float)
  /// [audio-thread]
  mutating func process(_ sound: StereoSamples)
  /// Forgets earlier sound. [audio-thread]
  mutating func clear()
}

/// The parameters of an effect.
public protocol EffectSettings: BitwiseCopyable {
  /// Whether the effect changes the sound. If not, it is skipped.
  var isActive: Bool { get }
}

/// What a chain does with each of its slots.
public enum EffectAction: BitwiseCopyable {
  case settle
  case approach(frames: Float)
  case process(StereoSamples)
  case clear
}

/// A slot in a chain of effects: it skips an effect that is not heard, and restarts it when it is heard
/// again.
public struct EffectSlot<Effect: StereoEffect & ~Copyable>: ~Copyable {
  @usableFromInline var effect: Effect
  @usableFromInline var isOn = false

  /// Whether the effect changes the sound.
  @inlinable public var isActive: Bool { @inline(__always) get { isOn } }

  @inlinable public init(framesPerSecond: Double) { effect = Effect(framesPerSecond: framesPerSecond) }

  /// Passes an action to the effect, if the effect is heard. [audio-thread]
  ///
  /// - Parameter settings: used by `settle` and `approach`.
  @inlinable @inline(__always)
  public mutating func perform(_ action: EffectAction, _ settings: Effect.Settings) {
    switch action {
    case .settle:
      update(settings)
      effect.settle(settings)
    case .approach(let frames):
      update(settings)
      if isOn { effect.approach(settings, frames: frames) }
    case .process(let sound):
      if isOn { effect.process(sound) }
    case .clear:
      if isOn { effect.clear() }
    }
  }

  @inlinable @inline(__always) mutating func update(_ settings: Effect.Settings) {
    let wasOn = isOn
    isOn = settings.isActive
    if isOn && !wasOn { effect.restart(settings) }
  }
}
