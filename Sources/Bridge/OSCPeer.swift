import NIOCore
import SpinetPanel

/// Where packets come from, and where answers go.
///
/// A program that sends datagrams is an address. One that is connected is its connection.
struct OSCPeer: Hashable {
  private enum Identity: Hashable {
    case address(SocketAddress)
    case connection(Int)
  }

  private let identity: Identity
  /// Nil for datagrams.
  let line: SocketLine?

  init(_ address: SocketAddress) { (identity, line) = (.address(address), nil) }
  init(connection number: Int, _ line: SocketLine) { (identity, self.line) = (.connection(number), line) }

  /// Nil for a connection.
  var address: SocketAddress? { if case .address(let address) = identity { address } else { nil } }

  static func == (a: OSCPeer, b: OSCPeer) -> Bool { a.identity == b.identity }
  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
