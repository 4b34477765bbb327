import Glibc
import SpinetOSC
import SpinetRealtime

/// A UDP socket that speaks with one other program.
struct DatagramSocket: ~Copyable, Sendable {
  let descriptor: Int32

  /// Finds the program's address with getaddrinfo(3). Nil if there is none, or no socket.
  init?(to address: SessionManagerAddress) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var next = found
    while let candidate = next?.pointee {
      let opened = socket(
        candidate.ai_family, candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      if opened >= 0, connect(opened, candidate.ai_addr, candidate.ai_addrlen) == 0 {
        descriptor = opened
        return
      }
      if opened >= 0 { Glibc.close(opened) }
      next = candidate.ai_next
    }
    return nil
  }

  deinit { Glibc.close(descriptor) }

  /// A datagram that does not arrive is lost like any other.
  func send(_ message: OSCMessage) {
    _ = message.bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// The messages that have arrived. What is no OSC is passed over.
  func receive() -> [OSCMessage] {
    var messages: [OSCMessage] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while messages.count < 64 {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { break }
      guard let packet = try? OSCPacket(Array(buffer[..<count])) else { continue }
      messages += packet.messages.map(\.message)
    }
    return messages
  }
}
