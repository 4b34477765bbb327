import Synchronization

/// A queue of fixed capacity between one producer thread and one consumer thread. Neither thread ever waits.
///
/// A ring consists of two ends and a gauge, which are separated at once:
///
/// ```swift
/// let ring = SPSCRing<Float>(capacity: 1024)
/// producer = ring.producer
/// consumer = ring.consumer
/// ```
/// The ends cannot be copied, and `push` and `pop` are mutating. So a second producer or consumer does not
/// compile: neither a copy of `producer`, nor a second use of `ring.producer`, nor a push from a constant
/// that two threads share. The memory lives as long as any of the three parts.
@frozen public struct SPSCRing<Element: BitwiseCopyable>: ~Copyable {
  /// The end of the thread that puts elements in.
  public var producer: RingProducer<Element>
  /// The end of the thread that takes elements out.
  public var consumer: RingConsumer<Element>
  /// Tells any thread how many elements are in the ring.
  public var gauge: RingGauge<Element>

  /// - Parameter capacity: rounded up to a power of two.
  public init(capacity: Int) {
    gauge = RingGauge(capacity: capacity)
    producer = RingProducer(gauge)
    consumer = RingConsumer(gauge)
  }
}

/// The end of an `SPSCRing` that appends. Only one thread at a time may use it.
///
/// The methods of both ends are not marked `@_noLocks`, because the compiler rejects it in generic code. It
/// checks them where a marked function calls them. Padding the indices and caching the other end's index was
/// measured to be slower: 9–10 ns instead of 4 ns for each event.
public struct RingProducer<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: RingMemory<Element>
  // Keeps the memory alive. Nothing else uses it, so the audio thread counts no references.
  private let owner: RingGauge<Element>

  init(_ owner: RingGauge<Element>) {
    self.owner = owner
    memory = owner.memory
  }

  /// Appends `element`. Returns false when the ring is full.
  @inlinable public mutating func push(_ element: Element) -> Bool {
    let end = memory.indices.pointee.tail.load(ordering: .relaxed)
    guard end - memory.indices.pointee.head.load(ordering: .acquiring) <= memory.mask else { return false }
    memory.slots[end & memory.mask] = element
    memory.indices.pointee.tail.store(end + 1, ordering: .releasing)
    return true
  }
}

/// The end of an `SPSCRing` that removes. Only one thread at a time may use it.
public struct RingConsumer<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: RingMemory<Element>
  private let owner: RingGauge<Element>

  init(_ owner: RingGauge<Element>) {
    self.owner = owner
    memory = owner.memory
  }

  /// The number of elements in the ring. More may arrive at any time.
  @inlinable public var count: Int { memory.count }

  /// The oldest element, which stays in the ring.
  @inlinable public func peek() -> Element? {
    let start = memory.indices.pointee.head.load(ordering: .relaxed)
    guard start < memory.indices.pointee.tail.load(ordering: .acquiring) else { return nil }
    return memory.slots[start & memory.mask]
  }

  /// Removes and returns the oldest element.
  @inlinable public mutating func pop() -> Element? {
    guard let element = peek() else { return nil }
    let start = memory.indices.pointee.head.load(ordering: .relaxed)
    memory.indices.pointee.head.store(start + 1, ordering: .releasing)
    return element
  }
}

/// Tells how many elements are in an `SPSCRing`, and owns its memory.
public final class RingGauge<Element: BitwiseCopyable>: @unchecked Sendable {
  // Sendable because `memory` is, and nothing else uses the two owners.
  let memory: RingMemory<Element>
  private let slots: FixedBuffer<Element>
  private let indices: FixedValue<RingMemory<Element>.Indices>

  init(capacity: Int) {
    var size = 1
    while size < capacity { size <<= 1 }
    slots = FixedBuffer(uninitialized: size)
    indices = FixedValue(RingMemory<Element>.Indices())
    memory = RingMemory(slots: slots.start, indices: indices.address, mask: size - 1)
  }

  /// The number of elements that fit.
  public var capacity: Int { memory.mask + 1 }

  /// The number of elements at some time during the call, 0 to `capacity`. [any-thread]
  public var count: Int { memory.count }
}

/// The addresses of a ring's elements and of its two indices.
@usableFromInline struct RingMemory<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  // Sendable because only `push` writes `tail` and the slot at it, and only `pop` writes `head`. Each stores
  // its index with release ordering when it is finished with the slot.
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let indices: UnsafeMutablePointer<Indices>
  @usableFromInline let mask: Int

  @usableFromInline struct Indices: ~Copyable {
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let tail = Atomic<Int>(0)
    init() {}
  }

  init(slots: UnsafeMutablePointer<Element>, indices: UnsafeMutablePointer<Indices>, mask: Int) {
    self.slots = slots
    self.indices = indices
    self.mask = mask
  }

  /// Reads `head` first, which never passes `tail`, so the difference is never negative. It can be too large
  /// if elements are added and removed between the two reads.
  @inlinable var count: Int {
    let start = indices.pointee.head.load(ordering: .acquiring)
    return min(indices.pointee.tail.load(ordering: .acquiring) - start, mask + 1)
  }
}
