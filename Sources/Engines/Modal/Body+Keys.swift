// Keyboards with a pickup: the hammer's strength decides how far the motion leaves the straight part of the field.
extension Body {
  /// A tine that is tuned by a bar, before a magnet. Its second mode is the bell of the attack.
  static let tinePiano = Body([
    Mode(ratio: 1, level: 1, decay: 6), Mode(ratio: 1.002, level: 0.12, decay: 9),
    Mode(ratio: 7.1, level: 0.17, decay: 0.5), Mode(ratio: 20.8, level: 0.06, decay: 0.12),
  ]) {
    $0.hardness = 4_200
    $0.softer = 3.4
    $0.tracking = 0.5
    $0.release = 0.22
    $0.level = 0.748
    $0.pickup = .magnetic
    $0.reach = 0.95
    $0.offset = 0.42
    $0.variation = 0.02
    $0.noise.0 = NoiseTraits(level: 0.05, decay: 0.03, from: 1_500, to: 600, sweep: 0.01, low: 1)
  }

  /// A reed in an electric field.
  static let reedPiano = Body([
    Mode(ratio: 1, level: 1, decay: 3.2), Mode(ratio: 6.27, level: 0.06, decay: 0.25),
    Mode(ratio: 1.004, level: 0.1, decay: 1.5), Mode(ratio: 17.5, level: 0.03, decay: 0.06),
  ]) {
    $0.hardness = 3_600
    $0.softer = 3.2
    $0.tracking = 0.6
    $0.release = 0.16
    $0.level = 0.498
    $0.pickup = .electrostatic
    $0.reach = 0.82
    $0.variation = 0.02
    $0.noise.0 = NoiseTraits(level: 0.08, decay: 0.04, from: 2_000, to: 500, sweep: 0.01, low: 1)
  }

  /// A string pressed against an anvil before two pickups. Yarn damps it as soon as the key rises.
  static let clavinet = string(
    count: 48, pluck: 0.5, pickup: 0.14, brightness: 0.35, decay: 3.5, stiffness: 0.0002, loss: 0.05
  ) {
    $0.hardness = 4_500
    $0.softer = 3.6
    $0.release = 0.09
    $0.level = 0.713
    $0.noise.0 = NoiseTraits(level: 0.25, decay: 0.02, from: 5_000, to: 1_800, sweep: 0.01, band: 1)
  }

  /// Quills leave the string with the same force however the key is struck; a little remains, so that touch is heard.
  static let harpsichord = string(
    count: 48, pluck: 0.11, pickup: 0, brightness: 0.15, decay: 4, stiffness: 0.00005, loss: 0.02
  ) {
    $0.hardness = 14_000
    $0.softer = 1
    $0.release = 0.15
    $0.level = 0.62
    $0.noise.0 = NoiseTraits(level: 0.25, decay: 0.015, from: 7_000, to: 4_000, sweep: 0.01, high: 1)
  }

  /// Nine tone wheels and two percussions.
  static let organ = Body(
    [0.5, 1.498, 1, 2, 2.997, 4, 5.04, 5.994].map { Mode(ratio: $0, level: 1, decay: .infinity) }
      + [
        Mode(ratio: 8, level: 1, decay: .infinity), Mode(ratio: 2, level: 1, decay: 0.5),
        Mode(ratio: 2.997, level: 1, decay: 0.5),
      ]
  ) {
    $0.isOrgan = true
    $0.level = 0.0779
    $0.attack = 0.003
    $0.release = 0.08
    $0.noise.0 = NoiseTraits(level: 0.5, decay: 0.012, from: 3_500, to: 2_000, sweep: 0.01, band: 1)
  }
}
