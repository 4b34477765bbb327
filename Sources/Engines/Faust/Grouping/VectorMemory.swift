import SpinetRealtime

/// Memory for vectors of eight floats, filled with zeros. A group's code expects 32-byte alignment; Swift aligns to 16
/// bytes.
struct VectorMemory: ~Copyable {
  typealias Vector = SIMD8<Float>

  /// The aligned address, for a group's code.
  let start: UnsafeMutablePointer<Vector>
  private let memory: FixedBuffer<Vector>

  init(count: Int) {
    memory = FixedBuffer(repeating: Vector(), count: count + 1)
    start = UnsafeMutableRawPointer(memory.start).alignedUp(toMultipleOf: MemoryLayout<Vector>.stride)
      .assumingMemoryBound(to: Vector.self)
  }

  @inline(__always) subscript(index: Int) -> Vector {
    @_noLocks get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: memory.count - 1))
      return start[index]
    }
  }

  /// The number of vectors that hold `bytes`.
  static func count(bytes: Int) -> Int {
    (bytes + MemoryLayout<Vector>.stride - 1) / MemoryLayout<Vector>.stride
  }
}
