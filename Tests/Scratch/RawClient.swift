import Foundation
import Glibc

/// A connection to the panel that may send anything.
package final class RawClient {
  package let descriptor: Int32
  private var received: [UInt8] = []

  package init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let answer = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard answer == 0 else {
      throw POSIXError(.ECONNREFUSED)
    }
    var isOn: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var limit = timeval(tv_sec: 8, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    received += buffer.prefix(count)
    return true
  }

  /// Waits until something has come, and nothing more comes for half a second.
  package func waitUntilFull() {
    var (last, rests): (Int32, Int) = (0, 0)
    for _ in 0..<200 where rests < 5 {
      var waiting: Int32 = 0
      _ = ioctl(descriptor, UInt(FIONREAD), &waiting)
      rests = waiting == last && waiting > 0 ? rests + 1 : 0
      last = waiting
      usleep(100_000)
    }
  }

  /// Everything until the other side closes, or eight seconds pass.
  package func readToEnd() -> String {
    while readMore() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// The head of the next answer, up to the empty line.
  package func readHead() -> String {
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        received.removeFirst(text[..<end.upperBound].utf8.count)
        return String(text[..<end.lowerBound])
      }
      guard readMore() else { return text }
    }
  }

  // MARK: WebSocket

  /// Asks for a WebSocket; returns the answer's first line.
  package func open(port: Int, token: String, host: String? = nil, origin: String? = nil) -> String {
    let lines = [
      "GET /socket?\(token) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    send((lines + (origin.map { ["Origin: \($0)"] } ?? []) + ["", ""]).joined(separator: "\r\n"))
    return String(readHead().prefix { $0 != "\r\n" && $0 != "\r" })
  }

  /// Sends a frame, masked with nothing.
  package func frame(opcode: UInt8 = 1, final: Bool = true, _ payload: [UInt8]) {
    var bytes: [UInt8] = [(final ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    send(bytes + [0, 0, 0, 0] + payload)
  }

  package func say(_ message: String) { frame(Array(message.utf8)) }

  /// The next frame; nil when the connection has ended.
  package func nextFrame() -> (opcode: UInt8, payload: [UInt8])? {
    while true {
      if let frame = takeFrame() { return frame }
      guard readMore() else { return nil }
    }
  }

  private func takeFrame() -> (opcode: UInt8, payload: [UInt8])? {
    guard received.count >= 2 else { return nil }
    var (length, start) = (Int(received[1] & 127), 2)
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    guard received.count >= 2 + extra else { return nil }
    if extra > 0 {
      length = received[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
      start += extra
    }
    guard received.count >= start + length else { return nil }
    let frame = (received[0] & 15, Array(received[start..<start + length]))
    received.removeFirst(start + length)
    return frame
  }

  /// The next message that begins with this key; nil when none comes.
  package func next(_ key: String) -> String? {
    while let frame = nextFrame() {
      let text = String(decoding: frame.payload, as: UTF8.self)
      if frame.opcode == 1, text.hasPrefix("{\"\(key)\"") { return text }
    }
    return nil
  }

  /// Whether a message that begins with this key and has this text comes, now or later.
  package func hears(_ key: String, _ text: String) -> Bool {
    while let message = next(key) { if message.contains(text) { return true } }
    return false
  }
}
