// Bars, bells, tongues and skins that follow the keys. The ratios are those of the bars as makers tune them (Fletcher and
// Rossing, "The Physics of Musical Instruments", chapters 18 to 21).
extension Body {
  /// A bar under a mallet.
  private static func bar(
    _ modes: [Mode], level: Float, hardness: Float, softer: Float = 3, release: Float = 0, mallet: Float,
    _ change: (inout ModalTraits) -> Void = { _ in }
  ) -> Body {
    Body(modes) {
      $0.hardness = hardness
      $0.softer = softer
      $0.tracking = 0.6
      $0.variation = 0.06
      $0.release = release
      $0.level = level
      $0.noise.0 = NoiseTraits(level: mallet, decay: 0.03, from: 2_400, to: 900, sweep: 0.01, low: 1)
      change(&$0)
    }
  }

  static let vibraphone = bar(
    [
      Mode(ratio: 1, level: 1, decay: 7), Mode(ratio: 4, level: 0.3, decay: 2.6),
      Mode(ratio: 10.1, level: 0.14, decay: 0.6), Mode(ratio: 17.3, level: 0.06, decay: 0.2),
    ], level: 0.5, hardness: 2_600, release: 0.25, mallet: 0.12)

  static let marimba = bar(
    [
      Mode(ratio: 1, level: 1, decay: 1.6), Mode(ratio: 3.93, level: 0.5, decay: 0.35),
      Mode(ratio: 9.5, level: 0.3, decay: 0.12), Mode(ratio: 16.6, level: 0.12, decay: 0.06),
    ], level: 0.68, hardness: 1_300, mallet: 0.35)

  static let xylophone = bar(
    [
      Mode(ratio: 1, level: 0.8, decay: 1.1), Mode(ratio: 3, level: 0.6, decay: 0.4),
      Mode(ratio: 6.1, level: 0.4, decay: 0.2), Mode(ratio: 10.6, level: 0.3, decay: 0.1),
    ], level: 0.85, hardness: 6_000, mallet: 0.3)

  static let glockenspiel = bar(
    [
      Mode(ratio: 1, level: 1, decay: 5), Mode(ratio: 2.76, level: 0.45, decay: 2.4),
      Mode(ratio: 5.4, level: 0.4, decay: 1.2), Mode(ratio: 8.93, level: 0.2, decay: 0.5),
    ], level: 0.35, hardness: 12_000, mallet: 0.2)

  static let celesta = bar(
    [
      Mode(ratio: 1, level: 1, decay: 3), Mode(ratio: 2.02, level: 0.12, decay: 1.6),
      Mode(ratio: 4.05, level: 0.22, decay: 0.9), Mode(ratio: 5.6, level: 0.08, decay: 0.4),
    ], level: 0.38, hardness: 3_400, release: 0.5, mallet: 0.3)

  /// The strike note is an octave below the sum of its 4th, 5th and 6th modes.
  static let tubularBells = bar(
    [
      Mode(ratio: 0.447, level: 0.12, decay: 7), Mode(ratio: 0.88, level: 0.2, decay: 6),
      Mode(ratio: 1.42, level: 0.2, decay: 5), Mode(ratio: 2, level: 0.7, decay: 6.5),
      Mode(ratio: 3, level: 0.6, decay: 4.5), Mode(ratio: 4.1, level: 0.5, decay: 3),
      Mode(ratio: 5.35, level: 0.3, decay: 1.8), Mode(ratio: 6.7, level: 0.2, decay: 1.1),
    ], level: 0.32, hardness: 5_500, release: 1.5, mallet: 0.25)

  static let kalimba = bar(
    [
      Mode(ratio: 1, level: 1, decay: 1.7), Mode(ratio: 5.4, level: 0.22, decay: 0.22),
      Mode(ratio: 6.3, level: 0.18, decay: 0.3), Mode(ratio: 14.7, level: 0.06, decay: 0.06),
    ], level: 0.6, hardness: 2_200, mallet: 0.5
  ) { $0.noise.1 = NoiseTraits(level: 0.1, decay: 0.09, from: 380, to: 340, damping: 0.4, band: 1) }

  static let steelDrum = bar(
    [
      Mode(ratio: 1, level: 0.8, decay: 1.4), Mode(ratio: 2.002, level: 0.75, decay: 1.5),
      Mode(ratio: 3.01, level: 0.4, decay: 0.8), Mode(ratio: 4.03, level: 0.3, decay: 0.7),
      Mode(ratio: 2.04, level: 0.25, decay: 0.9), Mode(ratio: 5.3, level: 0.16, decay: 0.4),
      Mode(ratio: 6.06, level: 0.13, decay: 0.3), Mode(ratio: 7.9, level: 0.1, decay: 0.2),
    ], level: 0.48, hardness: 3_200, mallet: 0.2)

  /// A loaded skin: its upper modes lie near 1.5, 2 and 2.5.
  static let timpani = bar(
    [
      Mode(ratio: 1, level: 1, decay: 2.2), Mode(ratio: 1.504, level: 0.6, decay: 2.4),
      Mode(ratio: 1.742, level: 0.15, decay: 0.6), Mode(ratio: 2, level: 0.4, decay: 1.8),
      Mode(ratio: 2.245, level: 0.12, decay: 0.5), Mode(ratio: 2.494, level: 0.22, decay: 1.2),
      Mode(ratio: 2.98, level: 0.12, decay: 0.9), Mode(ratio: 0.63, level: 0.25, decay: 0.25),
    ], level: 0.9, hardness: 420, mallet: 0.6
  ) {
    $0.bend = 0.03
    $0.bendSeconds = 0.08
    $0.tracking = 0.2
  }

  static let toyPiano = bar(
    [
      Mode(ratio: 1, level: 0.6, decay: 2.2), Mode(ratio: 2.32, level: 0.5, decay: 1.4),
      Mode(ratio: 4.25, level: 0.5, decay: 0.9), Mode(ratio: 6.63, level: 0.35, decay: 0.5),
      Mode(ratio: 9.4, level: 0.2, decay: 0.25),
    ], level: 0.62, hardness: 7_000, release: 0.6, mallet: 0.5)
}
