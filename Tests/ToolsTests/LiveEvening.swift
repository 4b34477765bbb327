import Glibc
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization
import Testing

/// A live session with stand-ins for its controller and its card, on a thread of its own.
final class LiveEvening {
  private let source: StandInController
  private let thread: WorkerThread
  private let handle: SessionHandle
  private let lines = Lines()

  init(_ options: PlayOptions, on output: DrivenOutput) throws {
    let source = try StandInController()
    self.source = source
    let (ready, lines) = (Mutexed<SessionHandle?>(nil), lines)
    let logger = Logger(label: "test") { _ in ListingLog { lines.add($0) } }
    thread = try WorkerThread(name: "live") {
      do {
        let instrument = try options.loader(logger: logger).load(options.instrument)
        var surroundings = Surroundings()
        surroundings.source = source
        surroundings.open = { (_) throws(SpinetError) in output }
        let session = try LiveSession(instrument, readAt: .now, options, logger, in: surroundings)
        _ = try session.run { _ in ready.value = session.handle }
      } catch {
        lines.add("failed: \(error)")
      }
    }
    var waits = 0
    while ready.value == nil, waits < 5000, !lines.all.contains(where: { $0.hasPrefix("failed") }) {
      usleep(1000)
      waits += 1
    }
    handle = try #require(ready.value, "\(lines.all)")
    source.settle()
  }

  func end() { handle.stop() }

  /// Sends a message, and returns when the control thread has dealt with it.
  func send(_ message: MIDIMessage, at time: HostTime, _ changesSound: Bool) throws {
    let sounds = soundChanges
    source.settle()
    source.send(message, at: time)
    source.settle()
    guard changesSound else { return }
    for _ in 0..<5000 where soundChanges == sounds { usleep(1000) }
    try #require(soundChanges == sounds + 1, "\(lines.all)")
    source.settle()
  }

  private var soundChanges: Int { lines.all.count { $0.hasPrefix("playing ") } }
}

/// A controller that sends what the test says.
private final class StandInController: MIDISource, @unchecked Sendable {
  // Sendable because whatever changes is atomic or behind a lock.
  private let waker: Waker
  private let waiting = Mutexed<[MIDISourceEvent]>([])
  private let reads = Atomic<Int>(0)
  private let port = MIDIPort(
    id: PortID(rawValue: 7), client: "Stand-in", name: "MIDI 1", address: "7:0", isHardware: true,
    sends: true,
    receives: false)

  init() throws {
    waker = try Waker()
    waiting.value = [.connected(port)]
  }

  func send(_ message: MIDIMessage, at time: HostTime) {
    waiting.change { $0.append(.message(message, from: port.id, at: time)) }
  }

  /// Returns when the control thread has read everything and has ended its turn.
  func settle() {
    let end = reads.load(ordering: .acquiring) + 3
    for _ in 0..<50_000 where reads.load(ordering: .acquiring) < end {
      waker.wake()
      usleep(100)
    }
  }

  var descriptor: Int32? { waker.descriptor }
  var announcement: String { "" }
  var hasOutput: Bool { false }
  var connectedPorts: [MIDIPort] { [port] }
  func ports() -> [MIDIPort] { [port] }
  func send(_ message: MIDIMessage, to port: PortID?) {}

  func read(_ handle: (MIDISourceEvent) -> Void) {
    waker.consume()
    reads.wrappingAdd(1, ordering: .releasing)
    for event in waiting.exchange([]) { handle(event) }
  }
}

/// A value that two threads use.
private final class Mutexed<Value: Sendable>: Sendable {
  private let memory: Mutex<Value>
  init(_ value: Value) { memory = Mutex(value) }
  var value: Value {
    get { memory.withLock { $0 } }
    set { memory.withLock { $0 = newValue } }
  }
  func change(_ work: (inout Value) -> Void) { memory.withLock { work(&$0) } }
  func exchange(_ new: Value) -> Value {
    memory.withLock { old in
      defer { old = new }
      return old
    }
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct ListingLog: LogHandler {
  let append: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(_ append: @escaping @Sendable (String) -> Void) { self.append = append }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { append("\(event.message)") }
}
