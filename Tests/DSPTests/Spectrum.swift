import Foundation

/// Magnitudes of a real signal whose length is a power of two, under a Blackman–Harris window, so
/// that a line leaks no more than −92 dB beyond four bins.
struct Spectrum {
  let magnitudes: [Double]

  init(_ samples: [Double]) {
    let count = samples.count
    var real = samples.enumerated().map { $1 * Self.window($0, count) }
    var imaginary = [Double](repeating: 0, count: count)
    Self.transform(&real, &imaginary)
    magnitudes = (0..<count / 2).map { hypot(real[$0], imaginary[$0]) }
  }

  /// Decibels of the greatest line in `bins` that is not near a multiple of `fundamental`, against it.
  func greatestStranger(in bins: Range<Int>, fundamental: Int) -> Double {
    let strangers = bins.filter { bin in
      let distance = bin % fundamental
      return min(distance, fundamental - distance) > 6
    }
    let greatest = strangers.map { magnitudes[$0] }.max() ?? 0
    return 20 * log10(greatest / magnitudes[fundamental])
  }

  private static func window(_ index: Int, _ count: Int) -> Double {
    let turn = 2 * Double.pi * Double(index) / Double(count)
    return 0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
  }

  /// Cooley and Tukey's, in place.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    reorder(&real)
    let count = real.count
    var half = 1
    while half < count {
      for offset in 0..<half {
        let angle = -Double.pi * Double(offset) / Double(half)
        let (c, s) = (cos(angle), sin(angle))
        for low in stride(from: offset, to: count, by: 2 * half) {
          let high = low + half
          let re = real[high] * c - imaginary[high] * s
          let im = real[high] * s + imaginary[high] * c
          (real[high], imaginary[high]) = (real[low] - re, imaginary[low] - im)
          (real[low], imaginary[low]) = (real[low] + re, imaginary[low] + im)
        }
      }
      half *= 2
    }
  }

  private static func reorder(_ values: inout [Double]) {
    let bits = values.count.trailingZeroBitCount
    for index in values.indices {
      var swapped = 0
      for bit in 0..<bits where index >> bit & 1 == 1 { swapped |= 1 << (bits - 1 - bit) }
      if swapped > index { values.swapAt(index, swapped) }
    }
  }
}
