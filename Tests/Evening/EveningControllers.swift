import SpinetDevices
import SpinetMIDI
import SpinetRealtime

/// The controllers on the table: each may be plugged in and pulled out. What they send waits until control reads it.
final class EveningControllers: MIDISource {
  private var waiting: [MIDISourceEvent] = []
  private let waker: Waker
  private(set) var connectedPorts: [MIDIPort] = []
  /// How many messages went to lamps.
  private(set) var sentCount = 0
  let synth = EveningSynth()
  /// Called with what control reads.
  private let hasRead: (MIDISourceEvent) -> Void
  private let sentClock: SentClock

  init(_ sentClock: SentClock, hasRead: @escaping (MIDISourceEvent) -> Void) throws(SpinetError) {
    waker = try Waker()
    (self.sentClock, self.hasRead) = (sentClock, hasRead)
  }

  func send(_ event: MIDISourceEvent) {
    waiting.append(event)
    waker.wake()
  }

  static func port(_ number: UInt32) -> MIDIPort {
    MIDIPort(
      id: PortID(rawValue: number), client: "Piano \(number)", name: "MIDI 1", address: "\(number):0",
      isHardware: true, sends: true, receives: true)
  }

  var descriptor: Int32? { waker.descriptor }
  var announcement: String { "" }
  var hasOutput: Bool { false }
  func ports() -> [MIDIPort] {
    connectedPorts + SentClock.ports + (synth.isThere ? [EveningSynth.port] : [])
  }

  func send(_ message: MIDIMessage, to port: PortID?) {
    if port == EveningSynth.port.id { synth.take(message) } else { sentCount += 1 }
  }

  func send(exclusive bytes: [UInt8], to port: PortID) { synth.take(exclusive: bytes) }
  func send(_ message: MIDIMessage, to port: PortID, at time: HostTime) {
    sentClock.take(message, port, at: time)
  }
  func cancelScheduled() { sentClock.cancel() }

  func read(_ handle: (MIDISourceEvent) -> Void) {
    waker.consume()
    let events = waiting
    waiting = []
    for event in events {
      if case .connected(let port) = event { connectedPorts.append(port) }
      if case .disconnected(let port) = event { connectedPorts.removeAll { $0.id == port.id } }
      handle(event)
      hasRead(event)
    }
  }
}
