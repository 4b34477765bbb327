import CRealtime
import Glibc

/// One cycle of each waveform at many bandwidths, so that none ever plays a harmonic that would fold
/// down into hearing. Owns the memory that each `WaveTable` points to.
public final class WaveTables: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let cells: UnsafeMutablePointer<UInt32>
  private let rises: UnsafeMutablePointer<Float>
  let layout = WaveLayout()

  public init() {
    // The last one is nobody's to fill here.
    let waves = Waveform.allCases.count - 1
    cells = .allocate(capacity: waves * layout.cellCount)
    rises = .allocate(capacity: waves * WaveLayout.levelCount)
    rises.initialize(repeating: 0, count: waves * WaveLayout.levelCount)
    for waveform in Waveform.allCases where waveform.source == waveform && waveform != .user {
      for level in 0..<WaveLayout.levelCount { fill(waveform, level) }
    }
  }

  deinit {
    cells.deallocate()
    rises.deallocate()
    layout.deallocate()
  }

  /// Of any waveform but the user's. Must not outlive this object.
  public func table(of waveform: Waveform) -> WaveTable {
    let place = waveform.source.index
    return WaveTable(
      cells: UnsafePointer(cells + place * layout.cellCount),
      rises: UnsafePointer(rises + place * WaveLayout.levelCount), layout: layout)
  }

  private func fill(_ waveform: Waveform, _ level: Int) {
    let cycle = WaveCycle(
      waveform, harmonics: WaveLayout.harmonicCount(ofLevel: level), length: layout.length(at: level))
    let steepest = Float(cycle.rises.map(abs).max() ?? 0)
    let words = cells + waveform.index * layout.cellCount + layout.offset(ofLevel: level)
    let toSteps = steepest > 0 ? Double(WaveCell.steepest / steepest) : 0
    for first in stride(from: 0, to: cycle.heights.count, by: 8) {
      var heights = Lanes.zero
      var rises = Lanes.zero
      for lane in 0..<8 {
        heights[lane] = Float(cycle.heights[first + lane] / Double(WaveTable.unit))
        rises[lane] = Float(cycle.rises[first + lane] * toSteps)
      }
      let packed = WaveCell.pack(heights: heights, rises: rises)
      for lane in 0..<8 { (words + first + lane).initialize(to: packed[lane]) }
    }
    rises[waveform.index * WaveLayout.levelCount + level] = WaveCell.scale(
      steepest: steepest, shift: layout.shifts[level])
  }
}
