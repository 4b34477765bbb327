import Foundation

/// The loudness of a stereo sound as broadcasters measure it: ITU-R BS.1770, gated as EBU R 128 says.
public enum Loudness {
  /// In LUFS; −infinity for silence.
  ///
  /// - Parameter framesPerSecond: 48,000, for which the filters are given.
  public static func integrated(_ left: [Float], _ right: [Float], framesPerSecond: Int = 48_000) -> Double {
    let (one, two) = (weighted(left), weighted(right))
    let (block, hop) = (framesPerSecond * 2 / 5, framesPerSecond / 10)
    let powers = stride(from: 0, through: max(0, one.count - block), by: hop).map { start -> Double in
      let span = start..<min(start + block, one.count)
      return (one[span].reduce(0) { $0 + $1 * $1 } + two[span].reduce(0) { $0 + $1 * $1 }) / Double(block)
    }
    let heard = powers.filter { lufs($0) > -70 }
    guard !heard.isEmpty else { return -.infinity }
    let gate = lufs(heard.reduce(0, +) / Double(heard.count)) - 10
    let loud = heard.filter { lufs($0) > gate }
    return lufs(loud.reduce(0, +) / Double(loud.count))
  }

  private static func lufs(_ power: Double) -> Double { -0.691 + 10 * log10(power) }

  /// The head's shelf, then the low cut.
  private static func weighted(_ samples: [Float]) -> [Double] {
    let shelf = filtered(
      samples.map(Double.init), b: (1.53512485958697, -2.69169618940638, 1.19839281085285),
      a: (-1.69065929318241, 0.73248077421585))
    return filtered(shelf, b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))
  }

  private static func filtered(
    _ samples: [Double], b: (Double, Double, Double), a: (Double, Double)
  ) -> [Double] {
    var (one, two) = (0.0, 0.0)
    return samples.map { sample in
      let output = b.0 * sample + one
      one = b.1 * sample - a.0 * output + two
      two = b.2 * sample - a.1 * output
      return output
    }
  }
}
