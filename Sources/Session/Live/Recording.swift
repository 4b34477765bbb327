import Foundation
import Logging
import SpinetDevices
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage

/// What sounds, kept in files: a sound file has one rate, and so a card that comes back at another begins the next.
///
/// Files are written, completed and named by threads of their own; only `finish` waits for them. [control-thread]
struct Recording {
  typealias Open = @Sendable (_ path: String, _ framesPerSecond: Int) throws(SpinetError) -> any RecordingFile

  private let names: FileNames
  private let logger: Logger
  private let open: Open
  /// The files that are not complete yet, the current one last.
  private var takes: [Take] = []
  private var fileCount = 0
  /// Of the first file that could not be written.
  private var failure: SpinetError?

  /// - Parameters:
  ///   - replaces: whether a file of that name is written over; otherwise the next free name is taken.
  ///   - open: stands in for the disk in tests.
  init(
    path: String, replaces: Bool = false, logger: Logger,
    open: @escaping Open = { (path, rate) throws(SpinetError) in
      try SoundFileWriter(path: path, framesPerSecond: rate)
    }
  ) {
    names = FileNames(path, replaces: replaces)
    if names.first != path {
      logger.warning("\(path) exists: the sound is recorded in \(names.first)")
    }
    self.logger = logger
    self.open = open
  }

  /// The recorder for that rate; the audio thread that had the one before has ended.
  ///
  /// - Throws: what is wrong with the place of the first file. Nothing has sounded before it, and so it is opened at
  ///   once; a later error is reported by `check`.
  mutating func recorder(framesPerSecond: Int) throws -> FrameRecorder {
    if let take = takes.last, !take.isEnding {
      if take.framesPerSecond == framesPerSecond { return take.recorder }
      take.recorder.end()
      takes[takes.count - 1].isEnding = true
    }
    let recorder = try fileCount == 0 ? first(framesPerSecond) : next(framesPerSecond)
    takes.append(Take(recorder, framesPerSecond: framesPerSecond, isNamed: fileCount == 0))
    fileCount += 1
    return recorder
  }

  private func first(_ framesPerSecond: Int) throws -> FrameRecorder {
    let file = try open(names.first, framesPerSecond)
    return try FrameRecorder(framesPerSecond: framesPerSecond) { () throws(SpinetError) in file }
  }

  private func next(_ framesPerSecond: Int) throws -> FrameRecorder {
    try FrameRecorder(framesPerSecond: framesPerSecond) { [names, open, fileCount] () throws(SpinetError) in
      try open(names.next(for: fileCount), framesPerSecond)
    }
  }

  /// Tells what has become of the files, each thing once: a new file, a full disk, lost frames.
  mutating func check() {
    for index in takes.indices {
      // Asked first, so that nothing is missed that comes with the end.
      let isOver = takes[index].isEnding && takes[index].recorder.hasEnded
      takes[index].tellName(to: logger)
      if let error = takes[index].takeFailure() {
        failure = failure ?? error
        logger.error("\(error)")
      }
      if isOver { takes[index].tellLosses(to: logger) }
      takes[index].isOver = isOver
    }
    takes.removeAll(where: \.isOver)
  }

  /// Completes all files. The time limit is for all of them together.
  mutating func finish() throws {
    if fileCount == 0 { logger.warning("\(names.first): nothing was recorded, because the engine never ran") }
    let limit = HostTime.now.advanced(bySeconds: FrameRecorder.longestFinish)
    for take in takes { take.recorder.end() }
    let last = takes
    takes = []
    for take in last { finish(take, by: limit) }
    if let failure { throw failure }
  }

  /// A first failure is thrown in the end, and so it is not logged.
  private mutating func finish(_ take: Take, by limit: HostTime) {
    var take = take
    var error: SpinetError?
    do throws(SpinetError) {
      try take.recorder.finish(within: max(0, Double(limit.nanoseconds(since: .now)) * 1e-9))
    } catch let failure {
      error = take.isFailureTold ? nil : failure
    }
    take.tellName(to: logger)
    take.tellLosses(to: logger)
    guard let error else { return }
    if failure == nil { failure = error } else { logger.error("\(error)") }
  }
}

/// One file of a recording.
private struct Take {
  let recorder: FrameRecorder
  let framesPerSecond: Int
  /// Whether the person knows the file's name.
  var isNamed: Bool
  var isEnding = false
  var isOver = false
  private(set) var isFailureTold = false

  init(_ recorder: FrameRecorder, framesPerSecond: Int, isNamed: Bool) {
    self.recorder = recorder
    self.framesPerSecond = framesPerSecond
    self.isNamed = isNamed
  }

  mutating func tellName(to logger: Logger) {
    guard !isNamed, let path = recorder.path else { return }
    isNamed = true
    logger.warning("the sound goes on at \(framesPerSecond) Hz: it is recorded in \(path)")
  }

  /// Why the file ended before its time, once.
  mutating func takeFailure() -> SpinetError? {
    guard !isFailureTold, let failure = recorder.failure else { return nil }
    isFailureTold = true
    return failure
  }

  func tellLosses(to logger: Logger) {
    guard recorder.lostFrames > 0 else { return }
    logger.warning("the recording lacks \(recorder.lostFrames) frames: the disk was slower than the sound")
  }
}

/// The name that the person gave, and those beside it for what comes after: `take-2.wav`, `take-3.wav`. [any-thread]
private final class FileNames: Sendable {
  let first: String
  private let wanted: String
  private let given: Mutex<(files: Int, number: Int)>

  init(_ wanted: String, replaces: Bool) {
    self.wanted = wanted
    var number = 1
    while !replaces, FileManager.default.fileExists(atPath: Self.path(number, of: wanted)) { number += 1 }
    first = Self.path(number, of: wanted)
    given = Mutex((files: 1, number: number))
  }

  /// A new name that no file has yet. Names are given in the order of the files, whichever thread
  /// asks first.
  /// - Parameter file: how many files came before it.
  func next(for file: Int) -> String {
    while true {
      let name = given.withLock { given -> String? in
        guard given.files == file else { return nil }
        given.files += 1
        repeat {
          given.number += 1
        } while FileManager.default.fileExists(
          atPath: Self.path(given.number, of: wanted))
        return Self.path(given.number, of: wanted)
      }
      if let name { return name }
      usleep(1_000)
    }
  }

  /// `take.wav`, `take-2.wav`, `take-3.wav` …
  private static func path(_ number: Int, of wanted: String) -> String {
    guard number > 1 else { return wanted }
    let path = FilePath(wanted)
    let stem = path.stem ?? ""
    return path.beside("\(stem)-\(number)\(path.name.dropFirst(stem.count))").string
  }
}
