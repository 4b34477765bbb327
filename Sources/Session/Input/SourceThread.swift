import SpinetDevices
import SpinetRealtime

/// The thread of a source that plays the instrument besides MIDI: a camera, a touch screen, a motion sensor.
package struct SourceThread: Sendable {
  private let thread: StoppableThread

  /// - Parameter work: runs on the thread, until it is stopping.
  init(name: String, work: @escaping @Sendable (StoppableThread) -> Void) throws(SpinetError) {
    thread = try StoppableThread(name: name, work: work)
  }

  /// Opens a source, plays it until it is gone, and tries again.
  ///
  /// - Parameters:
  ///   - play: returns or throws when the source is gone or the thread is to end.
  ///   - tell: gets errors, on the source's thread. It gets a lasting error once.
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

  /// Ends the thread. When it returns, the source plays nothing any more.
  package func end() { thread.stop() }
}
