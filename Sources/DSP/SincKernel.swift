import CRealtime
import Glibc

/// The weights by which sixteen samples around a place make the value there: a sinc under Kaiser's window.
///
/// Between two samples it passes everything below 0.37 of their rate to a tenth of a decibel; on a sample it
/// is that sample and nothing else. Owns the memory that `SincWeights` points to.
public final class SincKernel: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let memory: UnsafeMutablePointer<Lanes>

  public init() {
    let rows = SincWeights.rowCount + 1
    memory = .allocate(capacity: 2 * rows)
    for row in 0..<rows {
      let fraction = Double(row) / Double(SincWeights.rowCount)
      let raw = (0..<SincWeights.tapCount).map { Self.weight(at: fraction + 7 - Double($0)) }
      let total = raw.reduce(0, +)
      let weights = raw.map { $0 / total }
      (memory + 2 * row).initialize(to: Self.lanes(weights[..<8]))
      (memory + 2 * row + 1).initialize(to: Self.lanes(weights[8...]))
    }
  }

  deinit { memory.deallocate() }

  /// Must not outlive this object.
  public var weights: SincWeights { SincWeights(rows: memory) }

  private static func lanes(_ weights: ArraySlice<Double>) -> Lanes { Lanes(weights.map(Float.init)) }

  /// sin(πx)/πx under the window with β = 8, −80 dB beside the pass band.
  private static func weight(at x: Double) -> Double {
    let half = Double(SincWeights.tapCount / 2)
    if x == 0 { return 1 }
    guard abs(x) < half, x != x.rounded() else { return 0 }
    let across = x / half
    return sin(.pi * x) / (.pi * x) * bessel(8 * (1 - across * across).squareRoot()) / bessel(8)
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

/// The working end of a `SincKernel`.
public struct SincWeights: BitwiseCopyable {
  @usableFromInline let rows: UnsafeMutablePointer<Lanes>

  @inlinable public static var tapCount: Int { @_noLocks get { 16 } }
  /// Places between two samples; between the places the weights lie on straight lines.
  @inlinable public static var rowCount: Int { @_noLocks get { 512 } }
  /// Samples before and after a place that have to be there.
  @inlinable public static var reach: Int { @_noLocks get { 8 } }

  init(rows: UnsafeMutablePointer<Lanes>) { self.rows = rows }

  /// The weights at a fraction of the way to the next sample, in 2⁻³². [audio-thread]
  @_noLocks @inlinable @inline(__always) public func at(_ fraction: UInt32) -> (before: Lanes, after: Lanes) {
    let row = rows + 2 * Int(fraction >> 23)
    let rest = Float(Int32(bitPattern: fraction & 0x7F_FFFF)) * (1 / 8_388_608)
    return (row[0] + (row[2] - row[0]) * rest, row[1] + (row[3] - row[1]) * rest)
  }

  /// The value a fraction after `sample`, which has `reach` samples on either side. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public func value(after sample: UnsafePointer<Float>, _ weights: (before: Lanes, after: Lanes)) -> Float {
    let first = sample - (Self.reach - 1)
    return (rt_load_lanes(first) * weights.before + rt_load_lanes(first + 8) * weights.after).total
  }
}
