import Glibc
import Logging
import Scratch
import SpinetEngine
import SpinetLibrary
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Synchronization

/// From a page's socket to the engine's ring: through the panel's thread and control.
struct SocketBenchmark {
  private let notes = 2000
  /// A screen tells of a finger so often: once it comes down, once it is lifted.
  private let pause: UInt32 = 8333

  func rows() throws -> [Table.Row] {
    let engine = ArrivalEngine()
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "socket \(getpid())"
    let session = UncheckedSession(
      try LiveSession(
        LoadedInstrument(name: engine.name, engine: engine), readAt: .now, options, Logger(label: "benchmark")
      ))
    let handle = session.value.handle
    let panel = Panel(handle)
    let runner = try WorkerThread(name: "session") { _ = try? session.value.run { _ in } }
    let sent = try play(through: panel)
    panel.close()
    handle.stop()
    engine.stop()
    _ = consume runner
    guard engine.arrivals.count == notes else {
      throw Run.Failure(description: "\(engine.arrivals.count) of \(notes) notes arrived")
    }
    let (ways, bare) = (
      Self.ways(sent, engine.arrivals), try BareWay(messages: notes, pause: pause).measure()
    )
    return [("half of them", notes / 2), ("99 of 100", notes * 99 / 100)].map { part, index in
      Table.Row(
        "panel, from the socket to the engine's ring, \(part) (at most 0.3); bare threads", ways[index],
        bare[index],
        unit: "ms")
    }
  }

  /// In milliseconds, the shortest first.
  fileprivate static func ways(_ sent: [HostTime], _ arrived: [HostTime]) -> [Double] {
    zip(sent, arrived).map { Double($1.nanoseconds(since: $0)) * 1e-6 }.sorted()
  }

  /// Notes one after the other; returns when each was sent.
  private func play(through panel: Panel) throws -> [HostTime] {
    let url = try panel.serve(at: .local).url
    let port = Int(url.split(separator: ":")[2].split(separator: "/")[0]) ?? 0
    let page = try RawClient(port: port)
    _ = page.open(port: port, token: String(url.split(separator: "#").last ?? ""))
    usleep(500_000)
    defer { usleep(500_000) }
    return (0..<notes).map { note in
      let (down, up) = (
        Self.frame(#"{"note": [\#(note % 100), 100]}"#), Self.frame(#"{"note": [\#(note % 100), 0]}"#)
      )
      usleep(pause)
      let now = HostTime.now
      page.send(down)
      usleep(pause)
      page.send(up)
      return now
    }
  }

  /// A short message as a browser sends it, masked with nothing. It is made before the time is taken.
  private static func frame(_ message: String) -> [UInt8] {
    [0x81, 0x80 | UInt8(message.utf8.count), 0, 0, 0, 0] + Array(message.utf8)
  }

  /// Made here, run on its thread.
  private struct UncheckedSession: @unchecked Sendable {
    let value: LiveSession
    init(_ value: LiveSession) { self.value = value }
  }
}

/// The same way without a panel and without control: a socket, a thread that reads it, and a second one that the first
/// wakes. That is what the machine itself takes.
private struct BareWay {
  let messages: Int
  let pause: UInt32

  func measure() throws -> [Double] {
    var (sockets, wakeUp): ([Int32], [Int32]) = ([0, 0], [0, 0])
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets)
    pipe(&wakeUp)
    let (near, far, reading, writing) = (sockets[0], sockets[1], wakeUp[0], wakeUp[1])
    defer { for descriptor in [near, far, reading, writing] { close(descriptor) } }
    let arrivals = Arrivals()
    let second = try WorkerThread(name: "second") { [messages] in
      for _ in 0..<messages {
        Self.wait(for: reading)
        arrivals.add()
      }
    }
    let first = try WorkerThread(name: "first") { [messages] in
      for _ in 0..<messages {
        Self.wait(for: far)
        write(writing, [UInt8](repeating: 0, count: 8), 8)
      }
    }
    let message = [UInt8](repeating: 0, count: 8)
    let sent = (0..<messages).map { _ in
      usleep(pause)
      let now = HostTime.now
      write(near, message, message.count)
      return now
    }
    _ = consume first
    _ = consume second
    return SocketBenchmark.ways(sent, arrivals.all)
  }

  private static func wait(for descriptor: Int32) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&polled, 1, -1)
    var message: UInt64 = 0
    read(descriptor, &message, 8)
  }
}

/// Makes no sound. A thread that never sleeps writes down when each note reaches the ring: one that sleeps in between
/// sees notes up to 0.1 ms late, and its wake-ups hold up those that are measured.
private final class ArrivalEngine: SoundEngine, Sendable {
  let name = "Arrivals"
  let widgets: [Widget] = []
  let voiceCapacity = 16
  private let times = Arrivals()
  private let isOver = Atomic(false)
  private let thread = Mutex<Watch?>(nil)

  private final class Watch: Sendable {
    private let thread: WorkerThread
    init(_ thread: consuming WorkerThread) { self.thread = thread }
  }

  var arrivals: [HostTime] { times.all }

  func stop() {
    isOver.store(true, ordering: .relaxed)
    thread.withLock { $0 = nil }
  }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let end = Mutex(Optional(link.claimAudioEnd()))
    let watch = try WorkerThread(name: "arrivals") { [self] in
      end.withLock { end in
        while !isOver.load(ordering: .relaxed) {
          while let command = end?.popCommand() { record(command) }
        }
      }
    }
    let kept = Watch(watch)
    thread.withLock { $0 = kept }
  }

  private func record(_ command: EngineCommand) {
    guard case .voice(.start) = command.action else { return }
    times.add()
  }

  func render(_ block: AudioBlock) { block.silence() }
}

/// When messages arrived.
private final class Arrivals: Sendable {
  private let times = Mutex<[HostTime]>([])

  var all: [HostTime] { times.withLock { $0 } }
  func add() { times.withLock { $0.append(.now) } }
}
