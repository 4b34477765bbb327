/// The bodies of a kit: one for each key from 27 to 87, as General MIDI 2 names them.
enum DrumKit {
  static let keys = 27...87

  /// Whose strokes silence each other.
  enum Exclusive {
    static let scratches = 1
    static let hats = 2
    static let whistles = 3
    static let guiros = 4
    static let cuicas = 5
    static let triangles = 6
    static let surdos = 7
  }

  /// Bass drum, snares, toms, hats and cymbals first, so that other kits replace them; then percussion.
  static let standard: [Body] = kit([:])

  /// A kit whose other bodies are those of the standard one.
  private static func kit(_ own: [Int: Body]) -> [Body] {
    keys.map { key in own[key] ?? drums[key] ?? cymbals[key] ?? percussion[key] ?? effects[key] ?? Body() }
  }

  /// Larger drums in a room: deeper, longer and softer.
  static let room: [Body] = kit(
    drums.merging(cymbals) { first, _ in first }.mapValues { body in
      body.with { drum in
        drum.modes = drum.modes.map { Mode(ratio: $0.ratio, level: $0.level, decay: $0.decay * 1.6) }
        drum.traits.hertz *= 0.9
        drum.traits.hardness *= 0.75
        drum.traits.noise.0.decay *= 1.4
        drum.traits.noise.1.decay *= 1.5
      }
    })

  static let electronic: [Body] = kit(electronicDrums)

  static let brushes: [Body] = kit(brushedDrums)

  // MARK: Drums

  static let drums: [Int: Body] = [
    35: .membrane(
      42, decay: 0.95, upper: 0.12, bend: 0.45, bendSeconds: 0.05, level: 1.1, hardness: 320, stick: 0.2),
    36: .membrane(
      54, decay: 0.4, upper: 0.3, bend: 1.2, bendSeconds: 0.022, level: 1.1, hardness: 1_100, stick: 1.1),
    37: .block(1_720, [1, 1.42, 2.3, 0.31], decay: 0.05, level: 0.42, click: 0.9, pan: -0.05),
    38: snare(188, wires: 0.2, bright: 5_200, level: 0.62),
    39: .shaken(
      NoiseTraits(level: 1.6, decay: 0.018, from: 1_250, to: 1_100, damping: 0.45, band: 1),
      then: NoiseTraits(level: 1.3, decay: 0.17, delay: 0.031, from: 1_300, to: 1_000, damping: 0.6, band: 1),
      bursts: 3, every: 0.0105, pan: 0.1),
    40: snare(236, wires: 0.14, bright: 7_400, level: 0.6).with {
      $0.traits.bend = 0.5
      $0.traits.noise.0.decay = 0.05
    },
    41: tom(78, pan: -0.6), 43: tom(94, pan: -0.45), 45: tom(115, pan: -0.25), 47: tom(140, pan: 0),
    48: tom(168, pan: 0.25), 50: tom(205, pan: 0.45),
  ]

  private static func tom(_ hertz: Float, pan: Float) -> Body {
    .membrane(
      hertz, decay: 0.75 * (110 / hertz + 1) / 2, upper: 0.5, bend: 0.28, bendSeconds: 0.05, level: 0.75,
      hardness: 900, stick: 0.4, pan: pan)
  }

  /// Two skins, and the wires below the lower one.
  private static func snare(_ hertz: Float, wires: Float, bright: Float, level: Float) -> Body {
    .membrane(
      hertz, decay: 0.16, upper: 0.7, bend: 0.22, bendSeconds: 0.02, level: level, hardness: 2_600, stick: 0.8
    ) {
      $0.noise.1 = NoiseTraits(
        level: 1, attack: 0.001, decay: wires, delay: 0.001, from: bright, to: bright * 0.62, sweep: 0.06,
        damping: 1.1, band: 0.7, high: 0.35)
    }
  }

  // MARK: Cymbals

  static let cymbals: [Int: Body] = [
    42: hat(decay: 0.09, wash: 0.07),
    44: hat(decay: 0.06, wash: 0.05).with {
      $0.traits.level *= 0.8
      $0.traits.noise.0 = NoiseTraits(level: 1.5, attack: 0.004, decay: 0.05, from: 3_200, to: 4_500, band: 1)
    },
    46: hat(decay: 1.1, wash: 0.75).with { $0.traits.isHat = true },
    49: crash(seed: 11, low: 330, decay: 2.6, bright: 5_200, pan: -0.4),
    57: crash(seed: 23, low: 420, decay: 2.1, bright: 6_400, pan: 0.45),
    51: ride(seed: 5, low: 420, pan: 0.4), 59: ride(seed: 77, low: 560, pan: 0.5),
    53: .block(
      735, [1, 1.48, 2.09, 2.72, 3.56, 4.1, 5.4, 6.9], decay: 2.6, level: 0.2, click: 0.5, pan: 0.4),
    52: crash(seed: 41, low: 260, decay: 1.3, bright: 3_400, pan: -0.5).with {
      $0.traits.noise.1 = NoiseTraits(
        level: 0.9, attack: 0.004, decay: 0.8, from: 2_600, to: 3_600, sweep: 0.2, damping: 0.5, band: 1)
    },
    55: .metal(seed: 61, range: 900...15_000, decay: 0.7, highDecay: 0.4, tilt: 0.15, pan: 0.2) {
      $0.noise.1 = NoiseTraits(level: 0.35, attack: 0.002, decay: 0.45, from: 9_000, to: 7_000, high: 1)
    },
  ]

  private static func hat(decay: Float, wash: Float) -> Body {
    .metal(
      seed: 3, range: 2_900...15_500, decay: decay, highDecay: decay * 0.8, tilt: 0.35, level: 0.06, pan: 0.3
    ) {
      $0.exclusive = Exclusive.hats
      $0.noise.1 = NoiseTraits(level: 0.4, decay: wash, from: 9_500, to: 8_500, damping: 0.8, high: 1)
    }
  }

  private static func crash(seed: UInt32, low: Float, decay: Float, bright: Float, pan: Float) -> Body {
    .metal(
      seed: seed, range: low...13_000, decay: decay, highDecay: decay * 0.5, tilt: 0.1, level: 0.05, pan: pan
    ) {
      $0.noise.1 = NoiseTraits(
        level: 0.5, attack: 0.006, decay: decay * 0.7, from: bright, to: bright * 0.7, sweep: 0.5,
        damping: 1.2,
        high: 1)
    }
  }

  /// A ping above a wash that stays soft.
  private static func ride(seed: UInt32, low: Float, pan: Float) -> Body {
    .metal(
      seed: seed, range: low...9_500, decay: 3.2, highDecay: 1.6, tilt: -0.25, level: 0.05, pan: pan
    ) {
      $0.noise.0 = NoiseTraits(level: 0.6, decay: 0.03, from: 5_200, to: 4_200, damping: 0.3, band: 1)
      $0.noise.1 = NoiseTraits(level: 0.09, attack: 0.02, decay: 1.6, from: 6_000, to: 5_000, high: 1)
    }
  }
}
