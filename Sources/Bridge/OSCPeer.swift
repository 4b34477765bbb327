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

  /// Another program of the machine that sends datagrams; a connection is itself.
  func at(port: Int) -> OSCPeer {
    guard var address else { return self }
    address.port = port
    return OSCPeer(address)
  }

  /// Whether both send datagrams from one machine: programs there, such as `oscsend`, send each from a port of its own.
  func sharesMachine(with other: OSCPeer) -> Bool {
    guard let machine = address?.ipAddress else { return false }
    return machine == other.address?.ipAddress
  }

  static func == (a: OSCPeer, b: OSCPeer) -> Bool { a.identity == b.identity }
  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
