import SpinetRealtime
import Synchronization
import Testing

/// Counts how often each piece is done.
private final class Counting: SharedWork, @unchecked Sendable {
  // Sendable because a piece is done by one thread, which is what the tests look at.
  static let capacity = 64
  private let counts = UnsafeMutableBufferPointer<Int>.allocate(capacity: Counting.capacity)

  init() { counts.initialize(repeating: 0) }
  deinit { counts.deallocate() }

  subscript(piece: Int) -> Int { counts[piece] }

  func perform(_ piece: Int) {
    var sum: UInt64 = 0
    for turn in 0..<200 { sum = sum &* 31 &+ UInt64(turn) }
    counts[piece] += sum == 0 ? 2 : 1
  }
}

@Suite struct `Fork and join` {
  @Test(arguments: [0, 1, 3]) func `Every piece of every round is done once`(helpers: Int) throws {
    let work = Counting()
    let forkJoin = try ForkJoin(work, helpers: helpers, isUrgent: false)
    try forkJoin.start()
    for round in 0..<5_000 { forkJoin.run(1 + round % Counting.capacity) }
    for piece in 0..<Counting.capacity {
      let rounds = (0..<5_000).count { 1 + $0 % Counting.capacity > piece }
      #expect(work[piece] == rounds)
    }
  }

  @Test func `Before its helpers start it does everything itself`() throws {
    let work = Counting()
    let forkJoin = try ForkJoin(work, helpers: 2, isUrgent: false)
    forkJoin.run(5)
    #expect((0..<6).map { work[$0] } == [1, 1, 1, 1, 1, 0])
  }

  @Test func `A round without pieces returns`() throws {
    let work = Counting()
    let forkJoin = try ForkJoin(work, helpers: 1, isUrgent: false)
    try forkJoin.start()
    forkJoin.run(0)
    #expect(work[0] == 0)
  }

  /// Two pieces that wait for each other end only when two threads have them.
  @Test func `Pieces are done at the same time`() throws {
    final class Meeting: SharedWork {
      let arrived = Atomic<Int>(0)
      func perform(_ piece: Int) {
        arrived.add(1, ordering: .acquiringAndReleasing)
        let limit = HostTime.now.advanced(bySeconds: 20)
        while arrived.load(ordering: .acquiring) < 2, HostTime.now < limit {}
      }
    }
    let work = Meeting()
    let forkJoin = try ForkJoin(work, helpers: 1, isUrgent: false)
    try forkJoin.start()
    let start = HostTime.now
    forkJoin.run(2)
    #expect(HostTime.now.nanoseconds(since: start) < 19_000_000_000)
  }
}
