import Glibc
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization

/// A thread that hands over what controllers send, until it is closed.
final class MIDIListener: Sendable {
  private let waker: Waker
  private let isOver = Atomic<Bool>(false)
  private let thread = JoinableThread()

  /// - Parameters:
  ///   - open: opens the source in the new thread, which alone uses it. Its error is thrown here.
  ///   - take: gets every message, in the new thread.
  init(
    open: @escaping @Sendable () throws -> any MIDISource, take: @escaping @Sendable (MIDIMessage) -> Void
  ) throws {
    waker = try Waker()
    let opened = try Waker()
    let result = Outcome()
    try thread.start(name: "spinet-midi") { [self] in
      do {
        let source = try open()
        opened.wake()
        listen(source, take)
      } catch {
        result.failure.withLock { $0 = error }
        opened.wake()
      }
    }
    opened.sleep(nanoseconds: nil)
    if let failure = result.failure.withLock({ $0 }) { throw failure }
  }

  private final class Outcome: Sendable {
    let failure = Mutex<(any Error)?>(nil)
  }

  /// Returns when no message comes any more.
  func close() {
    isOver.store(true, ordering: .releasing)
    waker.wake()
    thread.join()
  }

  private func listen(_ source: any MIDISource, _ take: (MIDIMessage) -> Void) {
    var descriptors = [waker.descriptor, source.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while !isOver.load(ordering: .acquiring) {
      poll(&descriptors, 2, source.descriptor == nil ? 1 : -1)
      source.read { if case .message(let message, _, _) = $0 { take(message) } }
    }
  }
}
