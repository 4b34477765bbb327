/// The window that keeps most of its energy together for a given length (Kaiser, "Nonrecursive digital filter
/// design using the I₀-sinh window function", 1974).
public enum KaiserWindow {
  /// - Parameters:
  ///   - place: −1 to 1 across the window.
  ///   - beta: the higher, the lower the side lobes and the wider the main one: 8 for −80 dB.
  public static func weight(at place: Double, beta: Double) -> Double {
    guard abs(place) <= 1 else { return 0 }
    return bessel(beta * (1 - place * place).squareRoot()) / bessel(beta)
  }

  /// I₀ by its power series, to a rounding below 20.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for index in 1...50 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }
}
