import CRealtime
import Glibc

/// One cycle of each waveform at many bandwidths, so that none ever plays a harmonic that would fold
/// down into hearing.
///
/// Levels are half an octave apart: level L holds 512 / 2^(L/2) harmonics. Owns the memory that `WaveTable`
/// points to.
public final class WaveTables: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let memory: UnsafeMutablePointer<Float>
  private static let waveSize = WaveTable.levelCount * WaveTable.stride

  public init() {
    let size = Waveform.allCases.count * Self.waveSize
    memory = .allocate(capacity: size)
    memory.initialize(repeating: 0, count: size)
    let sine = Self.sineCycle()
    for waveform in Waveform.allCases where waveform.source == waveform {
      Self.fill(memory + waveform.index * Self.waveSize, with: waveform, sine: sine)
    }
  }

  deinit { memory.deallocate() }

  /// Must not outlive this object.
  public func table(of waveform: Waveform) -> WaveTable {
    WaveTable(samples: UnsafePointer(memory + waveform.source.index * Self.waveSize))
  }

  static func harmonicCount(atLevel level: Int) -> Int {
    Int(512 * rt_exp2(-0.5 * Double(level)) + 1e-6)
  }

  private static func sineCycle() -> [Double] {
    (0..<WaveTable.length).map { sin(2 * .pi * Double($0) / Double(WaveTable.length)) }
  }

  /// From the dullest level to the brightest, adding the harmonics between.
  private static func fill(
    _ levels: UnsafeMutablePointer<Float>, with waveform: Waveform, sine: [Double]
  ) {
    var cycle = [Double](repeating: 0, count: WaveTable.length)
    var done = 0
    for level in (0..<WaveTable.levelCount).reversed() {
      let count = harmonicCount(atLevel: level)
      while done < count {
        done += 1
        add(harmonic: done, amplitude: waveform.amplitude(ofHarmonic: done), of: sine, to: &cycle)
      }
      let samples = levels + level * WaveTable.stride
      for index in 0...WaveTable.length { samples[index] = Float(cycle[index & (WaveTable.length - 1)]) }
    }
  }

  private static func add(harmonic: Int, amplitude: Double, of sine: [Double], to cycle: inout [Double]) {
    // What is below −120 dB is not worth the wait.
    guard abs(amplitude) > 1e-6 else { return }
    for index in 0..<WaveTable.length {
      cycle[index] += amplitude * sine[(index &* harmonic) & (WaveTable.length - 1)]
    }
  }
}

/// A waveform's cycles, all bandwidths in a row.
public struct WaveTable: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is never written once this exists.
  @usableFromInline let samples: UnsafePointer<Float>

  /// Samples a cycle.
  @inlinable public static var length: Int { @_noLocks get { 4096 } }
  @inlinable public static var levelCount: Int { @_noLocks get { 19 } }
  /// Distance between levels; more than the length, for the sample after the last one.
  @inlinable public static var stride: Int { @_noLocks get { 4112 } }
}
