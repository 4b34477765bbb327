import SpinetRealtime
import Synchronization
import Testing

@Suite struct MPSCRingTests {
  @Test func `Elements come out in the order in which they went in, round and round`() {
    let ring = MPSCRing<String>(capacity: 4)
    for round in 0..<100 {
      for element in 0..<3 { #expect(ring.push("\(round) \(element)")) }
      #expect(ring.count == 3)
      for element in 0..<3 { #expect(ring.pop() == "\(round) \(element)") }
      #expect(ring.pop() == nil && ring.count == 0)
    }
  }

  @Test(arguments: [(1, 2), (3, 4), (4, 4), (5, 8)])
  func `A full ring refuses, and its capacity is the next power of two`(wanted: Int, granted: Int) {
    let ring = MPSCRing<Int>(capacity: wanted)
    #expect(ring.capacity == granted)
    for element in 0..<granted { #expect(ring.push(element)) }
    #expect(!ring.push(99) && ring.count == granted)
    #expect(ring.pop() == 0)
    #expect(ring.push(100) && !ring.push(101))
  }

  @Test func `What is left in it is freed with it`() {
    final class Element: Sendable {}
    weak var left: Element?
    do {
      let ring = MPSCRing<Element>(capacity: 4)
      let element = Element()
      left = element
      #expect(ring.push(element))
    }
    #expect(left == nil)
  }

  @Test func `Producers on many threads lose nothing, and each keeps its order`() throws {
    let ring = MPSCRing<(Int, Int)>(capacity: 64)
    let count = 20_000
    let isOver = Atomic<Bool>(false)
    var threads: [Thread] = []
    for producer in 0..<4 {
      threads.append(
        Thread(
          worker: try WorkerThread(name: "producer") {
            for number in 0..<count {
              while !ring.push((producer, number)), !isOver.load(ordering: .relaxed) {}
            }
          }))
    }
    var next = [0, 0, 0, 0]
    var taken = 0
    let end = ContinuousClock.now + .seconds(60)
    while taken < 4 * count, ContinuousClock.now < end {
      guard let (producer, number) = ring.pop() else { continue }
      #expect(next[producer] == number)
      next[producer] = number + 1
      taken += 1
    }
    #expect(next == [count, count, count, count] && ring.pop() == nil)
    isOver.store(true, ordering: .relaxed)
    threads.removeAll()
  }
}

/// Joined when it is freed.
private final class Thread {
  private let worker: WorkerThread
  init(worker: consuming WorkerThread) { self.worker = worker }
}
