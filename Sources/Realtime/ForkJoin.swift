import CRealtime
import Synchronization

/// Work in pieces that may be done at the same time.
package protocol SharedWork: AnyObject, Sendable {
  /// Does one piece. [audio-thread]
  func perform(_ piece: Int)
}

/// Shares the pieces of a block's work among the audio thread and helpers on other cores.
///
/// Lock-free: each free thread takes the next piece. The audio thread waits only for pieces that a helper has begun.
package final class ForkJoin: @unchecked Sendable {
  // Sendable because only the control thread uses `starter`.
  private let pieces: SharedPieces
  private let helpers: [ForkHelper]
  private var starter: WorkerThread?

  /// - Parameters:
  ///   - helpers: how many threads besides the one that calls `run`.
  ///   - isUrgent: whether they ask for the audio thread's priority.
  package init(_ work: any SharedWork, helpers: Int, isUrgent: Bool) throws(SpinetError) {
    let pieces = SharedPieces(work)
    self.pieces = pieces
    var made: [ForkHelper] = []
    for _ in 0..<helpers { made.append(try ForkHelper(pieces, isUrgent: isUrgent)) }
    self.helpers = made
  }

  deinit { for helper in helpers { helper.end() } }

  /// Starts the helpers once. Until they run, `run` does everything itself. [control-thread]
  ///
  /// It does not wait for them, because asking the system for their priority may take seconds. If a helper cannot be
  /// started, the others do its work.
  package func start() throws(SpinetError) {
    guard starter == nil else { return }
    starter = try WorkerThread(name: "audio helpers") { [helpers] in
      for helper in helpers { try? helper.start() }
    }
  }

  /// Returns when every piece from 0 to `count` is done. [audio-thread]
  package func run(_ count: Int) {
    pieces.publish(count)
    for index in 0..<min(max(0, count - 1), helpers.count) { helpers[index].wake() }
    while pieces.performNext() {}
    pieces.join(count)
  }
}

/// The pieces of one round, and who takes them.
private final class SharedPieces: Sendable {
  private let work: any SharedWork
  /// The round, the number of pieces and the next piece, in one word, so that a late helper cannot take a piece of
  /// another round.
  private let word = Atomic<UInt64>(0)
  private let finished = Atomic<Int>(0)

  init(_ work: any SharedWork) { self.work = work }

  func publish(_ count: Int) {
    finished.store(0, ordering: .relaxed)
    let round = (word.load(ordering: .relaxed) >> 32) &+ 1
    word.store(round << 32 | UInt64(count) << 16, ordering: .sequentiallyConsistent)
  }

  private static func next(_ word: UInt64) -> Int { Int(word & 0xFFFF) }
  private static func count(_ word: UInt64) -> Int { Int(word >> 16 & 0xFFFF) }

  var hasWork: Bool {
    let word = word.load(ordering: .sequentiallyConsistent)
    return Self.next(word) < Self.count(word)
  }

  /// Does the next piece. Returns false if none was left.
  func performNext() -> Bool {
    var seen = word.load(ordering: .acquiring)
    while Self.next(seen) < Self.count(seen) {
      let (isTaken, now) = word.compareExchange(
        expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
      if isTaken {
        work.perform(Self.next(seen))
        finished.add(1, ordering: .releasing)
        return true
      }
      seen = now
    }
    return false
  }

  /// Waits until all pieces are done. A piece takes microseconds. After a millisecond the block is late anyway, and
  /// the piece may never end, so the thread sleeps between checks.
  func join(_ count: Int) {
    let late = rt_now() + 1_000_000
    while finished.load(ordering: .acquiring) < count {
      if rt_now() < late { rt_relax() } else { _ = rt_await(-1, 50_000) }
    }
  }
}

/// A helper: it sleeps until there is work.
private final class ForkHelper: @unchecked Sendable {
  // Sendable because one thread starts it, and everything else is atomic.
  private let pieces: SharedPieces
  private let rest: HelperRest
  private let isUrgent: Bool
  private var urgent: AudioThread?
  private var plain: WorkerThread?

  init(_ pieces: SharedPieces, isUrgent: Bool) throws(SpinetError) {
    self.pieces = pieces
    self.isUrgent = isUrgent
    rest = try HelperRest()
  }

  func start() throws(SpinetError) {
    let (pieces, rest) = (pieces, rest)
    let body: @Sendable () -> Void = { Self.run(pieces, rest) }
    if isUrgent { urgent = try AudioThread(name: "audio helper", body: body) } else { try startPlain(body) }
  }

  private func startPlain(_ body: @escaping @Sendable () -> Void) throws(SpinetError) {
    plain = try WorkerThread(name: "render helper") {
      _ = rt_flush_denormals()
      body()
    }
  }

  func wake() { rest.wake() }

  /// Asks the thread to end. `deinit` joins it.
  func end() { rest.end() }

  private static func run(_ pieces: SharedPieces, _ rest: HelperRest) {
    while !rest.isEnding {
      if pieces.performNext() { continue }
      rest.wait { pieces.hasWork }
    }
  }
}

/// Where a helper waits for work.
private final class HelperRest: Sendable {
  private let waker: Waker
  private let isAsleep = Atomic<Bool>(false)
  private let ending = Atomic<Bool>(false)

  /// How long a helper spins before it sleeps, in nanoseconds. Offline, the next block follows at once, and
  /// sleeping and waking would take as long as the block.
  private static var longestSpin: UInt64 { 20_000 }

  init() throws(SpinetError) { waker = try Waker() }

  var isEnding: Bool { ending.load(ordering: .acquiring) }

  func wake() {
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { waker.wake() }
  }

  func end() {
    ending.store(true, ordering: .releasing)
    waker.wake()
  }

  /// Returns when there may be work.
  func wait(unless hasWork: () -> Bool) {
    let end = rt_now() + Self.longestSpin
    while rt_now() < end {
      if hasWork() { return }
      rt_relax()
    }
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    if !hasWork(), !isEnding { waker.sleep(nanoseconds: nil) }
    isAsleep.store(false, ordering: .sequentiallyConsistent)
    waker.consume()
  }
}
