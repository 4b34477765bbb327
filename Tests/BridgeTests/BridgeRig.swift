import Glibc
import Scratch
import SpinetEngine
import SpinetOSC
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Synchronization

@testable import SpinetBridge

/// Counts the notes that it is told to begin and to end.
final class CountingEngine: SoundEngine {
  let name = "Counting"
  let widgets = [
    Widget("filter.cutoff", range: 20...20_000, default: 1000, unit: "Hz", curve: .logarithmic),
    Widget("filter.resonance"), Widget("mode", kind: .choice(["soft", "hard"])), Widget("a b#c"),
  ]
  let voiceCapacity = 16
  let begun = Atomic<Int>(0)
  let ended = Atomic<Int>(0)
  private let end = Mutex<AudioEnd?>(nil)

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    end.withLock { $0 = link.claimAudioEnd() }
  }

  func render(_ block: AudioBlock) {
    end.withLock { end in
      while let command = end?.popCommand() {
        if case .voice(.start) = command.action { begun.wrappingAdd(1, ordering: .relaxed) }
        if case .voice(.release) = command.action { ended.wrappingAdd(1, ordering: .relaxed) }
      }
    }
  }
}

/// An instrument that plays, with an open port for OSC.
final class BridgeRig {
  let engine = CountingEngine()
  let handle: SessionHandle
  let bridge: OSCBridge
  private var thread: Runner?

  private final class Runner {
    private let worker: WorkerThread
    init(_ worker: consuming WorkerThread) { self.worker = worker }
  }

  /// Made here, run on its thread.
  private struct UncheckedSession: @unchecked Sendable { let value: LiveSession }

  private static let rigs = Atomic<Int>(0)

  init(from allowed: [String] = []) throws {
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "bridge \(getpid()) \(Self.rigs.wrappingAdd(1, ordering: .relaxed).newValue)"
    options.durationSeconds = 60
    let session = UncheckedSession(value: try LiveSession(engine: engine, options: options))
    handle = session.value.handle
    bridge = try OSCBridge(handle, at: .local, from: allowed)
    thread = Runner(try WorkerThread(name: "session") { _ = try? session.value.run { _ in } })
  }

  deinit {
    bridge.close()
    handle.stop()
    thread = nil
  }

  var begun: Int { engine.begun.load(ordering: .relaxed) }
  var ended: Int { engine.ended.load(ordering: .relaxed) }

  func value(_ name: String) -> Double? { handle.widgets[name]?.value }

  /// Whether it comes true within two seconds.
  func soon(_ isTrue: () -> Bool) -> Bool { eventually(within: 2, isTrue) }
}

/// A program that sends datagrams to a port of this machine, and gets its answers.
final class Peer {
  private let socket: Int32

  init(to port: Int) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// Where it hears.
  var port: Int32 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
    }
    return Int32(UInt16(bigEndian: address.sin_port))
  }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(socket, bytes, bytes.count, 0) }
  func send(_ address: String, _ arguments: OSCArgument...) { send(OSCMessage(address, arguments).bytes) }

  /// The messages of the next datagram; none after two seconds.
  func answer() -> [OSCMessage] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0, let packet = try? OSCPacket(Array(bytes.prefix(count))) else { return [] }
    return packet.messages.map(\.message)
  }

  /// Reads answers until one is of this message, ten at most.
  func hears(_ message: OSCMessage) -> Bool {
    for _ in 0..<10 where answer().contains(message) { return true }
    return false
  }
}
