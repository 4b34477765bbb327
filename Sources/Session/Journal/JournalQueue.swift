import SpinetJournal
import SpinetRealtime
import Synchronization

/// The queue between the control thread, which records events, and the thread that writes them: an end for each.
struct JournalQueue: ~Copyable {
  var producer: JournalProducer
  var consumer: JournalConsumer

  init(capacity: Int = 16_384) throws(SpinetError) {
    let ring = SPSCRing<JournalRecord>(capacity: capacity)
    let shared = Shared(waker: try Waker())
    producer = JournalProducer(ring.producer, shared)
    consumer = JournalConsumer(ring.consumer, shared)
  }

  /// Gives the two ends to `use`.
  consuming func separate<Failure>(
    _ use: (consuming JournalProducer, consuming JournalConsumer) throws(Failure) -> Void
  ) throws(Failure) { try use(producer, consumer) }

  /// Payloads too long for a ring record, in the order of their records.
  struct Contents: Sendable {
    var bytes: [UInt8]
    /// The values of an instrument's widgets.
    var states: [(widget: Int, value: Double)] = []
  }

  /// News that the log has to report.
  enum News: Sendable {
    case failed(SpinetError)
    case resumed
  }

  /// What both ends use, besides the ring.
  fileprivate final class Shared: Sendable {
    let isEnding = Atomic<Bool>(false)
    let lost = Atomic<Int>(0)
    let isWriterDue = Atomic<Bool>(false)
    let waker: Waker
    let contents = Mutex<[Contents]>([])
    let news = Mutex<[News]>([])
    let hasNews = Atomic<Bool>(false)

    init(waker: Waker) { self.waker = waker }
  }
}

/// Control's end of a `JournalQueue`. It never waits. [control-thread]
struct JournalProducer: ~Copyable, Sendable {
  private var records: RingProducer<JournalRecord>
  private let shared: JournalQueue.Shared

  fileprivate init(_ records: consuming RingProducer<JournalRecord>, _ shared: JournalQueue.Shared) {
    self.records = records
    self.shared = shared
  }

  /// How many records found no room.
  var lostCount: Int { shared.lost.load(ordering: .relaxed) }

  /// Adds a record. If the queue is full, it counts the record as lost and returns false.
  @discardableResult mutating func push(_ record: JournalRecord, _ long: JournalQueue.Contents? = nil) -> Bool
  {
    if let long { shared.contents.withLock { $0.append(long) } }
    let isTaken = records.push(record)
    if !isTaken {
      if long != nil { shared.contents.withLock { _ = $0.popLast() } }
      shared.lost.wrappingAdd(1, ordering: .relaxed)
    }
    wakeWriter()
    return isTaken
  }

  private func wakeWriter() {
    if !shared.isWriterDue.exchange(true, ordering: .acquiringAndReleasing) { shared.waker.wake() }
  }

  /// The thread writes the rest and ends.
  func end() {
    shared.isEnding.store(true, ordering: .releasing)
    shared.waker.wake()
  }

  func popNews() -> [JournalQueue.News] {
    guard shared.hasNews.exchange(false, ordering: .acquiring) else { return [] }
    return shared.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}

/// The writing thread's end of a `JournalQueue`.
struct JournalConsumer: ~Copyable, Sendable {
  private var records: RingConsumer<JournalRecord>
  private let shared: JournalQueue.Shared

  fileprivate init(_ records: consuming RingConsumer<JournalRecord>, _ shared: JournalQueue.Shared) {
    self.records = records
    self.shared = shared
  }

  var isEnding: Bool { shared.isEnding.load(ordering: .acquiring) }

  /// Sleeps until there is something to write, or the queue ends.
  ///
  /// - Parameter seconds: the longest sleep; nil for no limit.
  func waitForRecords(atMost seconds: Double?) {
    if !shared.isWriterDue.load(ordering: .acquiring), !isEnding {
      shared.waker.sleep(nanoseconds: seconds.map { Int64($0 * 1e9) })
    }
    shared.waker.consume()
  }

  /// Waits briefly, so that records are written together. Returns early at the end.
  func gather(seconds: Double) {
    if !isEnding { shared.waker.sleep(nanoseconds: Int64(seconds * 1e9)) }
    _ = shared.isWriterDue.exchange(false, ordering: .acquiringAndReleasing)
  }

  mutating func pop() -> JournalRecord? { records.pop() }

  func popContents() -> JournalQueue.Contents {
    shared.contents.withLock { $0.isEmpty ? JournalQueue.Contents(bytes: []) : $0.removeFirst() }
  }

  /// Counts records for which there is no memory.
  func countLost(_ count: Int) { shared.lost.wrappingAdd(count, ordering: .relaxed) }

  func tell(_ one: JournalQueue.News) {
    shared.news.withLock { $0.append(one) }
    shared.hasNews.store(true, ordering: .releasing)
  }
}
