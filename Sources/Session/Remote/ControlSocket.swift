import Glibc
import SpinetLibrary
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage

/// The Unix socket over which `spinet widgets` and `spinet engine` reach a running instrument.
///
/// A request is one line of words. The answer is lines of text or JSON, an empty line if there are none, or one refusal.
/// Then the connection closes.
///
/// A connection is in one of three states: its request is incomplete, it waits for the answer, or it reads the answer.
package final class ControlSocket {
  let path: FilePath
  let descriptor: Int32
  /// The incomplete requests of clients.
  private var clients: [Int32: [UInt8]] = [:]
  /// The clients whose requests are being carried out.
  private var waiting: [Int32: Asker] = [:]
  private var answers: [Int32: Answer] = [:]
  private let outbox: Outbox

  /// An answer that its client has not completely read.
  private struct Answer {
    let bytes: [UInt8]
    var sent = 0
  }

  /// Answers that have not reached this thread. [any-thread]
  private final class Outbox: Sendable {
    private let answers = Mutex<[(client: Int32, lines: [String])]>([])
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func add(_ lines: [String], for client: Int32) {
      answers.withLock { $0.append((client, lines)) }
      wake()
    }

    func removeAll() -> [(client: Int32, lines: [String])] {
      answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
    }
  }

  /// In bytes, with the end of the line.
  static let longestRequest = 1 << 18

  /// Listens at `NAME.sock` in the runtime folder, which only its owner may enter. A stale socket is replaced; a live
  /// one is an error.
  ///
  /// - Parameter wake: called on any thread when `sendAnswers` has something to send.
  init(
    name: String, folders: Folders, wake: @escaping @Sendable () -> Void = {}
  ) throws(SpinetError) {
    outbox = Outbox(wake: wake)
    path = Self.path(of: name, folders)
    guard !name.contains("/") else {
      throw SpinetError(
        .unusableName, what: "'\(name)'", why: "a socket cannot have that name",
        remedy: Remedy(.chooseNameWithoutSlashes))
    }
    guard SocketAddress(path: path) != nil else {
      throw SpinetError(
        .unusableName, what: path.string, why: "it is too long for a socket",
        remedy: "choose a shorter name, or a shorter XDG_RUNTIME_DIR")
    }
    try Self.makeFolder(folders.runtime)
    descriptor = try Self.claim(path, name, in: folders.runtime)
  }

  deinit {
    for client in Array(clients.keys) + waiting.keys + answers.keys { close(client) }
    // Remove it while it still answers: until then no other process can have taken it over.
    unlink(path.string)
    close(descriptor)
  }

  /// Claims a free name. A lock serialises two processes that want the same one.
  private static func claim(
    _ path: FilePath, _ name: String, in folder: FilePath
  ) throws(SpinetError) -> Int32 {
    let lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw failure(folder, lock) }
    defer { close(lock) }
    if ControlClient.isAnswered(path) {
      throw SpinetError(
        .instrumentRunning, what: "'\(name)'", why: "it is running already",
        remedy: Remedy(.giveTag))
    }
    unlink(path.string)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
    let bound = SocketAddress(path: path).map { $0.with { bind(descriptor, $0, $1) } } ?? -1
    guard bound == 0, listen(descriptor, 8) == 0 else { throw failure(path, descriptor) }
    return descriptor
  }

  /// Closes the descriptor. Returns the error with the system's reason.
  private static func failure(_ path: FilePath, _ descriptor: Int32) -> SpinetError {
    let reason = "\(Errno.last)"
    if descriptor >= 0 { close(descriptor) }
    return SpinetError(.folderUnusable, what: path.string, why: reason, remedy: remedy)
  }

  private static let remedy: Remedy = "set XDG_RUNTIME_DIR to a folder of yours"

  static func path(of name: String, _ folders: Folders) -> FilePath {
    folders.runtime.appending("\(name).sock")
  }

  private static func makeFolder(_ folder: FilePath) throws(SpinetError) {
    do throws(Errno) { try folder.makeFolder(permissions: 0o700) } catch {
      throw SpinetError(.folderUnusable, what: folder.string, why: "it cannot be created", remedy: remedy)
    }
    // In a folder that everybody may write, another user may have made it.
    var status = stat()
    guard lstat(folder.string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid()
    else {
      throw SpinetError(
        .folderUnusable, what: folder.string, why: "it is not a folder, or belongs to another user",
        remedy: remedy)
    }
    guard chmod(folder.string, 0o700) == 0 else { throw failure(folder, -1) }
  }

  /// The descriptors to poll.
  package var polls: [pollfd] {
    ([descriptor] + clients.keys).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + hangUps + answers.keys.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
  }

  /// Asks of each client that waits whether it has left. The kernel tells that although no event is asked for.
  private var hangUps: [pollfd] {
    waiting.filter { !$0.value.hasLeft }.map { pollfd(fd: $0.key, events: 0, revents: 0) }
  }

  /// The way back to a client. It must be called once with the answer; until then the client waits. [any-thread]
  struct Answering: Sendable {
    let asker: Asker
    fileprivate let send: @Sendable ([String]) -> Void

    func callAsFunction(_ lines: [String]) { send(lines) }
  }

  /// Continues to send answers, and passes on every complete request. It never waits for a client.
  func serve(_ receive: (_ request: String, _ answer: Answering) -> Void) {
    while case let client = accept(descriptor, nil, nil), client >= 0 {
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      clients[client] = []
    }
    for client in Array(answers.keys) { sendMore(to: client) }
    findLeft()
    for client in Array(clients.keys) {
      guard let request = request(of: client) else { continue }
      let asker = Asker()
      waiting[client] = asker
      receive(request, Answering(asker: asker) { [outbox] in outbox.add($0, for: client) })
    }
    sendAnswers()
  }

  /// Notes which clients do not wait any more. Their connections are closed when the answers come.
  private func findLeft() {
    var polls = hangUps
    guard !polls.isEmpty, poll(&polls, nfds_t(polls.count), 0) > 0 else { return }
    for poll in polls where poll.revents != 0 { waiting[poll.fd]?.leave() }
  }

  /// Reads more of a client's request. Nil while it is incomplete, and when the client has left.
  private func request(of client: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while clients[client]?.count ?? 0 < Self.longestRequest {
      let count = read(client, &buffer, buffer.count)
      if count < 0, errno == EAGAIN { return nil }
      guard count > 0 else { break }
      let end = buffer.prefix(count).firstIndex(of: UInt8(ascii: "\n"))
      clients[client, default: []] += buffer.prefix(end ?? count)
      if end != nil { return clients.removeValue(forKey: client).map { String(decoding: $0, as: UTF8.self) } }
    }
    close(client)
    clients[client] = nil
    return nil
  }

  /// Sends the answers that have come since the last call. A connection closes when its client has read the answer; a
  /// client that has left is no error.
  package func sendAnswers() {
    for (client, lines) in outbox.removeAll() where waiting.removeValue(forKey: client) != nil {
      answers[client] = Answer(bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
      sendMore(to: client)
    }
  }

  /// Sends as much as the client accepts now.
  private func sendMore(to client: Int32) {
    while let answer = answers[client], answer.sent < answer.bytes.count {
      let count = answer.bytes[answer.sent...].withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { break }
      answers[client]?.sent += count
    }
    answers[client] = nil
    close(client)
  }
}
