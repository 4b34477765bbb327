import SpinetRealtime
import Synchronization

/// Writes text to standard output and standard error on its own thread.
///
/// A write blocks for as long as its reader pauses: Ctrl-S in a terminal, a pager, a full pipe. The control thread
/// must never wait for that, so whatever it says goes through here. The queue is bounded; what does not fit is
/// dropped, counted, and reported once the reader continues.
package final class OutputQueue: Sendable {
  package enum Stream: Sendable { case output, error }

  private struct State {
    var waiting: [(text: String, stream: Stream)] = []
    var dropped = 0
    /// Whether the thread is inside a write.
    var isWriting = false
    var isFinished = false
  }

  private let state = Mutex(State())
  private let news: Waker
  private let ended: Waker
  private static let capacity = 1024

  /// - Parameters:
  ///   - write: writes a text and may block. Called by the queue's thread only.
  ///   - notice: the line for standard error after texts have been dropped. It gets their number.
  package init(
    write: @escaping @Sendable (String, Stream) -> Void,
    notice: @escaping @Sendable (Int) -> String = { "spinet: \($0) lines dropped: the output was not read\n" }
  ) throws(SpinetError) {
    news = try Waker()
    ended = try Waker()
    try WorkerThread(name: "spinet-output") { [self] in
      run(write, notice)
      ended.wake()
    }.detach()
  }

  /// Never waits for a reader. [any-thread]
  package func add(_ text: String, to stream: Stream) {
    state.withLock { state in
      if state.waiting.count < Self.capacity {
        state.waiting.append((text, stream))
      } else {
        state.dropped += 1
      }
    }
    news.wake()
  }

  /// Whether everything so far has been written. [any-thread]
  package var isIdle: Bool { state.withLock { $0.waiting.isEmpty && !$0.isWriting } }

  /// Ends the thread when everything is written. Waits for that, but no longer than `limit` milliseconds.
  ///
  /// A thread that is still blocked then is abandoned. It ends with the process.
  /// - Returns: whether everything was written.
  @discardableResult package func finish(withinMilliseconds limit: Int = 1000) -> Bool {
    state.withLock { $0.isFinished = true }
    news.wake()
    return isReadable(ended.descriptor, within: Double(limit) / 1000)
  }

  private func run(_ write: (String, Stream) -> Void, _ notice: (Int) -> String) {
    while true {
      let (texts, dropped, isFinished) = popAll()
      for (text, stream) in texts { write(text, stream) }
      if dropped > 0 { write(notice(dropped), .error) }
      if texts.isEmpty, isFinished { return }
      if texts.isEmpty { waitForNews() }
    }
  }

  private func waitForNews() {
    news.sleep(nanoseconds: nil)
    news.consume()
  }

  private func popAll() -> (texts: [(text: String, stream: Stream)], dropped: Int, isFinished: Bool) {
    state.withLock { state in
      defer { (state.waiting, state.dropped, state.isWriting) = ([], 0, !state.waiting.isEmpty) }
      return (state.waiting, state.dropped, state.isFinished)
    }
  }
}
