import Glibc
import Scratch
import SpinetOSC
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetBridge

/// A session manager of a few lines: it accepts, opens a session, and keeps what it hears.
private final class SmallManager: Sendable {
  private let descriptor: Int32
  let port: UInt16
  private let path: String
  private let heardMessages = Mutex<[OSCMessage]>([])
  /// The address of who spoke last, as bytes.
  private let client = Mutex<[UInt8]>([])
  private let isOver = Atomic(false)
  private let thread = JoinableThread()

  init(opening path: String, refuses: Bool = false) throws {
    self.path = path
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    // 127.0.0.1, at any free port, as sockaddr_in(3) has it.
    var address: [UInt8] = [UInt8(AF_INET), 0, 0, 0, 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
    var length = socklen_t(address.count)
    let descriptor = descriptor
    _ = address.withUnsafeMutableBytes { bytes in
      let address = bytes.bindMemory(to: sockaddr.self).baseAddress
      return bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
    }
    port = UInt16(address[2]) << 8 | UInt16(address[3])
    try thread.start(name: "nsm") { [self] in listen(refuses: refuses) }
  }

  func close() {
    isOver.store(true, ordering: .releasing)
    thread.join()
    Glibc.close(descriptor)
  }

  var heard: [OSCMessage] { heardMessages.withLock { $0 } }

  func heard(_ address: String) -> Bool { heard.contains { $0.address == address } }

  func answered(_ address: String) -> Bool {
    heard.contains { $0.address == "/reply" && $0.arguments.first?.text == address }
  }

  func send(_ message: OSCMessage) {
    let address = client.withLock { $0 }
    message.bytes.withUnsafeBytes { bytes in
      address.withUnsafeBytes { address in
        _ = sendto(
          descriptor, bytes.baseAddress, bytes.count, 0, address.bindMemory(to: sockaddr.self).baseAddress,
          socklen_t(address.count))
      }
    }
  }

  private func listen(refuses: Bool) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isOver.load(ordering: .acquiring) {
      guard isReadable(descriptor, within: 0.05) else { continue }
      var from = [UInt8](repeating: 0, count: 16)
      var length = socklen_t(from.count)
      let count = from.withUnsafeMutableBytes {
        recvfrom(descriptor, &buffer, buffer.count, 0, $0.bindMemory(to: sockaddr.self).baseAddress, &length)
      }
      guard count > 0, let packet = try? OSCPacket(Array(buffer[..<count])) else { continue }
      client.withLock { $0 = from }
      for timed in packet.messages { take(timed.message, refuses) }
    }
  }

  private func take(_ message: OSCMessage, _ refuses: Bool) {
    heardMessages.withLock { $0.append(message) }
    guard message.address == "/nsm/server/announce" else { return }
    guard !refuses else {
      return send(OSCMessage("/error", [.text(message.address), .integer(-2), .text("no session")]))
    }
    send(OSCMessage("/reply", [.text(message.address), .text("hello"), .text("Small"), .text("")]))
    // Out of turn: nothing is open yet.
    send(OSCMessage("/nsm/client/save"))
    send(OSCMessage("/nsm/client/open", [.text(path), .text("song"), .text("Spinet.nABC")]))
  }
}

@Suite struct JoinedSessionTests {
  private let folder = TemporaryFolder()

  private var path: String { "\(folder.path)/Spinet.nABC" }

  private func session(_ options: PlayOptions) throws -> SessionHandle {
    try LiveSession(engine: CountingEngine(), options: options).handle
  }

  private var quiet: PlayOptions {
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.journalBytes = nil
    return options
  }

  @Test func `The session gives the name, is told what is unsaved, and is restored`() throws {
    let small = try SmallManager(opening: path)
    defer { small.close() }
    let manager = try SessionManager.join("osc.udp://127.0.0.1:\(small.port)/", command: "spinet")
    #expect(manager.name == "Spinet.nABC" && manager.manager == "Small")
    #expect(
      eventually {
        small.heard.contains { $0.address == "/error" && $0.arguments[0].text == "/nsm/client/save" }
      })
    var options = quiet
    manager.apply(to: &options)
    #expect(options.clientName == "Spinet.nABC")
    options.tag = "nsm \(small.port)"
    let handle = try session(options)
    try manager.begin(handle) { _ in }
    #expect(eventually { small.answered("/nsm/client/open") })
    handle.widgets["filter.resonance"]?.set(0.25)
    #expect(eventually(within: 5) { small.heard("/nsm/client/is_dirty") })
    small.send(OSCMessage("/nsm/client/save"))
    #expect(
      eventually(within: 5) { small.answered("/nsm/client/save") && small.heard("/nsm/client/is_clean") })
    manager.close()

    let again = try SessionManager.join("osc.udp://127.0.0.1:\(small.port)/", command: "spinet")
    var others = quiet
    again.apply(to: &others)
    #expect(others.state == .none)
    others.tag = "nsm again \(small.port)"
    let restored = try session(others)
    try again.begin(restored) { _ in }
    defer { again.close() }
    #expect(restored.widgets["filter.resonance"]?.value == 0.25)
    #expect(restored.widgets["filter.cutoff"]?.value == 1000)
  }

  @Test func `A manager that refuses, does not answer or is none is told of`() throws {
    let small = try SmallManager(opening: path, refuses: true)
    defer { small.close() }
    #expect(throws: SpinetError.self) {
      try SessionManager.join("osc.udp://127.0.0.1:\(small.port)/", command: "spinet")
    }
    #expect(throws: SpinetError.self) {
      try SessionManager.join("osc.udp://127.0.0.1:9/", command: "spinet", within: 0.3)
    }
    #expect(throws: SpinetError.self) { try SessionManager.join("http://x/", command: "spinet") }
  }

  @Test func `A saved session reads as it was written, and nothing else does`() {
    let saved = SavedSession(
      instrument: "/a/ü \"x\".yaml", mappings: ["/m/one.yaml"], values: ["filter.cutoff": 800.5, "a b#c": 1])
    #expect(SavedSession(saved.text) == saved)
    #expect(SavedSession(SavedSession().text) == SavedSession())
    for text in ["", "{}", "[1]", "{\"spinet\":2}"] { #expect(SavedSession(text) == nil) }
  }
}
