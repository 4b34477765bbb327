import FoundationEssentials
import Glibc
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Sends requests to a running instrument.
package struct ControlClient {
  let path: FilePath

  /// Finds a running instrument by its tag, its name, a part of the name, or a wildcard that matches only one. Nil
  /// finds the one without a tag, or the only one.
  package init(name: String?, folders: Folders = Folders()) throws(SpinetError) {
    let running = Self.running(folders)
    path = ControlSocket.path(of: try Self.choose(name, among: running), folders)
  }

  private static func choose(_ name: String?, among running: [String]) throws(SpinetError) -> String {
    var options = PlayOptions()
    options.tag = name
    let exact = [options.clientName, name].compactMap(\.self).first(where: running.contains)
    if let exact { return exact }
    let alike = running.filter { one in name.map { namePattern($0, matches: one) } ?? true }
    switch (name, alike.count) {
    case (_, 1): return alike[0]
    case (let name?, 0) where !running.isEmpty: throw absent("'\(name)' is not running", running)
    case (_, 0): throw absent("none is running", running)
    default: throw absent("several are running", alike)
    }
  }

  private static func absent(_ why: String, _ running: [String]) -> SpinetError {
    let names = running.joined(separator: ", ")
    return SpinetError(
      .instrumentNotRunning, what: "instrument", why: why,
      remedy: running.isEmpty ? Remedy(.startInstrument) : Remedy(.chooseInstrument, names))
  }

  /// The names of the instruments that answer.
  package static func running(_ folders: Folders = Folders()) -> [String] {
    let files = (try? folders.runtime.entries()) ?? []
    return files.filter { $0.hasSuffix(".sock") && isAnswered(folders.runtime.appending($0)) }
      .map { String($0.dropLast(5)) }
  }

  /// Whether a process listens on the socket, even if it is busy. Never waits.
  static func isAnswered(_ path: FilePath) -> Bool {
    guard let descriptor = connected(to: path, flags: O_NONBLOCK) else { return errno == EAGAIN }
    close(descriptor)
    return true
  }

  /// Nil with the reason in `errno`.
  private static func connected(to path: FilePath, flags: Int32 = 0) -> Int32? {
    guard let address = SocketAddress(path: path) else {
      errno = ENAMETOOLONG
      return nil
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | flags, 0)
    guard descriptor >= 0 else { return nil }
    guard address.with({ connect(descriptor, $0, $1) }) == 0 else {
      let reason = errno
      close(descriptor)
      errno = reason
      return nil
    }
    return descriptor
  }

  /// Sends one request and returns the lines of the answer, which may be none. It waits as long as the answer takes, but
  /// not for an instrument that is stopped by Ctrl-Z or a signal.
  package func ask(_ request: String) throws(SpinetError) -> [String] {
    let bytes = Array((request + "\n").utf8)
    guard bytes.count <= ControlSocket.longestRequest, bytes.firstIndex(of: 0x0A) == bytes.count - 1 else {
      throw SpinetError(
        .wrongRequest, what: "'\(request.shortened)'", why: "it does not fit in one line of a request",
        remedy: "send a shorter text on one line")
    }
    let descriptor = try Self.caller(of: path)
    defer { close(descriptor) }
    Self.setLimit(0.5, of: descriptor)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Self.absent("it has just ended", Self.running())
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EAGAIN {
        guard !Self.isStopped(peerOf: descriptor) else { throw Self.standstill }
        continue
      }
      guard count > 0 else { break }
      answer += buffer.prefix(count)
    }
    guard !answer.isEmpty else { throw Self.absent("it gave no answer", Self.running()) }
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A connection for a request. A suspended instrument accepts no connections, and the kernel queues only a limited
  /// number. A blocking call could then wait for ever.
  private static func caller(of path: FilePath) throws(SpinetError) -> Int32 {
    for _ in 0..<20 {
      if let descriptor = connected(to: path, flags: O_NONBLOCK) {
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
      }
      guard errno == EAGAIN else { throw absent("it has just ended", running()) }
      usleep(25_000)
    }
    throw standstill
  }

  /// Limits how long a read of the socket waits.
  private static func setLimit(_ seconds: Double, of descriptor: Int32) {
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Whether a signal has stopped the process at the other end, by proc(5). SO_PEERCRED gives its number first.
  private static func isStopped(peerOf descriptor: Int32) -> Bool {
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(3 * MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
      let line = try? FilePath("/proc/\(credentials[0])/stat").text(),
      // The name before it may contain any characters.
      let state = line.split(separator: ")").last?.drop(while: { $0 == " " }).first
    else { return false }
    return state == "T" || state == "t"
  }

  private static let standstill = SpinetError(
    .noAnswer, what: "instrument", why: "it is suspended (Ctrl-Z) and does not answer",
    remedy: "continue it ('fg' or 'kill -CONT'), or end it")
}
