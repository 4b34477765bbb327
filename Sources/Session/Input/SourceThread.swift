import SpinetRealtime

/// The thread of a source that plays the instrument beside MIDI: a camera, a touch screen, a motion sensor.
package struct SourceThread: Sendable {
  private let thread: StoppableThread

  /// The longest wait for a source, in seconds, before `isStopping` is asked again.
  static let longestWait = 0.2

  /// - Parameter work: runs on the thread, until it is stopping.
  init(name: String, work: @escaping @Sendable (StoppableThread) -> Void) throws(SpinetError) {
    thread = try StoppableThread(name: name, work: work)
  }

  /// Opens a source, plays it until it is gone, and tries again.
  ///
  /// - Parameters:
  ///   - play: returns or throws when the source is gone, or the thread is stopping.
  ///   - tell: gets errors, on the thread; a lasting one once.
  init<Source>(
    name: String, open: @escaping @Sendable () throws(SpinetError) -> Source,
    play: @escaping @Sendable (StoppableThread, Source) throws(SpinetError) -> Void,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) {
    try self.init(name: name) { thread in
      var errors = SourceErrors()
      while !thread.isStopping {
        var isOpening = true
        do throws(SpinetError) {
          let source = try open()
          isOpening = false
          errors.forget()
          try play(thread, source)
        } catch {
          if errors.isNews(error, isOpening: isOpening) { tell(error) }
        }
        thread.waitForNextTry()
      }
    }
  }

  /// The source plays nothing after this has returned.
  package func end() { thread.stop() }
}

extension StoppableThread {
  /// Waits until a source is worth another try, or the thread has to end.
  func waitForNextTry() { sleep(seconds: 2) }
}
