import Glibc
import SpinetDevices
import SpinetJournal
import SpinetLibrary
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage

/// Writes the records of the queue into segments. Whoever works on it has it alone.
///
/// Every segment begins with the instrument, its sources and its widgets' values, so that it can be read alone. No
/// file is made before the first event.
struct JournalWriter: ~Copyable {
  private let folder: JournalFolder
  private var queue: JournalConsumer
  private let disk: Disk
  private let clock: any SessionClock
  private let notify: @Sendable () -> Void
  private var file: Int32?
  private var writtenBytes = 0
  private var hasBegun = false
  /// Whether records were lost here. Later ones may refer to them, so a new segment starts.
  private var hasLost = false
  /// Whether the disk refused the last write.
  private(set) var hasFailed = false
  /// The bytes to write next.
  private var waiting: [UInt8] = []

  // The records with which a segment begins.
  private var instrument: [JournalRecord] = []
  private var sources: [UInt32: [JournalRecord]] = [:]
  private var values: [UInt32: JournalRecord] = [:]

  /// In bytes. The limit for records in memory while the disk is full: ten minutes of a busy player.
  private static let mostWaiting = 4 << 20
  static let gatherSeconds = 0.04
  private static let retrySeconds = 1.0

  /// - Parameters:
  ///   - surroundings: the disk, and the time.
  ///   - notify: called when there is news.
  init(
    _ folder: JournalFolder, _ queue: consuming JournalConsumer, notify: @escaping @Sendable () -> Void,
    in surroundings: Surroundings = Surroundings()
  ) {
    self.folder = folder
    self.queue = queue
    self.notify = notify
    (disk, clock) = (surroundings.disk, surroundings.clock)
  }

  /// Writes all records that have arrived.
  mutating func writeAll() {
    while let record = queue.pop() {
      take(record)
      // This keeps a segment from becoming much larger than it should.
      if waiting.count > folder.segmentBytes / 2, !hasFailed { flush() }
    }
    flush()
  }

  private mutating func take(_ record: JournalRecord) {
    switch JournalRecord.Kind(rawValue: record.kind) {
    case .instrument:
      let contents = queue.popContents()
      let states = contents.states.map {
        JournalRecord(.state, widget: $0.widget, $0.value, time: record.time)
      }
      values = Dictionary(states.map { ($0.source, $0) }) { $1 }
      instrument = JournalRecord.records(.instrument, source: 0, contents.bytes, time: record.time)
      if hasBegun { add(instrument + states) }
    case .source:
      let records = JournalRecord.records(
        .source, source: record.source, queue.popContents().bytes, time: record.time)
      sources[record.source] = records
      if hasBegun { add(records) }
    case .exclusive:
      add(
        JournalRecord.records(
          .exclusive, source: record.source, queue.popContents().bytes, time: record.time))
    case .left:
      sources[record.source] = nil
      if hasBegun { add([record]) }
    case .released: if hasBegun { add([record]) }
    case .state:
      add([record])
      values[record.source] = record
    case .move:
      add([record])
      var state = record
      state.kind = JournalRecord.Kind.state.rawValue
      values[record.source] = state
    default: add([record])
    }
  }

  private mutating func add(_ records: [JournalRecord]) {
    if file == nil, waiting.isEmpty { beginSegment(at: records[0].time) }
    guard waiting.count < Self.mostWaiting else {
      queue.countLost(records.count)
      hasLost = true
      return
    }
    for record in records { record.append(to: &waiting) }
  }

  private mutating func beginSegment(at time: UInt64) {
    waiting =
      JournalSegment.Header(isContinuation: hasBegun, wall: clock.wall, clock: clock.now.nanoseconds).bytes
    for var record in instrument + sources.values.joined() + values.values {
      record.time = time
      if hasBegun, !hasLost { record.flags.insert(.repeats) }
      record.append(to: &waiting)
    }
    hasBegun = true
    hasLost = false
  }

  // MARK: The disk

  private mutating func flush() {
    guard !waiting.isEmpty else { return }
    if file == nil {
      file = folder.makeSegment(on: disk)
      writtenBytes = 0
    }
    guard let file else { return fail("\(Errno.last)") }
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { disk.write(file, $0) }
      if count < 0, errno == EINTR { continue }
      // The next write continues at this byte, so no record is split.
      guard count > 0 else { return fail("\(Errno.last)") }
      waiting.removeFirst(count)
      writtenBytes += count
    }
    if hasFailed { tell(.resumed) }
    hasFailed = false
    if hasLost || writtenBytes >= folder.segmentBytes {
      close(file)
      self.file = nil
    }
  }

  private mutating func fail(_ reason: String) {
    if !hasFailed {
      tell(
        .failed(
          SpinetError(
            .notWritten, what: folder.path.string, why: "the journal cannot be written: \(reason)",
            remedy: "free some disk space; Spinet keeps trying")))
    }
    hasFailed = true
  }

  private func tell(_ news: JournalQueue.News) {
    queue.tell(news)
    notify()
  }
}

extension JournalWriter: LastingWork {
  mutating func wait() {
    queue.waitForRecords(atMost: hasFailed ? Self.retrySeconds : nil)
    queue.gather(seconds: Self.gatherSeconds)
  }

  /// Writes what has arrived. At the end of the queue it writes the rest, and closes the file.
  mutating func turn() -> Bool {
    // Read first, so that nothing that was added before the end is missed.
    let isEnding = queue.isEnding
    writeAll()
    if isEnding, let file { close(file) }
    return !isEnding
  }
}
