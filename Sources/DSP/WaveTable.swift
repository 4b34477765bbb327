import CRealtime
import SpinetRealtime

/// The cycles of a waveform at all mip levels, one after the other, as line segments packed into cells.
///
/// A cell is one 32-bit word: 18 bits for the height of the segment's middle and 14 bits for its slope. A
/// sample costs one memory access instead of two, and a table needs half the cache. The segments are
/// least-squares lines, 8 dB closer than lines between samples; the rounding adds less than −100 dB.
public struct WaveTable: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is not written while it is read.
  @usableFromInline let cells: UnsafePointer<UInt32>
  /// For each level, the factor of its slopes.
  @usableFromInline let slopes: UnsafePointer<Float>
  @usableFromInline let layout: WaveTableLayout

  @_noLocks init(cells: UnsafePointer<UInt32>, slopes: UnsafePointer<Float>, layout: WaveTableLayout) {
    self.cells = cells
    self.slopes = slopes
    self.layout = layout
  }

  /// Equal for two handles of the same wave. [any-thread]
  public var identity: UInt { @_noLocks @_transparent get { UInt(bitPattern: cells) } }

  /// The factor from a cell's height to a sample.
  @inlinable public static var unit: Float { @_noLocks get { 1 / 1_073_741_824 } }
}

/// Where the mip levels of a table begin. They are half an octave apart; level L holds 512 / 2^(L/2)
/// harmonics, in enough cells to keep the error of the line segments below −75 dB.
public struct WaveTableLayout: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is never written after `makeMemory`.
  /// The first cell of each level.
  @usableFromInline let offsets: UnsafePointer<UInt32>
  /// For each level, how many bits of a phase lie below its cells.
  @usableFromInline let shifts: UnsafePointer<UInt32>
  let cellCount: Int

  @inlinable public static var levelCount: Int { @_noLocks get { 19 } }

  /// The offsets and then the shifts of all levels.
  static func makeMemory() -> FixedBuffer<UInt32> {
    let lengths = (0..<levelCount).map(length)
    let shifts = lengths.map { UInt32(32 - $0.trailingZeroBitCount) }
    var offset = 0
    return FixedBuffer(count: 2 * levelCount) { index in
      guard index < levelCount else { return shifts[index - levelCount] }
      defer { offset += lengths[index] }
      return UInt32(offset)
    }
  }

  /// - Parameter memory: from `makeMemory`; must outlive this.
  init(_ memory: borrowing FixedBuffer<UInt32>) {
    offsets = UnsafePointer(memory.start)
    shifts = UnsafePointer(memory.start + Self.levelCount)
    cellCount = (0..<Self.levelCount).reduce(0) { $0 + Self.length(ofLevel: $1) }
  }

  @_noLocks func offset(ofLevel level: Int) -> Int { Int(offsets[level]) }
  @_noLocks func length(at level: Int) -> Int { 1 << Int(32 - shifts[level]) }

  @_noLocks static func harmonicCount(ofLevel level: Int) -> Int {
    // Odd levels are half an octave below even ones: 1/√2.
    let octave = 512 >> (level / 2)
    return level & 1 == 0 ? octave : Int(Double(octave) * 0.707_106_781)
  }

  private static func length(ofLevel level: Int) -> Int {
    switch harmonicCount(ofLevel: level) {
    case 182...: 4096
    case 65...: 2048
    case 17...: 1024
    default: 512
    }
  }
}

/// Packs line segments into cells.
enum WaveCell {
  /// The largest slope that fits, in steps.
  static var steepest: Float { @_noLocks get { 8191 } }

  /// Eight cells from heights in units of 2⁻³⁰ and slopes in steps. [audio-thread]
  @_noLocks @inline(__always) static func pack(heights: Lanes, slopes: Lanes) -> SIMD8<UInt32> {
    let slope = FastMath.words(slopes.within(-steepest, steepest)) & 0x3FFF
    // A height is read with the slope in its lower bits; the upper bits compensate for that.
    let lower = rt_floats(unsafeBitCast(slope, to: SIMD8<Int32>.self))
    let upper = FastMath.words(((heights - lower) * (1 / 16_384)).within(-131_071, 131_071))
    return (upper &<< 14) | slope
  }

  /// The slopes of eight cells, in steps of 2¹⁸. [audio-thread]
  @_noLocks @inline(__always) static func slopes(_ cells: SIMD8<UInt32>) -> Lanes {
    rt_floats(unsafeBitCast(cells &<< 18, to: SIMD8<Int32>.self))
  }

  /// The factor from a cell's slope to the slope against a fraction of a phase.
  @_noLocks static func scale(steepest slope: Float, shift: UInt32) -> Float {
    let step = slope / (steepest * WaveTable.unit)
    return step * FastMath.exp2(-18 - Float(shift))
  }
}
