import Glibc
import Synchronization
import Testing

@testable import SpinetRealtime

// The ends in classes, because expectations and threads capture them.
private final class Producer: @unchecked Sendable {
  // Sendable because one thread at a time pushes.
  private var end: RingProducer<Int>
  init(_ end: consuming RingProducer<Int>) { self.end = end }
  func push(_ element: Int) -> Bool { end.push(element) }
}

private final class Consumer: @unchecked Sendable {
  // Sendable because one thread at a time takes.
  private var end: RingConsumer<Int>
  init(_ end: consuming RingConsumer<Int>) { self.end = end }
  var count: Int { end.count }
  func peek() -> Int? { end.peek() }
  func pop() -> Int? { end.pop() }
}

@Suite struct SPSCRingTests {
  @Test func `Elements come out in the order in which they went in`() {
    let ring = SPSCRing<Int>(capacity: 8)
    let (producer, consumer) = (Producer(ring.producer), Consumer(ring.consumer))
    for element in 0..<5 { #expect(producer.push(element)) }
    #expect(consumer.peek() == 0)
    #expect((0..<5).map { _ in consumer.pop() } == [0, 1, 2, 3, 4])
  }

  @Test func `An empty ring gives nothing`() {
    let ring = SPSCRing<Int>(capacity: 4)
    let consumer = Consumer(ring.consumer)
    #expect(consumer.pop() == nil)
    #expect(consumer.peek() == nil)
    #expect(consumer.count == 0)
  }

  @Test(arguments: [(1, 1), (3, 4), (4, 4), (5, 8)])
  func `A full ring refuses, and its capacity is the next power of two`(wanted: Int, granted: Int) {
    let ring = SPSCRing<Int>(capacity: wanted)
    let gauge = ring.gauge
    let (producer, consumer) = (Producer(ring.producer), Consumer(ring.consumer))
    #expect(gauge.capacity == granted)
    for element in 0..<granted { #expect(producer.push(element)) }
    #expect(!producer.push(99))
    #expect(gauge.count == granted)
    #expect(consumer.pop() == 0)
    #expect(producer.push(100))
    #expect(!producer.push(101))
  }

  @Test func `The indices wrap around as often as they like`() {
    let ring = SPSCRing<Int>(capacity: 4)
    let (producer, consumer) = (Producer(ring.producer), Consumer(ring.consumer))
    for round in 0..<1000 {
      for element in 0..<3 { #expect(producer.push(3 * round + element)) }
      #expect(consumer.count == 3)
      for element in 0..<3 { #expect(consumer.pop() == 3 * round + element) }
    }
  }

  @Test func `The memory goes with the last of the three parts`() {
    weak var memory: RingGauge<Int>?
    var consumer: Consumer?
    do {
      let ring = SPSCRing<Int>(capacity: 4)
      memory = ring.gauge
      let producer = Producer(ring.producer)
      #expect(producer.push(7))
      consumer = Consumer(ring.consumer)
    }
    #expect(memory != nil)
    #expect(consumer?.pop() == 7)
    consumer = nil
    #expect(memory == nil)
  }

  @Test func `A million elements cross from thread to thread, and a third one counts them`() throws {
    let ring = SPSCRing<Int>(capacity: 64)
    let (producer, consumer) = (Producer(ring.producer), Consumer(ring.consumer))
    let gauge = ring.gauge
    let isOver = Atomic<Bool>(false)
    let wrongCounts = Atomic<Int>(0)
    let disorders = Atomic<Int>(0)
    let total = 1_000_000
    let counter = try WorkerThread(name: "counter") {
      while !isOver.load(ordering: .relaxed) {
        if !(0...gauge.capacity).contains(gauge.count) { wrongCounts.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    let end = ContinuousClock.now + .seconds(300)
    let sender = try WorkerThread(name: "producer") {
      for element in 0..<total {
        while !producer.push(element) {
          sched_yield()
          if ContinuousClock.now > end { return }
        }
      }
    }
    let taker = try WorkerThread(name: "consumer") {
      for expected in 0..<total {
        var element = consumer.pop()
        while element == nil, ContinuousClock.now < end {
          sched_yield()
          element = consumer.pop()
        }
        if element != expected { disorders.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    _ = consume sender
    _ = consume taker
    isOver.store(true, ordering: .relaxed)
    _ = consume counter
    #expect(gauge.count == 0)
    #expect(disorders.load(ordering: .relaxed) == 0)
    #expect(wrongCounts.load(ordering: .relaxed) == 0)
  }
}
