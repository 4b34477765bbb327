import Glibc

/// One cycle of a wave that fingers draw, scaled for a picture so that its peak is 1 or −1.
public enum DrawnCycle {
  /// A point on a pad between four shapes, x to the right and y upwards: saw (0, 0), square (1, 0), sine (0, 1) and
  /// triangle (1, 1).
  public static func pad(x: Double, y: Double, points: Int) -> [Double] {
    normalised(
      cycle(points) { turn in
        let low = mix(saw(turn), square(turn), x)
        let high = mix(sin(2 * .pi * turn), triangle(turn), x)
        return mix(low, high, y)
      })
  }

  /// The sum of harmonics, from the fundamental on. The amplitude of each is the square of its bar.
  public static func harmonics(_ bars: [Double], points: Int) -> [Double] {
    normalised(
      cycle(points) { turn in
        bars.enumerated().reduce(0) { sum, bar in
          sum + bar.element * bar.element * sin(2 * .pi * turn * Double(bar.offset + 1))
        }
      })
  }

  private static func cycle(_ points: Int, _ height: (Double) -> Double) -> [Double] {
    (0..<max(0, points)).map { height((Double($0) + 0.5) / Double(points)) }
  }

  private static func saw(_ turn: Double) -> Double { 1 - 2 * turn }
  private static func square(_ turn: Double) -> Double { turn < 0.5 ? 1 : -1 }
  private static func triangle(_ turn: Double) -> Double {
    turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
  }

  private static func mix(_ one: Double, _ other: Double, _ share: Double) -> Double {
    one + (other - one) * min(max(share, 0), 1)
  }

  private static func normalised(_ points: [Double]) -> [Double] {
    let highest = points.reduce(0) { max($0, abs($1)) }
    return highest > 1e-9 ? points.map { $0 / highest } : points
  }
}
