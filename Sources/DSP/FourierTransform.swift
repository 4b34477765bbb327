import Glibc

/// The discrete Fourier transform of complex numbers, in place: Cooley and Tukey 1965.
public enum FourierTransform {
  /// From frequencies to times, without the division by the length.
  ///
  /// - Precondition: both arrays have the same length, a power of two.
  public static func toTimes(_ real: inout [Double], _ imaginary: inout [Double]) {
    let length = real.count
    precondition(length == imaginary.count && length.nonzeroBitCount == 1)
    let turns = (0..<length / 2).map { 2 * Double.pi * Double($0) / Double(length) }
    let (cosines, sines) = (turns.map { cos($0) }, turns.map { sin($0) })
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    reorder(&re, &im)
    var half = 1
    while half < length {
      combine(&re, &im, half, cosines, sines)
      half *= 2
    }
  }

  /// From times to frequencies.
  public static func toFrequencies(_ real: inout [Double], _ imaginary: inout [Double]) {
    // Exchanging real and imaginary parts inverts the transform.
    toTimes(&imaginary, &real)
  }

  /// Combines pairs of transforms of the length `half`.
  private static func combine(
    _ re: inout MutableSpan<Double>, _ im: inout MutableSpan<Double>, _ half: Int, _ cosines: [Double],
    _ sines: [Double]
  ) {
    let stride = re.count / half / 2
    for start in Swift.stride(from: 0, to: re.count, by: 2 * half) {
      for offset in 0..<half {
        let (low, high) = (start + offset, start + offset + half)
        let (c, s) = (cosines[offset * stride], sines[offset * stride])
        let (x, y) = (re[high] * c - im[high] * s, re[high] * s + im[high] * c)
        (re[high], im[high]) = (re[low] - x, im[low] - y)
        (re[low], im[low]) = (re[low] + x, im[low] + y)
      }
    }
  }

  /// Swaps each value with the one at the bit-reversed index. `mirrored` counts in reversed bits, from the highest
  /// bit down.
  private static func reorder(_ re: inout MutableSpan<Double>, _ im: inout MutableSpan<Double>) {
    var mirrored = 0
    for index in re.indices {
      if mirrored > index {
        re.swapAt(index, mirrored)
        im.swapAt(index, mirrored)
      }
      var bit = re.count / 2
      while mirrored & bit != 0 {
        mirrored ^= bit
        bit /= 2
      }
      mirrored |= bit
    }
  }
}
