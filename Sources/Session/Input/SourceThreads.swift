import Logging
import SpinetRealtime

/// The threads of a camera, a touch screen and a motion sensor, if they play. Each plays as a client of its own, and none
/// plays after `end`. [control-thread]
final class SourceThreads {
  let options: PlayOptions
  let handle: SessionHandle
  let surroundings: Surroundings
  let logger: Logger
  private var threads: [SourceThread] = []

  init(
    _ options: PlayOptions, playing handle: SessionHandle, in surroundings: Surroundings, logger: Logger
  ) {
    (self.options, self.handle, self.surroundings, self.logger) = (options, handle, surroundings, logger)
  }

  /// Starts those that the options name. What is missing is logged, and plays as soon as it appears.
  func start() {
    startFace()
    startTouchScreen()
    startMotion()
  }

  func add(_ thread: SourceThread) { threads.append(thread) }

  func end() {
    for thread in threads { thread.end() }
    threads = []
  }
}
