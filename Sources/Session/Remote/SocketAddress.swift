import Glibc
import SystemPackage

/// A path in the form that the socket calls need; nil if it is longer than 107 bytes.
struct SocketAddress {
  private var address = sockaddr_un()

  init?(path: FilePath) {
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.string.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func with<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
