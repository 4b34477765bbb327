import SpinetMIDI

/// One file of a journal: a header and records, which are only ever appended.
///
/// The header has 48 bytes: `SPINETJ` and the version 1, the number of bytes of a record (4 bytes), whether the segment
/// continues the previous one (4 bytes), the wall clock's nanoseconds since 1970 (8 bytes), and the records' clock at
/// the same moment (8 bytes). Records of unknown kinds are skipped, so that a later version may add kinds. An
/// incomplete record at the end, which a kill may leave, is not read.
package struct JournalSegment: Sendable {
  package struct Header: Hashable, Sendable {
    package static let size = 48
    /// Whether it continues the previous segment.
    package var isContinuation: Bool
    /// In nanoseconds since 1970.
    package var wall: Int64
    /// The records' clock at the same moment.
    package var clock: UInt64

    package init(isContinuation: Bool, wall: Int64, clock: UInt64) {
      self.isContinuation = isContinuation
      self.wall = wall
      self.clock = clock
    }

    private static let mark = Array("SPINETJ".utf8) + [1]

    package var bytes: [UInt8] {
      var bytes = Self.mark
      JournalRecord.append(UInt64(JournalRecord.size), byteCount: 4, to: &bytes)
      JournalRecord.append(isContinuation ? 1 : 0, byteCount: 4, to: &bytes)
      JournalRecord.append(UInt64(bitPattern: wall), byteCount: 8, to: &bytes)
      JournalRecord.append(clock, byteCount: 8, to: &bytes)
      return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
    }

    /// Nil if the bytes are not a header of this version.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= Self.size, Array(bytes[..<8]) == Self.mark,
        JournalRecord.number(bytes, at: 8, byteCount: 4) == JournalRecord.size
      else { return nil }
      isContinuation = JournalRecord.number(bytes, at: 12, byteCount: 4) & 1 == 1
      wall = Int64(bitPattern: JournalRecord.number(bytes, at: 16, byteCount: 8))
      clock = JournalRecord.number(bytes, at: 24, byteCount: 8)
    }

    /// The wall clock's time for a time of the records.
    func moment(of time: UInt64) -> Int64 { wall &+ Int64(bitPattern: time &- clock) }
  }

  package let header: Header
  private let bytes: [UInt8]

  /// Nil if the file is not a journal.
  package init?(bytes: [UInt8]) {
    guard let header = Header(bytes) else { return nil }
    self.header = header
    self.bytes = bytes
  }

  /// The number of records that are empty between others. A file system that lost a block after a power cut reads it as
  /// zeros.
  package var lostRecords: Int { emptyRecords.count { $0 < lastRecord } }

  private var starts: StrideTo<Int> {
    stride(from: Header.size, to: bytes.count - JournalRecord.size + 1, by: JournalRecord.size)
  }

  private var emptyRecords: [Int] { starts.filter { bytes[$0] == 0 } }

  /// Where the last record is that is not empty.
  private var lastRecord: Int { starts.reversed().first { bytes[$0] != 0 } ?? 0 }

  /// Passes the entries to `take`. Where records are lost, everything is released, because what was held is not known.
  ///
  /// - Parameter isContinuation: whether the previous segment was read. Entries that repeat it are left out.
  package func read(isContinuation: Bool, _ take: (JournalEntry) -> Void) {
    var text: [UInt8] = []
    var last = header.clock
    var gap: UInt64?
    for start in starts {
      let record = JournalRecord(bytes, at: start)
      guard record.kind != 0 else {
        gap = gap ?? last
        text = []
        continue
      }
      if let moment = gap { take(JournalEntry(.released, at: header.moment(of: moment))) }
      (gap, last) = (nil, record.time)
      if isContinuation, header.isContinuation, record.flags.contains(.repeats) { continue }
      if let event = Self.event(record, &text) {
        take(JournalEntry(event, at: header.moment(of: record.time)))
      }
    }
  }

  /// Nil for a piece of a longer text, and for an unknown kind.
  private static func event(_ record: JournalRecord, _ text: inout [UInt8]) -> JournalEvent? {
    switch JournalRecord.Kind(rawValue: record.kind) {
    case .message:
      guard let message = MIDIMessage(bytes: record.contents) else { return nil }
      return .message(message, from: record.source, isPlayed: record.flags.contains(.isPlayed))
    case .message2:
      return record.message2.map {
        .message2($0, from: record.source, isPlayed: record.flags.contains(.isPlayed))
      }
    case .state: return .state(widget: Int(record.source), record.value)
    case .move: return .move(widget: Int(record.source), record.value)
    case .tempo: return .tempo(record.value)
    case .touch: return record.touch.map { .touch($0, from: record.source) }
    case .left: return .left(record.source)
    case .released: return .released
    case .instrument, .source, .exclusive: return gather(record, &text)
    case nil: return nil
    }
  }

  private static func gather(_ record: JournalRecord, _ text: inout [UInt8]) -> JournalEvent? {
    text += record.contents
    if record.flags.contains(.isContinued) { return nil }
    defer { text = [] }
    switch JournalRecord.Kind(rawValue: record.kind) {
    case .instrument: return JournalInstrument(bytes: text).map { .instrument($0) }
    case .source:
      let names = text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return .source(record.source, names: names)
    default: return .exclusive(text, from: record.source)
    }
  }
}
