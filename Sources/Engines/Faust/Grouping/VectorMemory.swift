import SpinetRealtime

/// Zeros for vectors of eight floats, which the code of a group expects at multiples of their size. Swift aligns them
/// to half of it.
struct VectorMemory: ~Copyable {
  typealias Vector = SIMD8<Float>

  let start: UnsafeMutablePointer<Vector>
  private let memory: FixedBuffer<Vector>

  init(count: Int) {
    memory = FixedBuffer(repeating: Vector(), count: count + 1)
    start = UnsafeMutableRawPointer(memory.start).alignedUp(toMultipleOf: MemoryLayout<Vector>.stride)
      .assumingMemoryBound(to: Vector.self)
  }

  /// How many vectors hold so many bytes.
  static func count(bytes: Int) -> Int {
    (bytes + MemoryLayout<Vector>.stride - 1) / MemoryLayout<Vector>.stride
  }
}
