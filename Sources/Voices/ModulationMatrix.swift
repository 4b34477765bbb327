import DSP

/// Which sources move which targets of a voice, and how far.
public struct ModulationMatrix: BitwiseCopyable {
  public static var slotCount: Int { @_noLocks get { 8 } }

  /// Places among all sources and all targets, a slot a lane.
  public var sources = SIMD8<Int32>.zero
  public var targets = SIMD8<Int32>.zero
  public var amounts = Lanes.zero

  @_noLocks public init() {}

  /// Slots from 0 up to the last that moves anything.
  public var usedSlots = 0

  public enum Source: CaseIterable, Sendable {
    case none, ampenv, filterenv, lfo, lfo2, velocity, key, wheel, pressure, timbre, random

    /// Its number among all sources.
    public var place: Int32 { @_noLocks @_transparent get { Int32(unsafeBitCast(self, to: UInt8.self)) } }
  }

  /// What is moved, and by how much when a source is 1 and so is the amount.
  public enum Target: CaseIterable, Sendable {
    case none, pitch, osc1Pitch, osc2Pitch, width, mix, modulation, cutoff, resonance, amp, pan, lfoRate

    /// Octaves for what is a pitch or a rate, fractions of the whole for the rest.
    public var reach: Float {
      @_noLocks @_transparent get {
        switch self {
        case .pitch, .osc1Pitch, .osc2Pitch: 2
        case .cutoff: 6
        case .lfoRate: 3
        case .width: 0.48
        case .modulation: 1
        default: 1
        }
      }
    }

    /// Its number among all targets.
    public var place: Int32 { @_noLocks @_transparent get { Int32(unsafeBitCast(self, to: UInt8.self)) } }

    public var name: String {
      switch self {
      case .osc1Pitch: "osc1.pitch"
      case .osc2Pitch: "osc2.pitch"
      case .modulation: "fm"
      case .lfoRate: "lfo.rate"
      default: "\(self)"
      }
    }
  }
}
