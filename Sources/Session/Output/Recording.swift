import Glibc
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Records the output. A file has one sample rate, so a card that returns at another rate starts a new file.
///
/// Other threads write, complete and name the files; only `finish` waits for them. [control-thread]
struct Recording {
  typealias Open =
    @Sendable (_ path: FilePath, _ framesPerSecond: Int) throws(SpinetError) -> any RecordingFile

  /// The files that have been opened.
  private(set) var paths: [FilePath] = []
  /// The name of the last of them, which screens show; empty before the first. Taking a path apart for each frame of a
  /// screen would cost more than the rest of it.
  private(set) var fileName = ""
  /// The length of the complete files.
  private(set) var seconds = 0.0
  /// The error of the first file that could not be written.
  private(set) var failure: SpinetError?
  /// Who waits until the first file is open, or until all are complete.
  var reply: WaitingReply?

  private let names: RecordingNames
  /// The name of the first file, if it is known before it is opened.
  private let firstName: FilePath?
  private let logger: Logger
  private let open: Open
  private let worker: any Worker
  private let clock: any SessionClock
  /// Called by the writing threads when `check` has something to report.
  private let changed: @Sendable () -> Void
  /// The files that are not complete yet, the current one last.
  private var files: [WrittenFile] = []
  private var fileCount = 0
  private var hasEnded = false

  /// A recording from the start of the session. Its first file is opened before anything sounds.
  ///
  /// - Parameters:
  ///   - replaces: whether a file of that name is overwritten; otherwise the next free name is taken.
  ///   - open: replaces the disk in tests.
  init(
    path: FilePath, replaces: Bool = false, logger: Logger, in surroundings: Surroundings = Surroundings(),
    open: Open? = nil
  ) {
    names = RecordingNames(replaces: replaces) { path }
    let first = (try? names.name(of: 0)) ?? path
    if first != path { logger.warning("\(path) exists: the sound is recorded in \(first)") }
    firstName = first
    (self.logger, worker, clock) = (logger, surroundings.worker, surroundings.clock)
    self.open = open ?? ListedRecording.opener(names, in: surroundings, logger)
    changed = {}
  }

  /// A recording that begins while the instrument plays. The control thread does not look for, open or create files.
  ///
  /// - Parameter path: called by the writing thread.
  init(
    replaces: Bool, logger: Logger, in surroundings: Surroundings = Surroundings(),
    changed: @escaping @Sendable () -> Void, open: Open? = nil,
    path: @escaping @Sendable () throws(SpinetError) -> FilePath
  ) {
    names = RecordingNames(replaces: replaces, wanted: path)
    firstName = nil
    (self.logger, self.changed) = (logger, changed)
    (worker, clock) = (surroundings.worker, surroundings.clock)
    self.open = open ?? ListedRecording.opener(names, in: surroundings, logger)
  }

  /// The recorder for this rate. Call it when the audio thread that used the previous one has ended.
  ///
  /// - Throws: an error if the first file is opened at once and cannot be. `check` reports later errors.
  mutating func recorder(framesPerSecond: Int) throws(SpinetError) -> FrameRecorder {
    if let file = files.last, !file.isEnding {
      if file.framesPerSecond == framesPerSecond { return file.recorder }
      file.recorder.end()
      files[files.count - 1].isEnding = true
    }
    let recorder = try newRecorder(framesPerSecond)
    files.append(WrittenFile(recorder, framesPerSecond: framesPerSecond, isNamed: fileCount == 0))
    fileCount += 1
    return recorder
  }

  private func newRecorder(_ framesPerSecond: Int) throws(SpinetError) -> FrameRecorder {
    if let firstName, fileCount == 0 {
      let file = try open(firstName, framesPerSecond)
      return try FrameRecorder(framesPerSecond: framesPerSecond, on: worker, changed: changed) {
        () throws(SpinetError) in file
      }
    }
    return try FrameRecorder(framesPerSecond: framesPerSecond, on: worker, changed: changed) {
      [names, open, fileCount] () throws(SpinetError) in
      try open(names.name(of: fileCount), framesPerSecond)
    }
  }

