import CRealtime

// Plucked strings, and the wood or skin that they move.
extension Body {
  /// A string's modes: what a pluck at a place excites, as a pickup at another place or the bridge hears it.
  ///
  /// - Parameters:
  ///   - pluck: the place, as a part of the length.
  ///   - pickup: the same of the pickup; 0 for the bridge.
  ///   - brightness: how much of the slope of the high modes is left out, 0–1.
  ///   - decay: seconds of the lowest mode.
  ///   - loss: how much faster each higher mode falls.
  static func string(
    count: Int = 40, pluck: Double, pickup: Double, brightness: Double, decay: Double, stiffness: Double,
    loss: Double, _ change: (inout ModalTraits) -> Void
  ) -> Body {
    let modes = (1...count).map { number -> Mode in
      let n = Double(number)
      let place = Double(abs(rt_sinf(Float(.pi * n * pluck))))
      let heard = pickup > 0 ? Double(abs(rt_sinf(Float(.pi * n * pickup)))) : 1
      let slope = rt_exp2(-(1.4 - brightness) * rt_log2(n))
      return Mode(
        ratio: Float(n * (1 + stiffness * n * n / 2)), level: Float((place + 0.03) * heard * slope),
        decay: Float(decay / (1 + loss * n + loss * loss * n * n / 2)))
    }
    return Body(modes) {
      $0.tracking = 0.5
      $0.variation = 0.1
      change(&$0)
    }
  }

  private static func wood(_ level: Float, at hertz: Float, decay: Float) -> NoiseTraits {
    NoiseTraits(level: level, decay: decay, from: hertz, to: hertz, damping: 0.25, band: 1)
  }

  private static func finger(_ level: Float, at hertz: Float) -> NoiseTraits {
    NoiseTraits(level: level, decay: 0.015, from: hertz, to: hertz * 0.5, sweep: 0.01, band: 1)
  }

  static let nylonGuitar = string(
    pluck: 0.17, pickup: 0, brightness: 0, decay: 4, stiffness: 0.00002, loss: 0.16
  ) {
    $0.hardness = 2_000
    $0.release = 0.35
    $0.level = 0.64
    $0.noise = (finger(0.12, at: 2_000), wood(0.6, at: 105, decay: 0.14))
  }

  static let steelGuitar = string(
    pluck: 0.12, pickup: 0, brightness: 0.3, decay: 6, stiffness: 0.00006, loss: 0.06
  ) {
    $0.hardness = 5_000
    $0.release = 0.3
    $0.level = 0.519
    $0.noise = (finger(0.3, at: 5_000), wood(0.35, at: 190, decay: 0.1))
  }

  static let electricGuitar = string(
    pluck: 0.2, pickup: 0.22, brightness: 0.35, decay: 9, stiffness: 0.00004, loss: 0.09
  ) {
    $0.hardness = 2_800
    $0.release = 0.2
    $0.level = 0.539
    $0.noise.0 = finger(0.1, at: 3_000)
  }

  static let harp = string(
    pluck: 0.46, pickup: 0, brightness: -0.2, decay: 5, stiffness: 0.00001, loss: 0.12
  ) {
    $0.hardness = 2_600
    $0.release = 1.8
    $0.level = 0.378
    $0.noise = (finger(0.06, at: 1_500), wood(0.3, at: 220, decay: 0.2))
  }

  static let koto = string(
    pluck: 0.07, pickup: 0, brightness: 0.1, decay: 3, stiffness: 0.00003, loss: 0.1
  ) {
    $0.hardness = 5_000
    $0.release = 1.2
    $0.level = 0.846
    $0.bend = 0.035
    $0.bendSeconds = 0.06
    $0.noise = (finger(0.5, at: 3_000), wood(0.5, at: 330, decay: 0.12))
  }

  static let banjo = string(
    pluck: 0.09, pickup: 0, brightness: 0.55, decay: 1.1, stiffness: 0.00006, loss: 0.05
  ) {
    $0.hardness = 6_000
    $0.release = 0.12
    $0.level = 0.796
    $0.noise = (finger(0.4, at: 3_500), wood(0.6, at: 420, decay: 0.08))
  }

  static let dulcimer = string(
    pluck: 0.14, pickup: 0, brightness: 0.25, decay: 5, stiffness: 0.00008, loss: 0.1
  ) {
    $0.hardness = 7_000
    $0.release = 3
    $0.level = 0.24
    $0.noise = (finger(0.7, at: 2_200), wood(0.4, at: 260, decay: 0.09))
  }

  static let pizzicato = string(
    pluck: 0.28, pickup: 0, brightness: -0.1, decay: 0.9, stiffness: 0.00002, loss: 0.2
  ) {
    $0.hardness = 1_900
    $0.release = 0.2
    $0.level = 1.26
    $0.noise = (finger(0.1, at: 1_300), wood(0.5, at: 280, decay: 0.09))
  }

  static let uprightBass = string(
    pluck: 0.24, pickup: 0, brightness: 0, decay: 2, stiffness: 0.00003, loss: 0.18
  ) {
    $0.hardness = 1_200
    $0.softer = 2
    $0.release = 0.12
    $0.level = 0.666
    $0.noise = (finger(0.2, at: 1_400), wood(0.5, at: 98, decay: 0.12))
  }

  /// A curved bridge touches the string again and again, which feeds the high modes.
  static let sitar = string(
    count: 48, pluck: 0.09, pickup: 0, brightness: 1.1, decay: 4.5, stiffness: 0, loss: 0.04
  ) {
    $0.hardness = 5_500
    $0.release = 1.5
    $0.level = 0.224
    $0.bend = 0.02
    $0.bendSeconds = 0.05
    $0.noise = (finger(0.5, at: 3_000), wood(0.4, at: 180, decay: 0.15))
  }
}
