import Devices
import Foundation
import Glibc
import MIDI
import Synchronization

/// A thread that hands over what controllers send, until it is closed.
final class MIDIListener: Sendable {
  private let pipe: WakePipe
  private let isOver = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Opens the sequencer in the new thread, which alone uses it; throws what came of that.
  init(clientName: String, take: @escaping @Sendable (MIDIMessage) -> Void) throws {
    pipe = try WakePipe()
    let opened = DispatchSemaphore(value: 0)
    let result = Outcome()
    Thread.detachNewThread { [self] in
      do {
        let source = try ALSASequencer(clientName: clientName)
        opened.signal()
        listen(source, take)
      } catch {
        result.failure.withLock { $0 = error as? MIDISourceError }
        opened.signal()
      }
      ended.signal()
    }
    opened.wait()
    if let failure = result.failure.withLock({ $0 }) { throw failure }
  }

  private final class Outcome: Sendable {
    let failure = Mutex<MIDISourceError?>(nil)
  }

  func close() {
    isOver.store(true, ordering: .releasing)
    pipe.wake()
    ended.wait()
  }

  private func listen(_ source: ALSASequencer, _ take: (MIDIMessage) -> Void) {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while !isOver.load(ordering: .acquiring) {
      poll(&descriptors, 2, -1)
      source.read { if case .message(let message, _, _) = $0 { take(message) } }
    }
  }
}
