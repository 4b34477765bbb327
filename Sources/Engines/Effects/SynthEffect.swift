import SpinetDSP
import SpinetEngine
import SpinetWidgets

/// An effect with its parameters. A new effect is a file with a conformance, and a row in `SynthEffects`.
public protocol SynthEffect: StereoEffect, ~Copyable {
  /// One row per parameter, in the order in which they are shown. [control-thread]
  static var parameters: [Widget] { get }
  /// The current settings. Takes one value for each row of `parameters`, in their order. [audio-thread]
  static func settings(_ values: inout EffectValues) -> Settings
}

/// Hands out the smoothed values of the effects' parameters, one after another.
public struct EffectValues: BitwiseCopyable {
  /// The tempo that synced times follow.
  public let beatsPerMinute: Float
  private let controls: SmoothedControls
  /// The index of the next value among the engine's controls.
  public private(set) var position: Int

  /// - Parameter first: the index of the first effect's first parameter. [audio-thread]
  @_noLocks public init(_ controls: SmoothedControls, first: Int, beatsPerMinute: Float) {
    self.controls = controls
    self.beatsPerMinute = beatsPerMinute
    position = first
  }

  /// The next parameter's value. [audio-thread]
  @_noLocks public mutating func next() -> Float {
    defer { position += 1 }
    return controls[position]
  }
}

/// Effects that are played one after another.
public protocol EffectSequence: ~Copyable {
  /// The parameters of all effects, in the order of the signal. [control-thread]
  static var parameters: [Widget] { get }
  /// Allocates everything that the effects need. [control-thread]
  init(framesPerSecond: Double)
  /// Whether one of them changes the sound. [audio-thread]
  var isActive: Bool { get }
  /// [audio-thread]
  mutating func perform(_ action: EffectAction, _ values: inout EffectValues)
}

/// An effect, and the effects after it.
///
/// The compiler knows the types of the whole chain, so it needs no call through a witness table. `@_noLocks` would
/// reject such a call.
public struct Effects<First: SynthEffect & ~Copyable, Rest: EffectSequence & ~Copyable>: EffectSequence,
  ~Copyable
{
  @usableFromInline var first: EffectSlot<First>
  @usableFromInline var rest: Rest

  @inlinable public static var parameters: [Widget] { First.parameters + Rest.parameters }

  @inlinable public init(framesPerSecond: Double) {
    first = EffectSlot(framesPerSecond: framesPerSecond)
    rest = Rest(framesPerSecond: framesPerSecond)
  }

  @inlinable public var isActive: Bool { @inline(__always) get { first.isActive || rest.isActive } }

  @inlinable @inline(__always)
  public mutating func perform(_ action: EffectAction, _ values: inout EffectValues) {
    first.perform(action, First.settings(&values))
    rest.perform(action, &values)
  }
}

/// The end of the chain.
public struct NoEffect: EffectSequence {
  @inlinable public static var parameters: [Widget] { [] }
  @inlinable public init(framesPerSecond: Double) {}
  @inlinable public var isActive: Bool { @inline(__always) get { false } }
  @inlinable @inline(__always)
  public mutating func perform(_ action: EffectAction, _ values: inout EffectValues) {}
}
