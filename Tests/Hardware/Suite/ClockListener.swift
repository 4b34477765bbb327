import Foundation
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import Synchronization

/// A sequencer client that keeps what others send to it, with the kernel's times.
final class ClockListener: Sendable {
  struct Event: Sendable {
    let message: MIDIMessage
    /// The number of the client that has sent it.
    let client: String
    let milliseconds: Double
  }

  let name: String
  private let events = Mutex<[Event]>([])
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

  /// All that has come, in order.
  var heard: [Event] { events.withLock { $0 } }

  /// When a client's ticks came since it last said so; nil if it never did.
  func ticks(since beginning: MIDIMessage, from client: String) -> [Double]? {
    let all = heard.filter { $0.client == client }
    guard let begin = all.lastIndex(where: { $0.message == beginning }) else { return nil }
    return all[begin...].filter { $0.message == .timingClock }.map(\.milliseconds)
  }

  private func listen() {
    let rule = MIDIConnectionRule(connectsHardware: false)
    guard let source = try? ALSASequencer(clientName: name, rule: rule) else { return }
    var descriptor = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while !isOver.load(ordering: .relaxed) {
      poll(&descriptor, 1, 100)
      source.read { arrival in
        guard case .message(let message, let port, let time) = arrival else { return }
        let event = Event(
          message: message, client: "\(port.rawValue >> 8)", milliseconds: Double(time.nanoseconds) * 1e-6)
        events.withLock { $0.append(event) }
      }
    }
  }
}

extension [Double] {
  /// The value below which this share of them is; nil if there is none.
  func quantile(_ share: Double) -> Double? {
    isEmpty ? nil : sorted()[Swift.min(Int(Double(count) * share), count - 1)]
  }
}
