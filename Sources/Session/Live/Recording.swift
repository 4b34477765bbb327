import Foundation
import Logging
import SpinetDevices
import SpinetText

/// What sounds, kept in files: a sound file has one rate, and so a card that comes back at another begins the next.
/// [control-thread]
struct Recording {
  private let path: String
  private let logger: Logger
  private var current: (recorder: FrameRecorder, framesPerSecond: Int)?
  private var hasBegun = false
  /// Of the first file that could not be finished.
  private var failure: (any Error)?

  init(path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// What takes frames of that rate from now on; the audio thread that had the one before has ended.
  mutating func recorder(framesPerSecond: Int) throws -> FrameRecorder {
    if let current, current.framesPerSecond == framesPerSecond { return current.recorder }
    end()
    let path = hasBegun ? nextPath : path
    let recorder = try FrameRecorder(path: path, framesPerSecond: framesPerSecond)
    if hasBegun { logger.warning("the sound goes on at \(framesPerSecond) Hz: it is recorded in \(path)") }
    hasBegun = true
    current = (recorder, framesPerSecond)
    return recorder
  }

  /// Beside the first, and nobody's yet.
  private var nextPath: String {
    let first = FilePath(path)
    let ending = first.name.dropFirst(first.stem.count)
    let names = (2...).lazy.map { first.beside("\(first.stem)-\($0)\(ending)") }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? path
  }

  /// Tells, once, that nothing more is recorded, for instance because the disk is full.
  mutating func check() {
    guard failure == nil, let error = current?.recorder.failure else { return }
    failure = error
    logger.error("\(error)")
  }

  /// Ends for good: what was recorded is complete.
  mutating func finish() throws {
    if !hasBegun { logger.warning("\(path): nothing was recorded, for the engine never ran") }
    end()
    if let failure { throw failure }
  }

  private mutating func end() {
    guard let recorder = current?.recorder else { return }
    current = nil
    do { try recorder.finish() } catch { failure = failure ?? error }
    if recorder.lostFrames > 0 {
      logger.warning(
        "the recording lacks \(recorder.lostFrames) frames: the disk was slower than the sound")
    }
  }
}
