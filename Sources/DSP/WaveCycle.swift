import Glibc

/// One cycle of a sum of sines as straight lines of least squares, each with the height of its middle and its rise.
struct WaveCycle {
  private(set) var heights: [Double]
  private(set) var rises: [Double]

  /// - Parameter length: how many lines; a power of two, more than twice the harmonics.
  init(_ waveform: Waveform, harmonics: Int, length: Int) {
    heights = [Double](repeating: 0, count: length)
    rises = [Double](repeating: 0, count: length)
    for harmonic in 1...harmonics {
      let amplitude = waveform.amplitude(ofHarmonic: harmonic)
      if amplitude != 0 { place(harmonic, amplitude) }
    }
    transform()
  }

  /// The spectrum of heights + i·rises, whose heights are sines and whose rises are cosines, half a line late.
  private mutating func place(_ harmonic: Int, _ amplitude: Double) {
    let length = heights.count
    let turn = 2 * Double.pi * Double(harmonic) / Double(length)
    let (s, c) = (sin(turn / 2), cos(turn / 2))
    let height = amplitude * 2 * s / turn
    let rise = amplitude * 12 * (2 * s / (turn * turn) - c / turn)
    let (lower, upper) = ((rise - height) / 2, (rise + height) / 2)
    heights[harmonic] = -s * lower
    rises[harmonic] = c * lower
    heights[length - harmonic] = s * upper
    rises[length - harmonic] = c * upper
  }

  /// The inverse transform of Cooley and Tukey, in place.
  private mutating func transform() {
    let length = heights.count
    let turns = (0..<length / 2).map { 2 * Double.pi * Double($0) / Double(length) }
    let (cosines, sines) = (turns.map { cos($0) }, turns.map { sin($0) })
    reorder()
    heights.withUnsafeMutableBufferPointer { re in
      rises.withUnsafeMutableBufferPointer { im in
        var half = 1
        while half < length {
          for start in stride(from: 0, to: length, by: 2 * half) {
            for offset in 0..<half {
              let (low, high) = (start + offset, start + offset + half)
              let (c, s) = (cosines[offset * (length / half / 2)], sines[offset * (length / half / 2)])
              let (x, y) = (re[high] * c - im[high] * s, re[high] * s + im[high] * c)
              (re[high], im[high]) = (re[low] - x, im[low] - y)
              (re[low], im[low]) = (re[low] + x, im[low] + y)
            }
          }
          half *= 2
        }
      }
    }
  }

  private mutating func reorder() {
    let unused = UInt64(heights.count.leadingZeroBitCount + 1)
    for index in heights.indices {
      let mirrored = Int(UInt64(index).bitReversed >> unused)
      if mirrored > index {
        heights.swapAt(index, mirrored)
        rises.swapAt(index, mirrored)
      }
    }
  }
}

extension UInt64 {
  fileprivate var bitReversed: UInt64 {
    var (rest, reversed) = (self, UInt64(0))
    for _ in 0..<64 {
      reversed = reversed << 1 | rest & 1
      rest >>= 1
    }
    return reversed
  }
}
