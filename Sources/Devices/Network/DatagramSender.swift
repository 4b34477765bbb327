import Glibc
import SpinetRealtime

/// Sends datagrams by UDP. One that cannot leave at once is lost, like one on its way. [control-thread]
package final class DatagramSender {
  private let descriptor: Int32

  /// - Throws: if the system has no sockets left.
  package init() throws(SpinetError) {
    descriptor = socket(
      AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw SpinetError(
        .outOfResources, what: "OSC", why: String(cString: strerror(errno)),
        remedy: "close other programs, and start again")
    }
  }

  deinit { close(descriptor) }

  /// - Parameter machine: the four bytes of its address.
  package func send(_ bytes: [UInt8], to machine: [UInt8], port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = machine.reduce(0) { $0 << 8 | UInt32($1) }.bigEndian
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, bytes, bytes.count, 0, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
