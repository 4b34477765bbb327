// The drums of the kits that are not the standard one.
extension DrumKit {
  /// Drum machines: falling sines, gated noise, square waves for metal.
  static let electronicDrums: [Int: Body] = [
    35: analogKick(43, decay: 1.1, bend: 1.2, bendSeconds: 0.03),
    36: analogKick(51, decay: 0.55, bend: 2, bendSeconds: 0.018),
    37: .block(1_050, [1, 1.6, 2.5], decay: 0.025, level: 0.5, click: 0.4),
    38: analogSnare(180, decay: 0.18), 40: analogSnare(245, decay: 0.11),
    39: .shaken(
      NoiseTraits(level: 1.7, decay: 0.014, from: 980, to: 980, damping: 0.3, band: 1),
      then: NoiseTraits(level: 1.4, decay: 0.25, delay: 0.03, from: 1_000, to: 980, damping: 0.35, band: 1),
      bursts: 3, every: 0.01),
    41: analogTom(72, pan: -0.5), 43: analogTom(92, pan: -0.35), 45: analogTom(116, pan: -0.15),
    47: analogTom(146, pan: 0.1), 48: analogTom(180, pan: 0.3), 50: analogTom(226, pan: 0.5),
    42: squares(decay: 0.07, high: 8_500), 44: squares(decay: 0.14, high: 4_600),
    46: squares(decay: 0.6, high: 8_000).with { $0.traits.isHat = true },
    49: squares(decay: 1.9, high: 5_500).with { $0.traits.exclusive = 0 },
    57: squares(decay: 0.9, high: 11_000).with { $0.traits.exclusive = 0 },
    51: squares(decay: 2.4, high: 2_200).with {
      $0.traits.exclusive = 0
      $0.traits.noise.1.level = 0.08
    },
    56: .block(540, [1, 1.48, 3, 4.44, 5, 7.4], decay: 0.32, level: 0.3, click: 0.2),
  ]

  private static func analogKick(_ hertz: Float, decay: Float, bend: Float, bendSeconds: Float) -> Body {
    Body([Mode(ratio: 1, level: 1, decay: decay), Mode(ratio: 2, level: 0.06, decay: decay * 0.4)]) {
      $0.hertz = hertz
      $0.level = 0.95
      $0.hardness = 2_000
      $0.softer = 2
      $0.bend = bend
      $0.bendSeconds = bendSeconds
      $0.variation = 0.04
      $0.noise.0 = NoiseTraits(level: 0.35, decay: 0.006, from: 3_000, to: 2_000, low: 1)
    }
  }

  private static func analogSnare(_ hertz: Float, decay: Float) -> Body {
    Body([Mode(ratio: 1, level: 1, decay: 0.13), Mode(ratio: 1.83, level: 0.7, decay: 0.09)]) {
      $0.hertz = hertz
      $0.level = 0.6
      $0.hardness = 4_000
      $0.softer = 2
      $0.bend = 0.3
      $0.bendSeconds = 0.015
      $0.variation = 0.08
      $0.noise.1 = NoiseTraits(level: 1, decay: decay, from: 3_200, to: 3_000, damping: 1, high: 0.8)
    }
  }

  private static func analogTom(_ hertz: Float, pan: Float) -> Body {
    Body([Mode(ratio: 1, level: 1, decay: 0.5), Mode(ratio: 1.5, level: 0.15, decay: 0.2)]) {
      $0.hertz = hertz
      $0.level = 0.75
      $0.hardness = 2_000
      $0.softer = 2
      $0.bend = 0.7
      $0.bendSeconds = 0.06
      $0.variation = 0.05
      $0.pan = pan
      $0.noise.1 = NoiseTraits(level: 0.08, decay: 0.2, from: 700, to: 500, low: 1)
    }
  }

  /// Six square waves without a common measure, above a high pass.
  private static func squares(decay: Float, high: Float) -> Body {
    let modes = [205.3, 304.4, 369.6, 522.7, 540, 800].flatMap { hertz in
      stride(from: Float(11), through: 25, by: 2).map { odd -> Mode in
        let ratio = Float(hertz) * odd / 1_000
        return Mode(ratio: ratio, level: min(1, ratio * 1_000 / high) * 11 / odd, decay: decay)
      }
    }
    return Body(modes) {
      $0.hertz = 1_000
      $0.level = 0.05
      $0.hardness = 16_000
      $0.softer = 1
      $0.variation = 0.1
      $0.exclusive = Exclusive.hats
      $0.pan = 0.25
      $0.noise.1 = NoiseTraits(level: 0.2, decay: decay, from: high, to: high, high: 1)
    }
  }

  /// Wire brushes: swept and patted skins, and cymbals that they only touch.
  static let brushedDrums: [Int: Body] = {
    var all: [Int: Body] = [
      35: drums[35, default: Body()].with { $0.traits.hardness = 380 },
      36: .membrane(56, decay: 0.35, upper: 0.2, bend: 0.6, level: 0.8, hardness: 450, stick: 0.2),
      38: swept(attack: 0.004, decay: 0.16, bright: 3_400),
      39: swept(attack: 0.05, decay: 0.26, bright: 2_700).with { $0.modes = [] },
      40: swept(attack: 0.09, decay: 0.5, bright: 4_400).with { $0.modes = [] },
    ]
    for key in [41, 43, 45, 47, 48, 50] {
      all[key] = drums[key, default: Body()].with {
        $0.traits.hardness = 480
        $0.traits.level *= 0.7
        $0.traits.noise.0 = NoiseTraits(
          level: 0.6, attack: 0.004, decay: 0.06, from: 2_600, to: 1_800, band: 1)
      }
    }
    for (key, body) in cymbals {
      all[key] = body.with {
        $0.traits.attack = 0.002
        $0.traits.hardness = 6_500
        $0.traits.noise.0 = NoiseTraits(
          level: 0.5, attack: 0.008, decay: 0.06, from: 6_500, to: 5_000, band: 1)
      }
    }
    return all
  }()

  private static func swept(attack: Float, decay: Float, bright: Float) -> Body {
    .membrane(205, decay: 0.12, upper: 0.4, bend: 0.05, level: 0.42, hardness: 900) {
      $0.noise.0 = NoiseTraits(
        level: 1.6 + 60 * attack, attack: attack, decay: decay, from: bright, to: bright * 0.7, sweep: 0.08,
        damping: 0.9,
        band: 1)
    }
  }
}
