import Synchronization

/// A queue of records between one producer and one consumer in two processes, in memory that both share.
///
/// It has no types of its own: both ends know what a record is. What the other process writes is never trusted, so that
/// any indices give a record within the memory.
struct SharedRing: BitwiseCopyable {
  private let head: UnsafeMutablePointer<Atomic<Int>>
  private let tail: UnsafeMutablePointer<Atomic<Int>>
  private let records: UnsafeMutableRawPointer
  private let mask: Int

  /// The room of a record, in bytes.
  static var stride: Int { @_noLocks get { 64 } }
  /// The room of both indices, each on a cache line of its own.
  private static let indexBytes = 128

  /// - Parameter capacity: a power of two.
  static func byteCount(capacity: Int) -> Int { indexBytes + capacity * stride }

  /// - Parameter address: memory that was zero at first.
  init(at address: UnsafeMutableRawPointer, capacity: Int) {
    head = address.assumingMemoryBound(to: Atomic<Int>.self)
    tail = (address + 64).assumingMemoryBound(to: Atomic<Int>.self)
    records = address + Self.indexBytes
    mask = capacity - 1
  }

  /// Where the next record is to be written; nil when the ring is full. `publish` follows. [audio-thread]
  @_noLocks func room() -> UnsafeMutableRawPointer? {
    let end = tail.pointee.load(ordering: .relaxed)
    let used = end &- head.pointee.load(ordering: .acquiring)
    return used >= 0 && used <= mask ? records + (end & mask) * Self.stride : nil
  }

  /// [audio-thread]
  @_noLocks func publish() { tail.pointee.wrappingAdd(1, ordering: .releasing) }

  /// The oldest record, which stays in the ring; nil when there is none. [audio-thread]
  @_noLocks func oldest() -> UnsafeMutableRawPointer? {
    let start = head.pointee.load(ordering: .relaxed)
    let used = tail.pointee.load(ordering: .acquiring) &- start
    return used > 0 ? records + (start & mask) * Self.stride : nil
  }

  /// Removes the oldest record. [audio-thread]
  @_noLocks func drop() { head.pointee.wrappingAdd(1, ordering: .releasing) }
}
