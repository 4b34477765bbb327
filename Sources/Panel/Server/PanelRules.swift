import NIOCore
import NIOHTTP1
import SpinetText

/// The rules for access to a server: only programs and pages that use its own address, and for the panel only those that
/// know its token.
package struct PanelRules: Sendable {
  /// `localhost:8000`, in lower case.
  let hosts: Set<String>
  /// Nil where none is asked for: everyone who reaches the port may open a WebSocket, at any path.
  let token: AccessToken?
  /// `http`, or `https` if connections use TLS.
  let scheme: String
  /// The plain addresses that may connect; empty for all.
  let visitors: Set<String>

  package init(
    hosts: Set<String>, token: AccessToken?, scheme: String = "http", visitors: Set<String> = []
  ) {
    self.visitors = visitors
    self.hosts = hosts
    self.token = token
    self.scheme = scheme
  }

  /// Whether this machine may connect.
  package func isVisitor(_ address: SocketAddress?) -> Bool {
    visitors.isEmpty || address?.ipAddress.map { visitors.contains(Self.plain($0)) } == true
  }

  /// An address as the system writes it. A machine with IPv4 has `::ffff:` before its address at a port for both.
  package static func plain(_ address: String) -> String {
    let written = (try? SocketAddress(ipAddress: address, port: 0).ipAddress) ?? address
    return written.hasPrefix("::ffff:") && written.contains(".") ? String(written.dropFirst(7)) : written
  }

  /// Why a request is refused with 403; nil if it is allowed.
  ///
  /// A page on a rebound DNS name sends that name as its host. A page of another address sends that address as its
  /// origin.
  func refusal(of head: HTTPRequestHead) -> Refusal? {
    let named = head.headers[canonicalForm: "host"]
    guard named.count == 1, hosts.contains(named[0].lowercased()) else { return .host }
    let origins = head.headers[canonicalForm: "origin"]
    guard origins.allSatisfy({ $0.lowercased() == "\(scheme)://\(named[0].lowercased())" }) else {
      return .origin
    }
    return nil
  }

  /// The same for a WebSocket, which needs the token too.
  func socketRefusal(of head: HTTPRequestHead) -> Refusal? {
    if let refusal = refusal(of: head) { return refusal }
    guard let token else { return nil }
    let parts = head.uri.split(separator: "?", maxSplits: 1)
    guard parts.first == "/socket", parts.count == 2, token.isSame(as: parts[1]) else { return .token }
    return nil
  }

  enum Refusal: String, Sendable { case host, origin, token, address }
}

/// The secret in the panel's address: 128 random bits.
package struct AccessToken: Sendable {
  /// 32 hexadecimal digits.
  package let text: String

  package init() {
    var source = SystemRandomNumberGenerator()
    text = [source.next(), source.next()].map { (half: UInt64) in
      String(half, radix: 16).padded(to: 16, .right, with: "0")
    }.joined()
  }

  /// Nil if it is not a token's text.
  init?(_ text: String) {
    guard text.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    self.text = text.lowercased()
  }

  /// Compares in constant time.
  func isSame(as other: some StringProtocol) -> Bool {
    let (own, given) = (Array(text.utf8), Array(other.utf8))
    var difference = UInt8(own.count == given.count ? 0 : 1)
    for index in own.indices { difference |= own[index] ^ (index < given.count ? given[index] : 0) }
    return difference == 0
  }
}
