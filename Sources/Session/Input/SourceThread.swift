import SpinetRealtime
import Synchronization

/// The thread of a source that plays the instrument beside MIDI: a camera, a touch screen.
final class SourceThread: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let waker: Waker
  private let thread = Mutex<WorkerThread?>(nil)

  /// The longest wait for a source, in seconds, before `isRunning` is asked again.
  static let longestWait = 0.2
  /// How long after a failure a source is tried again.
  private static let nanosecondsBetweenTries: Int64 = 2_000_000_000

  /// - Parameter work: runs on the thread, until `isRunning` is false.
  init(name: String, work: @escaping @Sendable (SourceThread) -> Void) throws(SpinetError) {
    waker = try Waker()
    var worker: WorkerThread? = try WorkerThread(name: name) { [self] in work(self) }
    thread.withLock { $0 = worker.take() }
  }

  /// Opens a source, plays it until it is gone, and tries again.
  ///
  /// - Parameters:
  ///   - play: returns or throws when the source is gone, or `isRunning` is false.
  ///   - tell: gets errors, on the thread; a lasting one once.
  convenience init<Source>(
    name: String, open: @escaping @Sendable () throws(SpinetError) -> Source,
    play: @escaping @Sendable (SourceThread, Source) throws(SpinetError) -> Void,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) {
    try self.init(name: name) { thread in
      var told: SpinetError?
      while thread.isRunning {
        do throws(SpinetError) {
          let source = try open()
          told = nil
          try play(thread, source)
        } catch {
          if told != error { tell(error) }
          told = error
        }
        thread.waitForNextTry()
      }
    }
  }

  /// Whether the source may still play; false after `end`.
  var isRunning: Bool { !isOver.load(ordering: .relaxed) }

  /// Waits until the source is worth another try, or the thread has to end.
  func waitForNextTry() { waker.sleep(nanoseconds: Self.nanosecondsBetweenTries) }

  /// The source plays nothing after this has returned.
  func end() {
    isOver.store(true, ordering: .relaxed)
    waker.wake()
    thread.withLock { $0 = nil }
  }
}
