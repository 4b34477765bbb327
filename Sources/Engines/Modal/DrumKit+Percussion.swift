// Hand drums, shells, shakers, and the effects of General MIDI 2.
extension DrumKit {
  static let percussion: [Int: Body] = [
    54: .metal(seed: 9, count: 24, range: 4_200...14_500, decay: 0.35, highDecay: 0.2, level: 0.08, pan: 0.3)
    {
      $0.noise.0 = NoiseTraits(level: 0.9, decay: 0.06, from: 8_000, to: 9_000, damping: 0.5, band: 1)
      $0.bursts = 3
      $0.burstSeconds = 0.028
    },
    56: .block(562, [1, 1.504, 2.97, 4.02, 5.1, 6.2], decay: 0.5, level: 0.3, click: 0.6, pan: 0.2),
    58: .shaken(
      NoiseTraits(level: 1.4, decay: 0.022, from: 2_600, to: 2_300, damping: 0.25, band: 1),
      then: NoiseTraits(level: 0.5, decay: 0.5, from: 2_700, to: 2_500, damping: 0.12, band: 1), bursts: 26,
      every: 0.031, pan: -0.3),
    60: bongo(395, pan: 0.35), 61: bongo(292, pan: 0.25),
    62: conga(300, decay: 0.07, slap: 1.2), 63: conga(262, decay: 0.42, slap: 0.5),
    64: conga(196, decay: 0.5, slap: 0.4),
    65: timbale(420, pan: -0.2), 66: timbale(300, pan: -0.3),
    67: .block(905, [1, 2.51, 3.94, 1.01], decay: 0.42, level: 0.24, click: 0.4, pan: -0.35),
    68: .block(668, [1, 2.56, 4.02, 1.01], decay: 0.5, level: 0.24, click: 0.4, pan: -0.35),
    69: .shaken(
      NoiseTraits(level: 0.8, attack: 0.012, decay: 0.05, from: 6_500, to: 9_500, sweep: 0.03, high: 1),
      bursts: 2, every: 0.045, pan: -0.4),
    70: .shaken(
      NoiseTraits(level: 1.8, attack: 0.006, decay: 0.045, from: 5_200, to: 6_000, damping: 0.3, band: 1.6),
      pan: -0.45),
    71: whistle(decay: 0.14), 72: whistle(decay: 0.75),
    73: guiro(count: 7, every: 0.0095), 74: guiro(count: 22, every: 0.017),
    75: .block(2_480, [1, 1.003, 3.1], decay: 0.09, level: 0.8, click: 0.25, pan: 0.3),
    76: .block(1_130, [1, 2.45, 3.9], decay: 0.075, level: 0.5, click: 0.5, pan: 0.3),
    77: .block(780, [1, 2.38, 3.7], decay: 0.09, level: 0.52, click: 0.5, pan: 0.25),
    78: cuica(from: 0.9, 520, decay: 0.16), 79: cuica(from: -0.8, 390, decay: 0.42),
    80: triangle(decay: 0.13), 81: triangle(decay: 3.5),
    82: .shaken(
      NoiseTraits(level: 1.2, attack: 0.025, decay: 0.12, from: 7_000, to: 8_500, sweep: 0.05, high: 1),
      pan: 0.4
    ),
    83: .metal(seed: 51, count: 24, range: 2_600...9_800, decay: 0.6, highDecay: 0.45, level: 0.05, pan: -0.3)
    {
      $0.noise.0 = NoiseTraits(level: 0.3, decay: 0.03, from: 6_500, to: 7_500, damping: 0.2, band: 1)
      $0.bursts = 5
      $0.burstSeconds = 0.042
    },
    84: bellTree,
    85: .block(1_250, [1, 1.63, 2.4], decay: 0.03, level: 0.4, click: 1.6, pan: 0.2) {
      $0.noise.0 = NoiseTraits(level: 2, decay: 0.014, from: 1_900, to: 1_500, damping: 0.3, band: 1)
      $0.bursts = 2
      $0.burstSeconds = 0.038
    },
    86: surdo(decay: 0.13), 87: surdo(decay: 0.9),
  ]

  private static func bongo(_ hertz: Float, pan: Float) -> Body {
    .membrane(
      hertz, decay: 0.24, upper: 0.55, bend: 0.12, bendSeconds: 0.02, level: 0.55, hardness: 2_200,
      stick: 0.5,
      pan: pan)
  }

  private static func conga(_ hertz: Float, decay: Float, slap: Float) -> Body {
    .membrane(
      hertz, decay: decay, upper: 0.28, bend: 0.08, bendSeconds: 0.03, level: 0.6, hardness: 1_300, pan: -0.25
    ) {
      $0.noise.0 = NoiseTraits(level: slap, decay: 0.014, from: 2_300, to: 1_500, damping: 0.5, band: 1)
    }
  }

