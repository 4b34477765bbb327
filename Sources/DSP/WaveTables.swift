import CRealtime
import Glibc
import SpinetRealtime

/// One cycle of each waveform at many bandwidths, so that no harmonic aliases into the audible range. Owns
/// the memory that each `WaveTable` points to.
public final class WaveTables: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let cells: FixedBuffer<UInt32>
  private let slopes: FixedBuffer<Float>
  private let layoutMemory: FixedBuffer<UInt32>
  let layout: WaveTableLayout

  /// Computes every table but the drawn one.
  public init() {
    layoutMemory = WaveTableLayout.makeMemory()
    layout = WaveTableLayout(layoutMemory)
    // The last waveform is the user's, which is not filled here.
    let waves = Waveform.allCases.count - 1
    cells = FixedBuffer(repeating: 0, count: waves * layout.cellCount)
    slopes = FixedBuffer(repeating: 0, count: waves * WaveTableLayout.levelCount)
    for level in 0..<WaveTableLayout.levelCount {
      let transform = FourierTransform(length: layout.length(at: level))
      for waveform in Waveform.allCases where waveform.source == waveform && waveform != .user {
        fill(waveform, level, transform)
      }
    }
  }

  /// The table of any waveform but the user's. Must not outlive this object.
  public func table(of waveform: Waveform) -> WaveTable {
    let row = waveform.source.index
    return WaveTable(
      cells: UnsafePointer(cells.start + row * layout.cellCount),
      slopes: UnsafePointer(slopes.start + row * WaveTableLayout.levelCount), layout: layout)
  }

  private func fill(_ waveform: Waveform, _ level: Int, _ transform: FourierTransform) {
    let cycle = WaveCycle(waveform, harmonics: WaveTableLayout.harmonicCount(ofLevel: level), transform)
    let steepest = Float(cycle.slopes.map(abs).max() ?? 0)
    let words = cells.start + waveform.index * layout.cellCount + layout.offset(ofLevel: level)
    let toSteps = steepest > 0 ? Double(WaveCell.steepest / steepest) : 0
    for first in stride(from: 0, to: cycle.heights.count, by: 8) {
      var heights = Lanes.zero
      var slopes = Lanes.zero
      for lane in 0..<8 {
        heights[lane] = Float(cycle.heights[first + lane] / Double(WaveTable.unit))
        slopes[lane] = Float(cycle.slopes[first + lane] * toSteps)
      }
      let packed = WaveCell.pack(heights: heights, slopes: slopes)
      for lane in 0..<8 { words[first + lane] = packed[lane] }
    }
    slopes[waveform.index * WaveTableLayout.levelCount + level] = WaveCell.scale(
      steepest: steepest, shift: layout.shifts[level])
  }
}

/// One cycle of a sum of sines as least-squares line segments, each with the height of its middle and its
/// slope.
struct WaveCycle {
  private(set) var heights: [Double]
  private(set) var slopes: [Double]

  /// - Parameter transform: as long as there are segments: more than twice the harmonics.
  init(_ waveform: Waveform, harmonics: Int, _ transform: FourierTransform) {
    heights = [Double](repeating: 0, count: transform.length)
    slopes = [Double](repeating: 0, count: transform.length)
    for harmonic in 1...harmonics {
      let amplitude = waveform.amplitude(ofHarmonic: harmonic)
      if amplitude != 0 { add(harmonic: harmonic, amplitude: amplitude) }
    }
    transform.toTimes(&heights, &slopes)
  }

  /// Adds a harmonic to the spectrum of heights + i·slopes. The heights are sines and the slopes cosines, both half
  /// a segment late.
  private mutating func add(harmonic: Int, amplitude: Double) {
    let length = heights.count
    let turn = 2 * Double.pi * Double(harmonic) / Double(length)
    let (s, c) = (sin(turn / 2), cos(turn / 2))
    let height = amplitude * 2 * s / turn
    let slope = amplitude * 12 * (2 * s / (turn * turn) - c / turn)
    let (lower, upper) = ((slope - height) / 2, (slope + height) / 2)
    heights[harmonic] = -s * lower
    slopes[harmonic] = c * lower
    heights[length - harmonic] = s * upper
    slopes[length - harmonic] = c * upper
  }
}
