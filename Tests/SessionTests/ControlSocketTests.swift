import Foundation
import Glibc
import Scratch
import SpinetLibrary
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

@Suite struct ControlSocketTests {
  let folder = TemporaryFolder()
  var folders: Folders { Folders(environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]) }

  /// Serves on a thread of its own until `body` is done.
  func serving<T>(
    _ socket: sending ControlSocket,
    answering answer: @escaping @Sendable (String) -> [String] = { ["you said \($0)", "and that is all"] },
    _ body: () throws -> T
  ) rethrows -> T {
    let isOver = Flag()
    let served = DispatchSemaphore(value: 0)
    let box = Box(socket)
    Thread.detachNewThread {
      while !isOver.value.load(ordering: .acquiring) {
        box.socket.serve { request, reply in reply(answer(request)) }
        usleep(1000)
      }
      served.signal()
    }
    defer {
      isOver.value.store(true, ordering: .releasing)
      served.wait()
    }
    return try body()
  }

  final class Flag: Sendable { let value = Atomic<Bool>(false) }
  final class Box: @unchecked Sendable {
    // Used by the serving thread alone once it has started.
    let socket: ControlSocket
    init(_ socket: ControlSocket) { self.socket = socket }
  }

  @Test func `A request is answered, line by line`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    let answer = try serving(socket) { try ControlClient(name: nil, folders: folders).ask("engine status") }
    #expect(answer == ["you said engine status", "and that is all"])
  }

  @Test func `A long answer waits for a slow reader, and control does not`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    let address = try #require(SocketAddress(path: socket.path))
    try #require(address.with { connect(client, $0, $1) } == 0)
    try #require(write(client, "widgets\n", 8) == 8)
    let line = String(repeating: "x", count: 999)
    socket.serve { _, answer in answer(Array(repeating: line, count: 3000)) }
    // A read that gets nothing ends after ten seconds.
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var (total, buffer) = (0, [UInt8](repeating: 0, count: 4096))
    while case let count = read(client, &buffer, buffer.count), count > 0 {
      total += count
      socket.serve { _, _ in }
    }
    #expect(total == 3_000_000)
    #expect(socket.polls.count == 1)
  }

  /// A client that has sent a request and waits.
  private func caller(of socket: ControlSocket, asking request: String = "widgets") throws -> Int32 {
    let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try #require(SocketAddress(path: socket.path))
    try #require(address.with { connect(client, $0, $1) } == 0)
    try #require(write(client, request + "\n", request.utf8.count + 1) == request.utf8.count + 1)
    return client
  }

  private func text(from client: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? "nothing" : String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  @Test func `An answer that another thread gives wakes control, which sends it`() throws {
    let woken = Flag()
    let socket = try ControlSocket(name: "Spinet", folders: folders) {
      woken.value.store(true, ordering: .releasing)
    }
    let client = try caller(of: socket)
    defer { close(client) }
    let answers = Mutex<[ControlSocket.Answering]>([])
    socket.serve { _, answer in answers.withLock { $0.append(answer) } }
    socket.serve { _, _ in }
    #expect(text(from: client) == "nothing" && socket.polls.count { $0.events != 0 } == 1)
    let answer = try #require(answers.withLock { $0.first })
    let answered = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      answer(["done"])
      answered.signal()
    }
    answered.wait()
    #expect(woken.value.load(ordering: .acquiring) && text(from: client) == "nothing")
    socket.sendAnswers()
    #expect(text(from: client) == "done\n" && text(from: client) == "")
    answer(["again"])
    socket.sendAnswers()
  }

  private func isReady(_ socket: ControlSocket) -> Bool {
    var polls = socket.polls
    return poll(&polls, nfds_t(polls.count), 0) > 0
  }

  @Test func `A client that left while it waited is no error`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let client = try caller(of: socket)
    let answers = Mutex<[ControlSocket.Answering]>([])
    socket.serve { _, answer in answers.withLock { $0.append(answer) } }
    let asker = try #require(answers.withLock { $0.first?.asker })
    socket.serve { _, _ in }
    #expect(!asker.hasLeft && isReady(socket) == false)
    close(client)
    #expect(isReady(socket))
    socket.serve { _, _ in }
    // It is told once, so that control rests again.
    #expect(asker.hasLeft && !isReady(socket))
    let next = try caller(of: socket)
    defer { close(next) }
    answers.withLock { $0[0](["too late"]) }
    socket.serve { _, answer in answer(["in time"]) }
    socket.sendAnswers()
    #expect(text(from: next) == "in time\n")
  }

  @Test func `A line of a command becomes a request, and its response becomes lines`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let client = try caller(of: socket, asking: "panel\u{1F}json")
    defer { close(client) }
    var asked: [Request] = []
    socket.serveRequests { request, reply in
      asked.append(request)
      reply.answer(.panel("http://127.0.0.1:1"))
    }
    #expect(asked == [.panel(.open)] && text(from: client) == "{\"url\":\"http://127.0.0.1:1\"}\n")
  }

  @Test func `An answer without lines is an empty one, not none`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let client = try caller(of: socket, asking: RemoteRequest(.patch(.diff, part: nil), .json).line)
    defer { close(client) }
    socket.serveRequests { _, reply in reply.answer(.changes([])) }
    #expect(text(from: client) == "\n")
    let folders = folders
    let other = try ControlSocket(name: "Other", folders: folders)
    let answer = try serving(
      other, answering: { _ in [""] },
      {
        try ControlClient(name: "Other", folders: folders).ask("patch diff")
      })
    #expect(answer == [])
  }

  @Test func `A line that is not a request is refused, and so is a request that nobody answers`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let (odd, dropped) = (try caller(of: socket, asking: "dance"), try caller(of: socket, asking: "ports"))
    defer { for client in [odd, dropped] { close(client) } }
    var asked: [Request] = []
    socket.serveRequests { request, _ in asked.append(request) }
    #expect(asked == [.ports])
    #expect(RemoteRefusal(text(from: odd).trimmed)?.error.why == "it is not a request")
    #expect(RemoteRefusal(text(from: dropped).trimmed)?.error.why == "it has ended without an answer")
  }

  @Test func `The folder belongs to its owner alone`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let attributes = try FileManager.default.attributesOfItem(atPath: folders.runtime.string)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    #expect(FileManager.default.fileExists(atPath: socket.path.string))
  }

  @Test func `A socket left behind by a crash is taken over`() throws {
    try FileManager.default.createDirectory(atPath: folders.runtime.string, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: folders.runtime.appending("Spinet.sock").string, contents: nil)
    _ = try ControlSocket(name: "Spinet", folders: folders)
  }

  @Test func `A name in use is refused with a remedy`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    serving(socket) {
      let error = #expect(throws: SpinetError.self) { try ControlSocket(name: "Spinet", folders: folders) }
      #expect(error?.description == "'Spinet': it is running already; give the second one a tag")
    }
  }

  @Test func `Of many who want a name at once, one has it and keeps it`() throws {
    let folders = folders
    for _ in 0..<20 {
      let sockets = Mutex<[Box]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        guard let socket = try? ControlSocket(name: "Spinet", folders: folders) else { return }
        let box = Box(socket)
        sockets.withLock { $0.append(box) }
      }
      #expect(sockets.withLock { $0.count } == 1)
      #expect(ControlClient.running(folders) == ["Spinet"])
    }
    #expect(ControlClient.running(folders) == [])
  }

  @Test func `A folder that is a link to elsewhere is refused`() throws {
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folders.runtime.string, withDestinationPath: elsewhere)
    let error = #expect(throws: SpinetError.self) { try ControlSocket(name: "Spinet", folders: folders) }
    #expect(error?.why == "it is not a folder, or belongs to another user")
  }

  @Test(arguments: [
    ("Spinet2", "Spinet Spinet2"), ("Spinet", "Spinet"), ("Spinet Two", "Spinet Two"), ("Two", "Spinet Two"),
    ("wo", "Spinet Two"), ("*net2", "Spinet Spinet2"),
  ])
  func `An instrument is found by its tag, its name or a part of it`(name: String, found: String) throws {
    let folders = folders
    let sockets = try ["Spinet", "Spinet Two", "Spinet Spinet2"].map {
      try ControlSocket(name: $0, folders: folders)
    }
    let client = try ControlClient(name: name, folders: folders)
    #expect(client.path == ControlSocket.path(of: found, folders))
    #expect(sockets.count == 3)
  }

  @Test func `A name that fits none or several is refused with those that run`() throws {
    let folders = folders
    let sockets = try ["Spinet One", "Spinet Two"].map { try ControlSocket(name: $0, folders: folders) }
    for (name, why) in [("spinet", "several are running"), ("Three", "'Three' is not running")] {
      let error = #expect(throws: SpinetError.self) { try ControlClient(name: name, folders: folders) }
      #expect(error?.why == why && error?.remedy == Remedy(.chooseInstrument, "Spinet One, Spinet Two"))
    }
    #expect(sockets.count == 2)
  }

  @Test(arguments: [String(repeating: "x", count: 300_000), "set\u{1F}x\u{1F}1\n2"])
  func `A request that is long or has several lines is refused before it is sent`(request: String) throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    let error = try serving(socket) {
      let client = try ControlClient(name: nil, folders: folders)
      return #expect(throws: SpinetError.self) { try client.ask(request) }
    }
    #expect(error?.code == .wrongRequest)
  }

  @Test func `No answer is a failure`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    let silence: @Sendable (String) -> [String] = { _ in [] }
    let error = try serving(socket, answering: silence) {
      let client = try ControlClient(name: nil, folders: folders)
      return #expect(throws: SpinetError.self) { try client.ask("engine status") }
    }
    #expect(error?.why == "it gave no answer")
  }

  @Test func `A refusal arrives whatever stands in it`() throws {
    let error = SpinetError(.wrongValue, what: "'a\u{1F}b\nc'", why: "why", remedy: "do")
    let line = RemoteRefusal(error).line
    #expect(!line.contains("\n"))
    let arrived = try #require(RemoteRefusal(line)).error
    #expect(arrived.code == .wrongValue && arrived.what == "'a\u{FFFD}b\u{FFFD}c'" && arrived.remedy == "do")
  }

  @Test func `Whether a name is taken is known at once, also of one that stands still`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    for _ in 0..<20 { #expect(ControlClient.isAnswered(socket.path)) }
    #expect(!ControlClient.isAnswered(FilePath(folder.path).appending("nobody.sock")))
  }

  @Test func `With nothing running, the client says how to start something`() {
    let folders = folders
    let error = #expect(throws: SpinetError.self) { try ControlClient(name: nil, folders: folders) }
    #expect(error?.description == "instrument: none is running; start an instrument")
  }
}
