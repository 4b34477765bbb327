import Foundation
import SpinetDevices
import SpinetRealtime
import Synchronization

/// A sequencer client that reads what comes and does nothing with it: how late the machine is by itself.
final class BareClient: Sendable {
  let name: String
  private let longest = Atomic<Int64>(0)
  private let count = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// Waits until others can send to it.
  init(named name: String) throws {
    self.name = name
    Thread.detachNewThread { [self] in listen() }
    try expect(
      soon(seconds: 60) { Sequencer.listing().contains(name) }, seen: Sequencer.listing(),
      expected: "a client \(name)")
  }

  func stop() { isOver.store(true, ordering: .relaxed) }

  /// Since this was asked last: how many messages came, and how long one waited at most.
  func takeFigures() -> (messages: Int, millisecondsBehind: Double) {
    let nanoseconds = longest.exchange(0, ordering: .relaxed)
    return (count.exchange(0, ordering: .relaxed), Double(nanoseconds) * 1e-6)
  }

  private func listen() {
    let rule = MIDIConnectionRule(connectsHardware: false)
    guard let source = try? ALSASequencer(clientName: name, rule: rule) else { return }
    var descriptor = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while !isOver.load(ordering: .relaxed) {
      poll(&descriptor, 1, 100)
      var oldest: HostTime?
      source.read { arrival in
        guard case .message(_, _, let time) = arrival else { return }
        oldest = oldest.map { min($0, time) } ?? time
        count.wrappingAdd(1, ordering: .relaxed)
      }
      guard let oldest else { continue }
      let waited = HostTime.now.nanoseconds(since: oldest)
      if waited > longest.load(ordering: .relaxed) { longest.store(waited, ordering: .relaxed) }
    }
  }
}
