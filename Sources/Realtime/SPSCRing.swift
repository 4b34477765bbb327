import Synchronization

/// A queue of fixed capacity between one producing and one consuming thread; neither ever waits.
///
/// It is made of two ends and a gauge, which are taken apart at once:
///
/// ```swift
/// let ring = SPSCRing<Float>(capacity: 1024)
/// producer = ring.producer
/// consumer = ring.consumer
/// ```
/// The ends cannot be copied, and `push` and `pop` change them. So a second producer or consumer does not
/// compile: not `let other = producer` beside further use of `producer`, not taking `ring.producer` twice, and
/// not pushing from a constant that two threads share. The memory lives as long as any of the three parts.
@frozen public struct SPSCRing<Element: BitwiseCopyable>: ~Copyable {
  public var producer: RingProducer<Element>
  public var consumer: RingConsumer<Element>
  /// Tells any thread how full the ring is.
  public var gauge: RingGauge<Element>

  /// - Parameter capacity: rounded up to a power of two.
  public init(capacity: Int) {
    gauge = RingGauge(capacity: capacity)
    producer = RingProducer(gauge)
    consumer = RingConsumer(gauge)
  }
}

/// The end of an `SPSCRing` that appends; one thread at a time uses it.
///
/// The methods of both ends carry no `@_noLocks` because the compiler refuses it to generic code; it checks
/// them where an annotated function calls them. Plain on purpose: padding the indices and caching the far one
/// measured slower (9–10 ns an event against 4).
public struct RingProducer<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: RingMemory<Element>
  // Keeps the memory, and is touched by nothing else: the audio thread counts no references.
  private let owner: RingGauge<Element>

  init(_ owner: RingGauge<Element>) {
    self.owner = owner
    memory = owner.memory
  }

  /// Appends `element`, or returns false when the ring is full. [producer]
  @inlinable public mutating func push(_ element: Element) -> Bool {
    let end = memory.indices.pointee.tail.load(ordering: .relaxed)
    guard end - memory.indices.pointee.head.load(ordering: .acquiring) <= memory.mask else { return false }
    memory.slots[end & memory.mask] = element
    memory.indices.pointee.tail.store(end + 1, ordering: .releasing)
    return true
  }
}

/// The end of an `SPSCRing` that takes; one thread at a time uses it.
public struct RingConsumer<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: RingMemory<Element>
  private let owner: RingGauge<Element>

  init(_ owner: RingGauge<Element>) {
    self.owner = owner
    memory = owner.memory
  }

  /// How many elements wait; more may have come by the time it returns. [consumer]
  @inlinable public var count: Int { memory.count }

  /// The oldest element, left in place. [consumer]
  @inlinable public func peek() -> Element? {
    let start = memory.indices.pointee.head.load(ordering: .relaxed)
    guard start < memory.indices.pointee.tail.load(ordering: .acquiring) else { return nil }
    return memory.slots[start & memory.mask]
  }

  /// Takes the oldest element. [consumer]
  @inlinable public mutating func pop() -> Element? {
    guard let element = peek() else { return nil }
    let start = memory.indices.pointee.head.load(ordering: .relaxed)
    memory.indices.pointee.head.store(start + 1, ordering: .releasing)
    return element
  }
}

/// Tells how full an `SPSCRing` is, and owns its memory.
public final class RingGauge<Element: BitwiseCopyable>: Sendable {
  let memory: RingMemory<Element>

  init(capacity: Int) { memory = RingMemory(capacity: capacity) }

  deinit { memory.deallocate() }

  public var capacity: Int { memory.mask + 1 }

  /// How many elements waited at some moment during the call: 0 to `capacity`. [any-thread]
  public var count: Int { memory.count }
}

/// Where a ring's elements lie.
@usableFromInline struct RingMemory<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  // Sendable because only `push` writes `tail` and the slot behind it, only `pop` writes `head`, and each
  // publishes its index with release ordering after it is done with the slot.
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let indices: UnsafeMutablePointer<Indices>
  @usableFromInline let mask: Int

  @usableFromInline struct Indices: ~Copyable {
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let tail = Atomic<Int>(0)
    init() {}
  }

  init(capacity: Int) {
    var size = 1
    while size < capacity { size <<= 1 }
    mask = size - 1
    slots = .allocate(capacity: size)
    indices = .allocate(capacity: 1)
    indices.initialize(to: Indices())
  }

  func deallocate() {
    slots.deallocate()
    indices.deinitialize(count: 1)
    indices.deallocate()
  }

  /// Reads `head` first, which never passes `tail`: the difference cannot be negative, but elements that come
  /// and go between the two reads can make it too large.
  @inlinable var count: Int {
    let start = indices.pointee.head.load(ordering: .acquiring)
    return min(indices.pointee.tail.load(ordering: .acquiring) - start, mask + 1)
  }
}
