import DSP

/// How far the slow waves and the matrix move the targets of each voice: octaves for pitches, fractions for the
/// rest, a factor for the loudness.
public struct LaneOffsets: BitwiseCopyable {
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

  // No initial values beside the properties: they would be functions that other modules call.
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
