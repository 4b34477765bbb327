import Glibc

/// The discrete Fourier transform of complex numbers, in place: Cooley and Tukey 1965.
///
/// The cosines and sines cost as much as a transform, so transforms of one length share them.
public struct FourierTransform {
  /// The number of values: a power of two.
  public let length: Int
  /// Those of the pairs of transforms of the length `half` are at `half..<2 * half`.
  private let cosines: [Double]
  private let sines: [Double]

  /// - Precondition: the length is a power of two.
  public init(length: Int) {
    precondition(length.nonzeroBitCount == 1)
    self.length = length
    cosines = Self.table(length, cos)
    sines = Self.table(length, sin)
  }

  private static func table(_ length: Int, _ function: (Double) -> Double) -> [Double] {
    let half = length / 2
    var table = [Double](repeating: function(0), count: length)
    for turn in 0..<half { table[half + turn] = function(2 * Double.pi * Double(turn) / Double(length)) }
    for entry in stride(from: half - 1, to: 0, by: -1) { table[entry] = table[2 * entry] }
    return table
  }

  /// From frequencies to times, without the division by the length.
  ///
  /// - Precondition: both arrays have the length of the transform.
  public func toTimes(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == length && imaginary.count == length)
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    Self.reorder(&re, &im)
    var half = 1
    while half < length {
      combine(&re, &im, half)
      half *= 2
    }
  }

  /// From times to frequencies.
  public func toFrequencies(_ real: inout [Double], _ imaginary: inout [Double]) {
    // Exchanging real and imaginary parts inverts the transform.
    toTimes(&imaginary, &real)
  }

  /// Combines pairs of transforms of the length `half`.
  private func combine(_ re: inout MutableSpan<Double>, _ im: inout MutableSpan<Double>, _ half: Int) {
    let (cosines, sines) = (cosines.span, sines.span)
    for start in stride(from: 0, to: length, by: 2 * half) {
      for offset in 0..<half {
        let (low, high) = (start + offset, start + offset + half)
        let (c, s) = (cosines[half + offset], sines[half + offset])
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
