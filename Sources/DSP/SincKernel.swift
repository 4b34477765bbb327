import CRealtime
import Glibc
import SpinetRealtime

/// The weights of sixteen samples for the value at a position between them: a sinc under Kaiser's window.
///
/// Between two samples it is flat to a tenth of a decibel below 0.37 of the sample rate. On a sample it
/// returns that sample exactly. Owns the memory that `SincWeights` points to.
public final class SincKernel: @unchecked Sendable {
  // Sendable because nothing is written after init.
  private let memory: FixedBuffer<Lanes>

  /// Computes the weights.
  public init() {
    memory = FixedBuffer(repeating: .zero, count: 4 * SincWeights.rowCount)
    for row in 0..<SincWeights.rowCount {
      let (now, next) = (Self.row(row), Self.row(row + 1))
      memory[4 * row] = now.before
      memory[4 * row + 1] = now.after
      memory[4 * row + 2] = next.before - now.before
      memory[4 * row + 3] = next.after - now.after
    }
  }

  private static func row(_ row: Int) -> (before: Lanes, after: Lanes) {
    let fraction = Double(row) / Double(SincWeights.rowCount)
    let raw = (0..<SincWeights.tapCount).map { weight(at: fraction + 7 - Double($0)) }
    let total = raw.reduce(0, +)
    let weights = raw.map { $0 / total }
    return (lanes(weights[..<8]), lanes(weights[8...]))
  }

  /// Must not outlive this object.
  public var weights: SincWeights { SincWeights(rows: memory.start) }

  private static func lanes(_ weights: ArraySlice<Double>) -> Lanes { Lanes(weights.map(Float.init)) }

  /// sin(πx)/πx under the window with β = 8, which gives −80 dB in the stop band.
  private static func weight(at x: Double) -> Double {
    let half = Double(SincWeights.tapCount / 2)
    if x == 0 { return 1 }
    guard abs(x) < half, x != x.rounded() else { return 0 }
    return sin(.pi * x) / (.pi * x) * KaiserWindow.weight(at: x / half, beta: 8)
  }
}

/// Looks up the weights of a `SincKernel`, which must outlive it.
public struct SincWeights: BitwiseCopyable {
  /// For each row the weights, and by how much those of the next row are higher.
  @usableFromInline let rows: UnsafeMutablePointer<Lanes>

  @inlinable public static var tapCount: Int { @_noLocks get { 16 } }
  /// Positions between two samples. Weights between them are interpolated linearly, which is exact to −88 dB and more. All
  /// rows together fit a processor's nearest memory.
  @inlinable public static var rowCount: Int { @_noLocks get { 128 } }
  /// Samples needed before and after a position.
  @inlinable public static var reach: Int { @_noLocks get { 8 } }

  /// The row of a fraction in 2⁻³².
  @_noLocks @_transparent @usableFromInline
  func row(_ fraction: UInt32) -> UnsafeMutablePointer<Lanes> { rows + 4 * Int(fraction >> 25) }

  /// How far a fraction in 2⁻³² is on its way to the next row.
  @_noLocks @_transparent @usableFromInline
  func rest(_ fraction: UInt32) -> Lanes {
    Lanes(repeating: Float(Int32(bitPattern: fraction & 0x1FF_FFFF)) * (1 / 33_554_432))
  }

  /// The weights at a fraction of the way to the next sample, in 2⁻³². [audio-thread]
  @_noLocks @inlinable @inline(__always) public func at(_ fraction: UInt32) -> (before: Lanes, after: Lanes) {
    let (row, rest) = (row(fraction), rest(fraction))
    return (row[0] + row[2] * rest, row[1] + row[3] * rest)
  }

  /// The products whose total is the value at a position of a recording. [audio-thread]
  ///
  /// - Parameters:
  ///   - samples: the recording's first sample. There must be `reach` samples on either side of the position.
  ///   - position: a fixed-point number with 32 fraction bits.
  @_noLocks @_transparent
  public func products(_ samples: UnsafePointer<Float>, at position: Int64) -> Lanes {
    let fraction = UInt32(truncatingIfNeeded: position)
    let (row, rest) = (row(fraction), rest(fraction))
    let first = samples + (Int(position >> 32) - 7)
    let before = rt_load_lanes(first) * rt_fused(row[2], rest, row[0])
    return rt_fused(rt_load_lanes(first + 8), rt_fused(row[3], rest, row[1]), before)
  }

  /// The value a fraction after a sample. [audio-thread]
  ///
  /// - Parameter sample: an address, because the samples before it are read too. There must be `reach` samples on
  ///   either side.
  @_noLocks @inlinable @inline(__always)
  public func value(after sample: UnsafePointer<Float>, _ weights: (before: Lanes, after: Lanes)) -> Float {
    let first = sample - (Self.reach - 1)
    return (rt_load_lanes(first) * weights.before + rt_load_lanes(first + 8) * weights.after).total
  }
}

/// A window with nearly the least energy outside the main lobe for its length (Kaiser, "Nonrecursive digital
/// filter design using the I₀-sinh window function", 1974).
public enum KaiserWindow {
  /// - Parameters:
  ///   - x: the position in the window, −1 to 1.
  ///   - beta: a higher value gives lower side lobes and a wider main lobe: 8 for −80 dB.
  public static func weight(at x: Double, beta: Double) -> Double {
    guard abs(x) <= 1 else { return 0 }
    return bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function I₀ by its power series, accurate below 20.
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