  /// A metal shell rings with the skin.
  private static func timbale(_ hertz: Float, pan: Float) -> Body {
    .membrane(
      hertz, decay: 0.45, upper: 1.1, bend: 0.1, bendSeconds: 0.03, level: 0.42, hardness: 5_000, stick: 0.9,
      pan: pan
    ) {
      $0.noise.1 = NoiseTraits(level: 0.16, decay: 0.3, from: 3_300, to: 3_200, damping: 0.06, band: 1)
    }
  }

  private static func whistle(decay: Float) -> Body {
    Body([
      Mode(ratio: 1, level: 1, decay: decay * 1.6), Mode(ratio: 1.045, level: 0.8, decay: decay * 1.6),
      Mode(ratio: 2.01, level: 0.12, decay: decay),
    ]) {
      $0.hertz = 2_350
      $0.level = 0.2
      $0.attack = 0.02
      $0.exclusive = Exclusive.whistles
      $0.pan = 0.5
      $0.variation = 0.1
      $0.noise.0 = NoiseTraits(
        level: 0.35, attack: 0.02, decay: decay * 1.2, from: 2_600, to: 2_500, damping: 0.2, band: 1)
    }
  }

  private static func guiro(count: Int, every seconds: Float) -> Body {
    .shaken(
      NoiseTraits(level: 1.2, decay: 0.009, from: 2_200, to: 4_300, sweep: 0.12, damping: 0.35, band: 1),
      bursts: count, every: seconds, pan: 0.35
    ) { $0.exclusive = Exclusive.guiros }
  }

  /// - Parameter octaves: where the wet finger begins, above the pitch at which it ends.
  private static func cuica(from octaves: Float, _ hertz: Float, decay: Float) -> Body {
    Body((1...6).map { Mode(ratio: Float($0), level: 1 / Float($0), decay: decay) }) {
      $0.hertz = hertz
      $0.level = 0.34
      $0.attack = 0.012
      $0.bend = octaves
      $0.bendSeconds = decay * 0.35
      $0.exclusive = Exclusive.cuicas
      $0.variation = 0.3
      $0.pan = -0.2
      $0.noise.0 = NoiseTraits(level: 0.2, decay: decay, from: 1_200, to: 900, band: 1)
    }
  }

  private static func triangle(decay: Float) -> Body {
    .block(
      1_340, [3.9, 1, 2.67, 5.12, 6.6, 7.9, 3.905, 5.13], decay: decay, level: 0.12, click: 0.2, pan: -0.5
    ) {
      $0.hardness = 16_000
      $0.exclusive = Exclusive.triangles
    }
  }

  private static func surdo(decay: Float) -> Body {
    .membrane(
      76, decay: decay, upper: 0.2, bend: 0.15, bendSeconds: 0.06, level: 0.9, hardness: 380, stick: 0.3,
      pan: -0.3
    ) { $0.exclusive = Exclusive.surdos }
  }

  /// Bells from low to high, each a little later: the later ones rise with the noise of the stroke.
  private static let bellTree = Body(
    (0..<32).map {
      Mode(ratio: Octaves.ratio(Float($0) / 11), level: 0.5 + Float($0) / 64, decay: 2.4 - Float($0) * 0.04)
    }
  ) {
    $0.hertz = 1_500
    $0.level = 0.07
    $0.attack = 0.35
    $0.hardness = 16_000
    $0.variation = 0.5
    $0.pan = -0.4
    $0.noise.0 = NoiseTraits(
      level: 0.8, decay: 0.02, from: 4_000, to: 12_000, sweep: 0.3, damping: 0.1, band: 1)
    $0.bursts = 16
    $0.burstSeconds = 0.035
  }

  static let effects: [Int: Body] = [
    27: .block(900, [1, 2], decay: 0.07, level: 0.4, click: 0.1) {
      $0.bend = 2.2
      $0.bendSeconds = 0.025
    },
    28: .shaken(
      NoiseTraits(level: 2.2, decay: 0.03, from: 3_800, to: 1_200, sweep: 0.008, damping: 0.8, band: 1),
      bursts: 2,
      every: 0.012),
    29: scratch(from: 900, to: 4_600), 30: scratch(from: 4_200, to: 700),
    31: .block(2_750, [1, 1.31, 2.7], decay: 0.06, level: 0.5, click: 0.7),
    32: .block(2_000, [1, 3, 5, 7], decay: 0.012, level: 0.5, click: 0),
    33: .block(830, [1, 2.9], decay: 0.07, level: 0.45, click: 0.5),
    34: .block(2_637, [1, 2.76, 5.4], decay: 0.5, level: 0.26, click: 0.2),
  ]

  private static func scratch(from: Float, to: Float) -> Body {
    .shaken(
      NoiseTraits(
        level: 4, attack: 0.02, decay: 0.16, from: from, to: to, sweep: 0.05, damping: 0.16, band: 1)
    ) { $0.exclusive = Exclusive.scratches }
  }
}
