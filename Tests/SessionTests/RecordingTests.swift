import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// A disk whose files can be held, and that remembers what was done, in order.
private final class Disk: Sendable {
  let isStalled = Atomic<Bool>(false)
  let isFull = Atomic<Bool>(false)
  private let events = Mutex<[String]>([])

  var all: [String] { events.withLock { $0 } }

  func open(_ path: FilePath) throws(SpinetError) -> any RecordingFile {
    wait()
    if isFull.load(ordering: .relaxed) {
      throw SpinetError(.deviceFailed, what: path.string, why: "full", remedy: "make room")
    }
    record("open", path)
    return File(path: path, disk: self)
  }

  func wait() { _ = eventually(within: 60) { !isStalled.load(ordering: .relaxed) } }

  func record(_ event: String, _ path: FilePath) {
    events.withLock { $0.append("\(event) \(path.name)") }
  }
}

private final class File: RecordingFile {
  let path: FilePath
  private let disk: Disk

  init(path: FilePath, disk: Disk) {
    self.path = path
    self.disk = disk
  }

  func write(_ sound: StereoSamples) {}

  func finish() throws(SpinetError) {
    disk.wait()
    if disk.isFull.load(ordering: .relaxed) {
      throw SpinetError(.deviceFailed, what: path.string, why: "full", remedy: "make room")
    }
    disk.record("finish", path)
  }
}

struct RecordingTests {
  private let folder = TemporaryFolder()
  private let disk = Disk()
  private let lines = LogLines()

  private func recording() -> Recording {
    let (disk, lines) = (disk, lines)
    let logger = Logger(label: "test") { _ in ListingLog { lines.add($0) } }
    return Recording(path: FilePath(folder.path + "/take.wav"), logger: logger) {
      (path, _) throws(SpinetError) in
      try disk.open(path)
    }
  }

  @Test(.timeLimit(.minutes(20)))
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
      let file = "\(folder.path)/\(name)"
      #expect(lines.all.contains("the sound continues at \(rate) Hz: it is recorded in \(file)"))
    }
  }

  @Test(.timeLimit(.minutes(20))) func `The end waits for files that are still being completed`() throws {
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

struct RecordingsTests {
  private let folder = TemporaryFolder()
  private let disk = Disk()
  private let lines = LogLines()

  private let answers = Answers()

  /// What was answered to whom, as `CLIENT: LINE`.
  private final class Answers: Sendable {
    private let lines = Mutex<[String]>([])
    var isEmpty: Bool { lines.withLock { $0.isEmpty } }

    func reply(to client: Int) -> WaitingReply {
      WaitingReply(
        Reply { response in
          let text = response.lines(.text).joined()
          self.lines.withLock { $0.append("\(client): \(text)") }
        })
    }

    func removeAll() -> String {
      lines.withLock { lines in
        defer { lines = [] }
        return lines.joined(separator: "; ")
      }
    }
  }

  private func recording(for client: Int, _ name: String = "take.wav", replaces: Bool = false) -> Recording {
    let (disk, lines, path) = (disk, lines, FilePath("\(folder.path)/\(name)"))
    let logger = Logger(label: "test") { _ in ListingLog { lines.add($0) } }
    var recording = Recording(
      replaces: replaces, logger: logger, changed: {},
      open: { (path, _) throws(SpinetError) in try disk.open(path) }, path: { path })
    recording.reply = answers.reply(to: client)
    return recording
  }

  /// The next answer.
  private func answer(_ recordings: inout Recordings) -> String {
    _ = eventually {
      if recordings.check() { recordings.end() }
      return !answers.isEmpty
    }
    return answers.removeAll().replacingOccurrences(of: folder.path + "/", with: "")
  }

  @Test func `Who starts is answered when the file is open, and who stops when it is complete`() throws {
    var recordings = Recordings(nil)
    disk.isStalled.store(true, ordering: .relaxed)
    recordings.begin(recording(for: 1))
    _ = try recordings.recorder(framesPerSecond: 48_000)
    for _ in 0..<20 { #expect(!recordings.check() && answers.isEmpty) }
    disk.isStalled.store(false, ordering: .relaxed)
    #expect(answer(&recordings) == "1: recording take.wav")
    disk.isStalled.store(true, ordering: .relaxed)
    recordings.end(answers.reply(to: 2))
    #expect(recordings.current == nil)
    for _ in 0..<20 { #expect(!recordings.check() && answers.isEmpty) }
    disk.isStalled.store(false, ordering: .relaxed)
    #expect(answer(&recordings) == "2: recorded take.wav, 0.0 s")
    try recordings.finish()
    #expect(lines.all == [])
  }

  @Test func `Who starts a recording that cannot begin is not told that it has ended`() throws {
    var recordings = Recordings(nil)
    recordings.begin(recording(for: 1))
    recordings.withdraw()
    #expect(recordings.current == nil)
    #expect(answers.removeAll().hasPrefix("1: !"))
    recordings.begin(recording(for: 2))
    _ = try recordings.recorder(framesPerSecond: 48_000)
    recordings.end(answers.reply(to: 3))
    #expect(answers.removeAll() == "2: the recording has ended before its file was open")
    #expect(answer(&recordings).hasPrefix("3: recorded"))
    try recordings.finish()
  }

  @Test
  func `A name that is in use is not given again before its file is complete, even to one that replaces`()
    throws
  {
    var recordings = Recordings(nil)
    var first = recording(for: 1)
    _ = try first.recorder(framesPerSecond: 48_000)
    #expect(
      eventually {
        first.check()
        return !first.paths.isEmpty
      })
    recordings.begin(recording(for: 2, replaces: true))
    _ = try recordings.recorder(framesPerSecond: 48_000)
    #expect(answer(&recordings) == "2: recording take-2.wav")
    try recordings.finish()
    try first.finish()
  }

  @Test func `A file that cannot be opened is refused, and is no loss`() throws {
    var recordings = Recordings(nil)
    disk.isFull.store(true, ordering: .relaxed)
    recordings.begin(recording(for: 7))
    _ = try recordings.recorder(framesPerSecond: 48_000)
    let refusal = RemoteRefusal(
      SpinetError(.deviceFailed, what: "take.wav", why: "full", remedy: "make room"))
    #expect(answer(&recordings) == "7: \(refusal.line)")
    #expect(recordings.current == nil)
    // The client that started it got the error, so it is not reported again.
    #expect(recordings.popAbsence().why == "nothing is recorded")
    #expect(eventually { !recordings.check() && lines.all.isEmpty })
    try recordings.finish()
  }

  @Test func `A disk that is full is told at once, ends the recording, and is a loss`() throws {
    var recordings = Recordings(nil)
    recordings.begin(recording(for: 1))
    let recorder = try #require(try recordings.recorder(framesPerSecond: 48_000))
    #expect(answer(&recordings) == "1: recording take.wav")
    disk.isFull.store(true, ordering: .relaxed)
    recorder.end()
    #expect(eventually { recordings.check() })
    #expect(lines.all.count == 1 && lines.all[0].hasSuffix("take.wav: full; make room"), "\(lines.all)")
    recordings.end()
    #expect(eventually { !recordings.check() })
    #expect(throws: SpinetError.self) { try recordings.finish() }
  }
}

private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
