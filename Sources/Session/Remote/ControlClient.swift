import Foundation
import Glibc

/// Asks a running instrument.
public struct ControlClient {
  private let path: String

  /// Finds the instrument by its name; with no name the one without a tag, or else the only one that runs.
  public init(name: String?, folders: Folders = Folders()) throws(SessionError) {
    let running = Self.running(folders)
    if let name = name ?? running.first(where: { $0 == PlayOptions().clientName }) {
      path = ControlSocket.path(of: name, folders)
      guard running.contains(name) else {
        throw Self.absent("'\(name)' is not running", running)
      }
      return
    }
    guard let only = running.first, running.count == 1 else {
      throw Self.absent(running.isEmpty ? "none is running" : "several are running", running)
    }
    path = ControlSocket.path(of: only, folders)
  }

  private static func absent(_ why: String, _ running: [String]) -> SessionError {
    let names = running.joined(separator: ", ")
    return SessionError(
      .device, what: "instrument", why: why,
      remedy: running.isEmpty ? "start one with 'spinet play'" : "choose one with '--name': \(names)")
  }

  /// The names of the instruments that answer.
  public static func running(_ folders: Folders = Folders()) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folders.runtime)) ?? []
    return files.filter { $0.hasSuffix(".sock") && isAnswered("\(folders.runtime)/\($0)") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  static func isAnswered(_ path: String) -> Bool {
    guard let descriptor = connected(to: path) else { return false }
    close(descriptor)
    return true
  }

  private static func connected(to path: String) -> Int32? {
    guard let address = SocketAddress(path: path) else { return nil }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    guard address.with({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Sends one request and gives the lines of the answer.
  public func ask(_ request: String) throws(SessionError) -> [String] {
    guard let descriptor = Self.connected(to: path) else {
      throw Self.absent("it has just ended", Self.running())
    }
    defer { close(descriptor) }
    let bytes = Array((request + "\n").utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Self.absent("it has just ended", Self.running())
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      answer += buffer.prefix(count)
    }
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
