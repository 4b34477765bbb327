import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetRealtime
import Synchronization
import Testing

@testable import SpinetSession

/// A disk whose files can be held, and that remembers what was done, in order.
private final class Disk: Sendable {
  let isStalled = Atomic<Bool>(false)
  let isFull = Atomic<Bool>(false)
  private let events = Mutex<[String]>([])

  var all: [String] { events.withLock { $0 } }

  func open(_ path: String) throws(SpinetError) -> any RecordingFile {
    wait()
    if isFull.load(ordering: .relaxed) {
      throw SpinetError(.device, what: path, why: "full", remedy: "make room")
    }
    note("open", path)
    return File(path: path, disk: self)
  }

  func wait() { while isStalled.load(ordering: .relaxed) { usleep(1_000) } }

  func note(_ event: String, _ path: String) {
    events.withLock { $0.append("\(event) \(path.split(separator: "/").last ?? "")") }
  }
}

private final class File: RecordingFile {
  let path: String
  private let disk: Disk

  init(path: String, disk: Disk) {
    self.path = path
    self.disk = disk
  }

  func write(left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int) {}

  func finish() throws(SpinetError) {
    disk.wait()
    if disk.isFull.load(ordering: .relaxed) {
      throw SpinetError(.device, what: path, why: "full", remedy: "make room")
    }
    disk.note("finish", path)
  }
}

private func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<5000 {
    if condition() { return true }
    usleep(1_000)
  }
  return false
}

struct RecordingTests {
  private let folder = TemporaryFolder()
  private let disk = Disk()
  private let lines = LogLines()

  private func recording() -> Recording {
    let (disk, lines) = (disk, lines)
    let logger = Logger(label: "test") { _ in ListingLog { lines.add($0) } }
    return Recording(path: folder.path + "/take.wav", logger: logger) { (path, _) throws(SpinetError) in
      try disk.open(path)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `A card that comes back at another rate waits for no disk, and every file gets a name of its own`()
    throws
  {
    var recording = recording()
    _ = try recording.recorder(framesPerSecond: 48_000)
    disk.isStalled.store(true, ordering: .relaxed)
    for rate in [44_100, 48_000, 48_000, 96_000] {
      _ = try recording.recorder(framesPerSecond: rate)
      recording.check()
    }
    #expect(disk.all == ["open take.wav"])
    #expect(lines.all.isEmpty)
    disk.isStalled.store(false, ordering: .relaxed)
    #expect(
      eventually {
        recording.check()
        return lines.all.count == 3
      })
    try recording.finish()
    let names = ["take.wav", "take-2.wav", "take-3.wav", "take-4.wav"]
    #expect(Set(disk.all) == Set(names.flatMap { ["open \($0)", "finish \($0)"] }))
    #expect(disk.all.count == 8)
    for (rate, name) in zip([44_100, 48_000, 96_000], names.dropFirst()) {
      #expect(lines.all.contains("the sound goes on at \(rate) Hz: it is recorded in \(folder.path)/\(name)"))
    }
  }

  @Test(.timeLimit(.minutes(5))) func `The end waits for files that are still being completed`() throws {
    var recording = recording()
    _ = try recording.recorder(framesPerSecond: 48_000)
    disk.isStalled.store(true, ordering: .relaxed)
    _ = try recording.recorder(framesPerSecond: 44_100)
    let disk = disk
    Thread.detachNewThread {
      usleep(200_000)
      disk.isStalled.store(false, ordering: .relaxed)
    }
    try recording.finish()
    #expect(
      disk.all.sorted() == ["finish take-2.wav", "finish take.wav", "open take-2.wav", "open take.wav"])
  }

  @Test func `A file that fails after another has begun is told at once, and is the session's failure`()
    throws
  {
    var recording = recording()
    _ = try recording.recorder(framesPerSecond: 48_000)
    disk.isFull.store(true, ordering: .relaxed)
    _ = try recording.recorder(framesPerSecond: 44_100)
    #expect(
      eventually {
        recording.check()
        return lines.all.count == 2
      })
    #expect(lines.all.sorted().first?.hasSuffix("take-2.wav: full; make room") == true, "\(lines.all)")
    #expect(lines.all.contains { $0.hasSuffix("take.wav: full; make room") })
    #expect(throws: SpinetError.self) { try recording.finish() }
    #expect(lines.all.count == 2)
  }
}

private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
