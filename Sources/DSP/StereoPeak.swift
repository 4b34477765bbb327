/// The highest absolute sample of both sides.
public struct StereoPeak: BitwiseCopyable {
  /// The bits of a float without its sign have the order of its value. Those of "not a number" are above all others.
  @usableFromInline var bits = SIMD2<Int32>.zero

  @_noLocks @inlinable @inline(__always) public init() {}

  /// [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func record(_ frame: SIMD2<Float>) {
    let magnitudes = unsafeBitCast(frame, to: SIMD2<Int32>.self) & SIMD2(repeating: 0x7FFF_FFFF)
    bits.replace(with: magnitudes, where: magnitudes .> bits)
  }

  /// Not a number if any sample was not a number. [audio-thread]
  public var highest: Float { @_noLocks get { Float(bitPattern: UInt32(bitPattern: max(bits.x, bits.y))) } }
}
