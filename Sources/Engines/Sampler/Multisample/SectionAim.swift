import CRealtime
import SpinetDSP
import SpinetRealtime

/// What a section should do in one lane: its frequency in octaves above 1 Hz, 1/Q, and the shares of its source, its
/// band-pass and its low-pass. At first it passes its source.
struct SectionAim: BitwiseCopyable {
  var cutoff: Float = 10
  var damping: Float = 1
  var dry: Float = 1
  var band: Float = 0
  var low: Float = 0

  @_noLocks init() {}

  @_noLocks init(cutoff: Float, damping: Float, dry: Float, band: Float, low: Float) {
    self.cutoff = cutoff
    self.damping = damping
    self.dry = dry
    self.band = band
    self.low = low
  }

  /// A section of a filter. Two poles that fall together at Q ½ make the filters of one pole.
  ///
  /// - Parameters:
  ///   - resonance: the gain at the cutoff, in decibels. Each stage of a steep filter has all of it.
  ///   - gain: of shelves and bells, in decibels.
  ///   - stage: counted from 0.
  @_noLocks init(_ type: FilterType, cutoff: Float, resonance: Float, gain: Float, stage: Int) {
    self.cutoff = cutoff
    let peak = FastMath.exp2(-min(max(resonance, -20), 60) / 6.0206)
    switch type {
    case .none, .comb: break
    case .pink: self = SectionAim(pinkStage: stage)
    case .peak2: self = SectionAim(.peak, octave: cutoff, width: 1, decibels: resonance)
    case .bell: self = SectionAim(.peak, octave: cutoff, width: 1, decibels: gain)
    case .lowShelf: self = SectionAim(.lowShelf, octave: cutoff, width: Self.shelfWidth, decibels: gain)
    case .highShelf: self = SectionAim(.highShelf, octave: cutoff, width: Self.shelfWidth, decibels: gain)
    case .low1: (damping, dry, band, low) = (2, 0, 1, 1)
    case .high1: (damping, dry, band, low) = (2, 1, -1, -1)
    case .all1: (damping, dry, band, low) = (2, -1, 2, 2)
    case .low2, .low2sv, .low4, .low6:
      (damping, dry, band, low) = (peak, 0, 0, 1)
    case .high2, .high2sv, .high4, .high6:
      (damping, dry, band, low) = (peak, 1, -peak, -1)
    case .band1, .band2, .band2sv:
      (damping, dry, band, low) = (peak, 0, peak, 0)
    case .reject1, .reject2, .reject2sv:
      (damping, dry, band, low) = (peak, 1, -peak, 0)
    }
  }

  /// The octaves of a shelf without a hump.
  private static var shelfWidth: Float { @_noLocks get { 1.9 } }

  /// Two of the four pairs of poles and zeros that fall 3 dB an octave from 20 Hz to 20 kHz. The pairs are 2½ octaves
  /// apart, and each zero is halfway to the next pole.
  @_noLocks private init(pinkStage stage: Int) {
    // The lower pole is an octave and a quarter below the middle of both, and the zeros follow their poles.
    cutoff = 4.321_928 + 1.25 + 5 * Float(stage)
    let pole: Float = 2.378_414_2
    damping = pole + 1 / pole
    // Zeros at the middle and 2½ octaves above it: (1 + s)(1 + s · dry).
    dry = 1 / (pole * pole)
    band = 1 + dry - dry * damping
    low = 1 - dry
  }

  /// A band of an equalizer.
  ///
  /// - Parameters:
  ///   - hertz: its frequency.
  ///   - octaves: its width.
  ///   - decibels: its gain.
  @_noLocks init(_ type: BandType, hertz: Float, octaves: Float, decibels: Float) {
    let frequency = Float(rt_log2(Double(min(max(hertz, 8), 40_000))))
    self.init(type, octave: frequency, width: octaves, decibels: decibels)
  }

  /// - Parameters:
  ///   - frequency: in octaves above 1 Hz.
  ///   - octaves: its width.
  @_noLocks private init(
    _ type: BandType, octave frequency: Float, width octaves: Float, decibels: Float
  ) {
    let octavesOfGain = min(max(decibels, -96), 48) / 12.0412
    let root = FastMath.exp2(octavesOfGain)
    let growth = FastMath.exp2(min(max(octaves, 0.01), 8) * 0.5)
    let width = growth - 1 / growth
    switch type {
    case .peak:
      (cutoff, damping) = (frequency, width / root)
      (dry, band, low) = (1, damping * (root * root - 1), 0)
    case .lowShelf:
      (cutoff, damping) = (frequency - octavesOfGain * 0.5, width)
      (dry, band, low) = (1, width * (root - 1), root * root - 1)
    case .highShelf:
      (cutoff, damping) = (frequency + octavesOfGain * 0.5, width)
      (dry, band, low) = (root * root, width * (1 - root) * root, 1 - root * root)
    }
  }
}
