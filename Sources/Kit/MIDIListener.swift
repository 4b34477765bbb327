import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization

/// A thread that passes on the messages of controllers, until it is closed.
final class MIDIListener: Sendable {
  private let waker: Waker
  private let isOver = Atomic<Bool>(false)
  private let thread = JoinableThread()

  /// - Parameters:
  ///   - open: opens the source on the new thread, the only one that uses it. Its error is thrown here.
  ///   - take: receives every message, on the new thread.
  init(
    open: @escaping @Sendable () throws(SpinetError) -> any MIDISource,
    take: @escaping @Sendable (MIDIMessage) -> Void
  ) throws(SpinetError) {
    waker = try Waker()
    let opened = try Waker()
    let result = Outcome()
    try thread.start(name: "spinet-midi") { [self] in
      do throws(SpinetError) {
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
    let failure = Mutex<SpinetError?>(nil)
  }

  /// Ends the thread. When it returns, no more messages come.
  func close() {
    isOver.store(true, ordering: .releasing)
    waker.wake()
    thread.join()
  }

  private func listen(_ source: any MIDISource, _ take: (MIDIMessage) -> Void) {
    var poll = DescriptorPoll([waker.descriptor, source.descriptor])
    while !isOver.load(ordering: .acquiring) {
      poll.wait(milliseconds: source.descriptor == nil ? 1 : nil)
      source.read { arrival in
        switch arrival {
        case .message(let message, _, _): take(message)
        case .message2(let message, _, _): message.forEachMIDI1Message(take)
        default: break
        }
      }
    }
  }
}
