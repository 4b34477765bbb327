import SpinetDSP

/// Which sources move which targets of a voice, and how far.
public struct ModulationMatrix: BitwiseCopyable {
  public static var slotCount: Int { @_noLocks get { 8 } }

  /// The index of the source of each slot.
  public var sources = SIMD8<Int32>.zero
  /// The index of the target of each slot.
  public var targets = SIMD8<Int32>.zero
  public var amounts = Lanes.zero

  /// Slots without source, target and amount.
  @_noLocks public init() {}

  /// The number of slots up to the last one in use.
  public var usedSlots = 0

  public enum Source: CaseIterable, Sendable {
    case none, ampenv, filterenv, lfo, lfo2, velocity, key, wheel, pressure, timbre, random

    /// The index among all cases.
    public var index: Int32 { @_noLocks @_transparent get { Int32(unsafeBitCast(self, to: UInt8.self)) } }
  }

  public enum Target: CaseIterable, Sendable {
    case none, pitch, osc1Pitch, osc2Pitch, width, mix, modulation, cutoff, resonance, amp, pan, lfoRate

    /// The change of the target when source and amount are 1: octaves for pitches, cutoff and rate, fractions of
    /// the range otherwise.
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

    /// The index among all cases.
    public var index: Int32 { @_noLocks @_transparent get { Int32(unsafeBitCast(self, to: UInt8.self)) } }

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

/// The modulation of each voice by the LFOs and the matrix: octaves for the pitches and the cutoff, a factor for
/// the loudness, fractions of the range for the rest.
public struct VoiceModulation: BitwiseCopyable {
  public var pitch: Lanes
  public var firstPitch: Lanes
  public var secondPitch: Lanes
  public var width: Lanes
  public var mix: Lanes
  public var modulation: Lanes
  public var cutoff: Lanes
  public var resonance: Lanes
  public var amp: Lanes
  public var pan: Lanes
  public var isPanned: Bool
  public var isResonant: Bool

  /// No modulation.
  // No initial values at the properties: they would be functions that other modules call.
  @_noLocks @_transparent public init() {
    pitch = .zero
    firstPitch = .zero
    secondPitch = .zero
    width = .zero
    mix = .zero
    modulation = .zero
    cutoff = .zero
    resonance = .zero
    amp = Lanes(repeating: 1)
    pan = .zero
    isPanned = false
    isResonant = false
  }
}
