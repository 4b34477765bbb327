import FoundationEssentials
import Glibc
import SpinetJournal
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The segments of one instrument's journal, as files with rising numbers.
package struct JournalFolder: Sendable {
  package let path: FilePath
  /// The limit for all segments together.
  let byteLimit: Int

  /// The default limit, in bytes.
  package static let usualLimit = 64 << 20
  /// In bytes. A smaller journal would hold only a few minutes.
  package static let smallestLimit = 1 << 20

  /// - Parameter client: the instrument's name, `Spinet` or `Spinet TAG`.
  package init(client: String, byteLimit: Int = usualLimit, folders: Folders = Folders()) {
    self.init(path: folders.state.appending("journal").appending(client), byteLimit: byteLimit)
  }

  package init(path: FilePath, byteLimit: Int) {
    self.path = path
    self.byteLimit = max(byteLimit, Self.smallestLimit)
  }

  /// The size of a segment at which the next one begins.
  var segmentBytes: Int { byteLimit / 16 }

  private static let ending = ".journal"

  /// The numbers of the segments, in order.
  func numbers() -> [Int] {
    let files = (try? path.entries()) ?? []
    return files.filter { $0.hasSuffix(Self.ending) }.compactMap { Int($0.dropLast(Self.ending.count)) }
      .sorted()
  }

  func file(_ number: Int) -> FilePath {
    path.appending("\(String(number).padded(to: 8, .right, with: "0"))\(Self.ending)")
  }

  /// Opens a new segment for appending and removes those that are too old. Nil with the reason in `errno`.
  func makeSegment(on disk: Disk = Disk()) -> Int32? {
    // If this fails, opening a file in the folder fails too, and gives the reason.
    try? path.makeFolder(permissions: 0o700)
    let old = numbers()
    removeOld(old)
    var number = (old.last ?? 0) + 1
    while true {
      let descriptor = disk.create(file(number), O_WRONLY | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return descriptor }
      guard errno == EEXIST else { return nil }
      number += 1
    }
  }

  /// Makes room for one more segment.
  private func removeOld(_ numbers: [Int]) {
    let sizes = numbers.map { Self.size(of: file($0)) }
    var total = sizes.reduce(segmentBytes, +)
    for (number, size) in zip(numbers, sizes) where total > byteLimit {
      unlink(file(number).string)
      total -= size
    }
  }

  private static func size(of path: FilePath) -> Int {
    var status = stat()
    return stat(path.string, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The segments in which records are lost, and how many.
  package func losses() -> [(file: FilePath, records: Int)] {
    numbers().compactMap { number in
      guard let bytes = try? InputFile.bytes(ifThereIs: file(number)),
        let lost = JournalSegment(bytes: bytes)?.lostRecords, lost > 0
      else { return nil }
      return (file(number), lost)
    }
  }

  /// The takes in all segments that can be read.
  package func takes(pauseSeconds: Double = 5) -> [Take] { takes(of: TakeFinder(pauseSeconds: pauseSeconds)) }

  /// The takes in a span of time, in nanoseconds since 1970. Pauses do not separate takes here.
  package func takes(within span: ClosedRange<Int64>) -> [Take] { takes(of: TakeFinder(within: span)) }

  private func takes(of finder: TakeFinder) -> [Take] {
    var finder = finder
    var last: Int?
    for number in numbers() {
      guard let bytes = try? InputFile.bytes(ifThereIs: file(number)),
        let segment = JournalSegment(bytes: bytes)
      else { continue }
      let isContinuation = segment.header.isContinuation && last == number - 1
      if !isContinuation { finder.endRun() }
      segment.read(isContinuation: isContinuation) { finder.take($0) }
      last = number
    }
    return finder.finish()
  }
}
