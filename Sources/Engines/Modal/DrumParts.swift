// What drums are made of.
extension Body {
  /// The modes of an ideal skin, as multiples of the lowest.
  private static let skin: [Float] = [1, 1.593, 2.135, 2.295, 2.653, 2.917, 3.155, 3.5]

  /// A skin that is struck: its pitch falls from where the stroke stretches it.
  ///
  /// - Parameter upper: how loud the upper modes are beside the lowest.
  static func membrane(
    _ hertz: Float, decay: Float, upper: Float = 0.4, bend: Float = 0.5, bendSeconds: Float = 0.03,
    level: Float = 0.5, hardness: Float = 900, stick: Float = 0.3, pan: Float = 0,
    _ change: (inout ModalTraits) -> Void = { _ in }
  ) -> Body {
    let modes = skin.enumerated().map { index, ratio in
      Mode(
        ratio: ratio, level: index == 0 ? 1 : upper / (1 + 0.3 * Float(index)),
        decay: index == 0 ? decay : decay * 0.45 / (1 + 0.25 * Float(index)))
    }
    return Body(modes) {
      $0.hertz = hertz
      $0.level = level
      $0.hardness = hardness
      $0.bend = bend
      $0.bendSeconds = bendSeconds
      $0.variation = 0.3
      $0.pan = pan
      $0.noise.0 = NoiseTraits(level: stick, decay: 0.02, from: 4_000, to: 1_200, sweep: 0.008, low: 1)
      change(&$0)
    }
  }

  /// Sheet metal: many modes without a common measure, spread evenly in pitch.
  ///
  /// - Parameters:
  ///   - seed: another seed is another cymbal.
  ///   - range: hertz of the lowest and the highest mode.
  ///   - decay: seconds of the lowest mode; the highest falls as `highDecay`.
  ///   - tilt: how much louder the high modes are, in octaves of level for each octave of pitch.
  static func metal(
    seed: UInt32, count: Int = 48, range: ClosedRange<Float>, decay: Float, highDecay: Float, tilt: Float = 0,
    level: Float = 0.04, pan: Float = 0, _ change: (inout ModalTraits) -> Void = { _ in }
  ) -> Body {
    var state = seed &* 2_654_435_769 | 1
    let octaves = Octaves.of(range.upperBound / range.lowerBound)
    let modes = (0..<count).map { index -> Mode in
      state = state &* 1_664_525 &+ 1_013_904_223
      let chance = Float(state >> 8) / 16_777_216
      let place = (Float(index) + chance) / Float(count)
      state = state &* 1_664_525 &+ 1_013_904_223
      let loudness = 0.35 + 0.65 * Float(state >> 8) / 16_777_216
      return Mode(
        ratio: Octaves.ratio(place * octaves), level: loudness * Octaves.ratio(tilt * place * octaves),
        decay: decay * Octaves.ratio(place * Octaves.of(highDecay / decay)))
    }
    return Body(modes) {
      $0.hertz = range.lowerBound
      $0.level = level
      $0.hardness = 14_000
      $0.softer = 2.5
      $0.variation = 0.7
      $0.pan = pan
      change(&$0)
    }
  }

  /// Wood, a shell or a cup: few modes, near to each other's multiples.
  static func block(
    _ hertz: Float, _ ratios: [Float], decay: Float, level: Float = 0.4, click: Float = 0.3, pan: Float = 0,
    _ change: (inout ModalTraits) -> Void = { _ in }
  ) -> Body {
    let modes = ratios.enumerated().map { index, ratio in
      Mode(ratio: ratio, level: 1 / (1 + 0.6 * Float(index)), decay: decay / (1 + 0.5 * Float(index)))
    }
    return Body(modes) {
      $0.hertz = hertz
      $0.level = level
      $0.hardness = 6_000
      $0.softer = 2
      $0.variation = 0.25
      $0.pan = pan
      $0.noise.0 = NoiseTraits(
        level: click, decay: 0.008, from: hertz * 3, to: hertz * 2, sweep: 0.005, band: 1)
      change(&$0)
    }
  }

  /// Noise alone.
  static func shaken(
    _ noise: NoiseTraits, then tail: NoiseTraits = NoiseTraits(), level: Float = 1, bursts: Int = 1,
    every seconds: Float = 0.01, pan: Float = 0, _ change: (inout ModalTraits) -> Void = { _ in }
  ) -> Body {
    Body([]) {
      $0.hertz = 440
      $0.level = level
      $0.noise = (noise, tail)
      $0.bursts = bursts
      $0.burstSeconds = seconds
      $0.softer = 2
      $0.variation = 0.5
      $0.pan = pan
      change(&$0)
    }
  }
}