  /// Whether all files are complete, after `end`.
  var isOver: Bool { hasEnded && files.isEmpty }

  /// Lets the writing threads complete the files. Does not wait: `isOver` is true after a later `check`.
  mutating func end() {
    hasEnded = true
    for index in files.indices {
      files[index].recorder.end()
      files[index].isEnding = true
    }
  }

  /// Reports news about the files, each once: a new file, a full disk, lost frames.
  mutating func check() {
    for index in files.indices {
      // Read first, so that news that comes with the end is not missed.
      let isOver = files[index].isEnding && files[index].recorder.hasEnded
      let opened = files[index].popPaths()
      if let last = opened.last { fileName = last.name }
      paths += opened
      files[index].tellName(to: logger)
      files[index].popFailure().map { fail($0) }
      if isOver {
        files[index].tellLosses(to: logger)
        seconds += files[index].seconds
      }
      files[index].isOver = isOver
    }
    files.removeAll(where: \.isOver)
  }

  /// Keeps the first failure. It is logged unless somebody waits for it.
  private mutating func fail(_ error: SpinetError) {
    failure = failure ?? error
    if reply == nil { logger.error(error) }
  }

  /// Completes all files. The time limit is for all of them together.
  mutating func finish() throws(SpinetError) {
    if fileCount == 0, let firstName {
      logger.warning("\(firstName): nothing was recorded, because the engine never ran")
    }
    let limit = clock.now.advanced(bySeconds: FrameRecorder.longestFinish)
    end()
    let last = files
    files = []
    for file in last { finish(file, by: limit) }
    if let failure { throw failure }
  }

  /// A first failure is thrown at the end, so it is not logged.
  private mutating func finish(_ file: WrittenFile, by limit: HostTime) {
    var file = file
    var error: SpinetError?
    do throws(SpinetError) {
      try file.recorder.finish(within: max(0, Double(limit.nanoseconds(since: clock.now)) * 1e-9))
    } catch let failure {
      error = failure == file.toldFailure ? nil : failure
    }
    file.tellName(to: logger)
    file.tellLosses(to: logger)
    guard let error else { return }
    if failure == nil { failure = error } else { logger.error(error) }
  }
}

/// One file of a recording.
private struct WrittenFile {
  let recorder: FrameRecorder
  let framesPerSecond: Int
  /// Whether the user has been told the file's name.
  private var isNamed: Bool
  private var pathCount = 0
  var isEnding = false
  var isOver = false
  private(set) var toldFailure: SpinetError?

  init(_ recorder: FrameRecorder, framesPerSecond: Int, isNamed: Bool) {
    self.recorder = recorder
    self.framesPerSecond = framesPerSecond
    self.isNamed = isNamed
  }

  var seconds: Double { Double(recorder.writtenFrames) / Double(framesPerSecond) }

  /// The names of the files that have been opened. Each is returned once.
  mutating func popPaths() -> ArraySlice<FilePath> {
    let new = recorder.paths.dropFirst(pathCount)
    pathCount += new.count
    return new
  }

  mutating func tellName(to logger: Logger) {
    guard !isNamed, let path = recorder.paths.first else { return }
    isNamed = true
    logger.warning("the sound continues at \(framesPerSecond) Hz: it is recorded in \(path)")
  }

  /// Why the file ended early, or why it could not be completed. Each error is returned once.
  mutating func popFailure() -> SpinetError? {
    guard let failure = recorder.failure, failure != toldFailure else { return nil }
    toldFailure = failure
    return failure
  }

  func tellLosses(to logger: Logger) {
    guard recorder.lostFrames > 0 else { return }
    logger.warning("the recording lacks \(recorder.lostFrames) frames: the disk was slower than the sound")
  }
}
