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
    FourierTransform.toTimes(&heights, &rises)
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
}
