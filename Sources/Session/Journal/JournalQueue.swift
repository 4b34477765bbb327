import SpinetJournal
import SpinetRealtime
import Synchronization

/// The queue between the control thread, which records events, and the thread that writes them.
final class JournalQueue: @unchecked Sendable {
  // Sendable because only control touches `incoming`, and only the writing thread `outgoing`.
  let isEnding = Atomic<Bool>(false)
  /// The number of records that were lost because the queue was full.
  let lost = Atomic<Int>(0)
  private let isWriterDue = Atomic<Bool>(false)
  private let waker: Waker
  @exclusivity(unchecked) private var incoming: RingProducer<JournalRecord>
  @exclusivity(unchecked) private var outgoing: RingConsumer<JournalRecord>
  private let contents = Mutex<[Contents]>([])
  private let news = Mutex<[News]>([])
  private let hasNews = Atomic<Bool>(false)

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

  init(capacity: Int = 16_384) throws(SpinetError) {
    let ring = SPSCRing<JournalRecord>(capacity: capacity)
    incoming = ring.producer
    outgoing = ring.consumer
    waker = try Waker()
  }

  // MARK: Control

  /// Adds a record. Never waits. If the queue is full, it counts the record as lost and returns false.
  @discardableResult func push(_ record: JournalRecord, _ long: Contents? = nil) -> Bool {
    if let long { contents.withLock { $0.append(long) } }
    let isTaken = incoming.push(record)
    if !isTaken {
      if long != nil { contents.withLock { _ = $0.popLast() } }
      lost.wrappingAdd(1, ordering: .relaxed)
    }
    wakeWriter()
    return isTaken
  }

  private func wakeWriter() {
    if !isWriterDue.exchange(true, ordering: .acquiringAndReleasing) { waker.wake() }
  }

  func end() {
    isEnding.store(true, ordering: .releasing)
    waker.wake()
  }

  func takeNews() -> [News] {
    guard hasNews.exchange(false, ordering: .acquiring) else { return [] }
    return news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  // MARK: The writing thread

  /// Sleeps until there is something to write, or until `seconds` have passed.
  func waitForRecords(atMost seconds: Double?) {
    if !isWriterDue.load(ordering: .acquiring), !isEnding.load(ordering: .acquiring) {
      waker.sleep(nanoseconds: seconds.map { Int64($0 * 1e9) })
    }
    waker.consume()
  }

  /// Waits briefly, so that records are written together. Returns early at the end.
  func gather(seconds: Double) {
    if !isEnding.load(ordering: .acquiring) { waker.sleep(nanoseconds: Int64(seconds * 1e9)) }
    _ = isWriterDue.exchange(false, ordering: .acquiringAndReleasing)
  }

  func pop() -> JournalRecord? { outgoing.pop() }

  func popContents() -> Contents { contents.withLock { $0.isEmpty ? Contents(bytes: []) : $0.removeFirst() } }

  func tell(_ one: News) {
    news.withLock { $0.append(one) }
    hasNews.store(true, ordering: .releasing)
  }
}
