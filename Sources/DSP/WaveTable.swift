/// A waveform's cycles, all bandwidths in a row, in cells.
///
/// A cell is a stretch of the cycle as a straight line: 18 bits of its middle's height and 14 bits of its rise
/// in one word, so that a sample costs one look-up of memory, not two, and a table half the cache. The
/// line is the one of least squares, 8 dB closer than one that joins samples; what the rounding adds is
/// below −100 dB.
public struct WaveTable: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is not written while anybody reads it.
  @usableFromInline let cells: UnsafePointer<UInt32>
  /// For each level, what a rise is multiplied by.
  @usableFromInline let rises: UnsafePointer<Float>
  @usableFromInline let layout: WaveLayout

  @_noLocks init(cells: UnsafePointer<UInt32>, rises: UnsafePointer<Float>, layout: WaveLayout) {
    self.cells = cells
    self.rises = rises
    self.layout = layout
  }

  /// The same for two handles of the same wave. [any-thread]
  public var identity: UnsafePointer<UInt32> { @_noLocks @_transparent get { cells } }

  /// What a cell's height is divided by.
  @inlinable public static var unit: Float { @_noLocks get { 1 / 1_073_741_824 } }
}

/// Where the levels of a table lie: half an octave apart, level L holds 512 / 2^(L/2) harmonics, in as many
/// cells as keep what the straight lines miss 75 dB down.
public struct WaveLayout: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is never written once this exists.
  /// Where a level begins, in cells.
  @usableFromInline let offsets: UnsafeMutablePointer<UInt32>
  /// Bits of a phase below a level's cells.
  @usableFromInline let shifts: UnsafeMutablePointer<UInt32>
  let cellCount: Int

  @inlinable public static var levelCount: Int { @_noLocks get { 19 } }

  init() {
    offsets = .allocate(capacity: 2 * Self.levelCount)
    shifts = offsets + Self.levelCount
    var offset = 0
    for level in 0..<Self.levelCount {
      (offsets + level).initialize(to: UInt32(offset))
      (shifts + level).initialize(to: UInt32(32 - Self.length(ofLevel: level).trailingZeroBitCount))
      offset += Self.length(ofLevel: level)
    }
    cellCount = offset
  }

  func deallocate() { offsets.deallocate() }

  @_noLocks func offset(ofLevel level: Int) -> Int { Int(offsets[level]) }
  @_noLocks func length(at level: Int) -> Int { 1 << Int(32 - shifts[level]) }

  @_noLocks static func harmonicCount(ofLevel level: Int) -> Int {
    // The roots of two, so that whole octaves are whole numbers.
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
