import Synchronization

/// A queue of fixed capacity between any number of producer threads and one consumer thread. Nobody waits. Elements
/// behind an unfinished `push` become visible when that push ends.
///
/// Vyukov's bounded queue: a slot's turn is the index of the push that may fill the slot, and one more when the
/// slot can be popped.
package final class MPSCRing<Element: Sendable>: @unchecked Sendable {
  // Sendable because a slot is written only by the producer that has claimed its turn, and read only by the one
  // consumer after the turn was published.
  private let turns: FixedBuffer<Atomic<Int>>
  private let elements: FixedBuffer<Element?>
  private let mask: Int
  private let tail = Atomic<Int>(0)
  private let head = Atomic<Int>(0)

  /// - Parameter capacity: rounded up to a power of two.
  package init(capacity: Int) {
    var size = 2
    while size < capacity { size <<= 1 }
    mask = size - 1
    turns = FixedBuffer(count: size) { Atomic($0) }
    elements = FixedBuffer(count: size) { _ in nil }
  }

  package var capacity: Int { mask + 1 }

  /// The number of elements at some time during the call, 0 to `capacity`. [any-thread]
  package var count: Int {
    let start = head.load(ordering: .acquiring)
    return min(max(0, tail.load(ordering: .acquiring) - start), capacity)
  }

  /// Appends `element`. Returns false when the ring is full. [any-thread]
  package func push(_ element: Element) -> Bool {
    var position = tail.load(ordering: .relaxed)
    while true {
      let turn = turns.start[position & mask].load(ordering: .acquiring)
      if turn < position { return false }
      guard turn == position else {
        position = tail.load(ordering: .relaxed)
        continue
      }
      let claim = tail.weakCompareExchange(expected: position, desired: position + 1, ordering: .relaxed)
      if claim.exchanged { break }
      position = claim.original
    }
    elements.start[position & mask] = element
    turns.start[position & mask].store(position + 1, ordering: .releasing)
    return true
  }

  /// Removes and returns the oldest element. Only one thread at a time may call it.
  package func pop() -> Element? {
    let position = head.load(ordering: .relaxed)
    guard turns.start[position & mask].load(ordering: .acquiring) == position + 1 else { return nil }
    let element = elements.start[position & mask].take()
    turns.start[position & mask].store(position + capacity, ordering: .releasing)
    head.store(position + 1, ordering: .releasing)
    return element
  }
}
