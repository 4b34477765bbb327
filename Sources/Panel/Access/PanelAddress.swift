import NIOCore
import SpinetRealtime

/// Where the panel is served.
public struct PanelAddress: Hashable, Sendable {
  /// The address to listen at: `127.0.0.1`, `0.0.0.0`.
  public let host: String
  /// 0 for any free port.
  public let port: Int

  /// This machine only.
  public static let local = PanelAddress(host: "127.0.0.1", port: 0)

  /// Reads `8000`, `lan`, `192.168.1.2:8000`, `[::1]:8000`; empty for this machine only.
  public init(_ text: String) throws(SpinetError) {
    if text.isEmpty {
      self = .local
    } else if text == "lan" {
      self.init(host: "0.0.0.0", port: 0)
    } else if let port = Int(text), (0...65535).contains(port) {
      self.init(host: "127.0.0.1", port: port)
    } else if let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port), let host = Self.host(text[..<colon])
    {
      self.init(host: host, port: port)
    } else {
      throw SpinetError(
        .wrongValue, what: "panel '\(text)'", why: "it is not an address",
        remedy: "give a port, lan, or ADDRESS:PORT")
    }
  }

  private init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// The host of a numeric address, without brackets.
  private static func host(_ text: Substring) -> String? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let bare = String(isBracketed ? text.dropFirst().dropLast() : text)
    guard !bare.isEmpty, (try? SocketAddress(ipAddress: bare, port: 0)) != nil else { return nil }
    return bare
  }

  /// Whether other machines can reach it.
  package var isPublic: Bool { !host.hasPrefix("127.") && host != "::1" }

  private var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  /// The address that a browser is given.
  package func shownHost(among machine: [String]) -> String {
    guard isEverywhere else { return host }
    return machine.first { !$0.contains(":") } ?? "127.0.0.1"
  }

  /// Allowed Host headers: this machine's addresses only, against DNS rebinding.
  package func hosts(port: Int, among machine: [String]) -> Set<String> {
    let own = ["127.0.0.1", "::1", "localhost"]
    let names = isPublic ? own + machine + [host] : own
    return Set(
      names.map { Self.bracketed($0).lowercased() }.flatMap {
        port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"]
      })
  }

  package static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// This machine's addresses on its networks, IPv4 first.
  package static func ofThisMachine() -> [String] {
    let devices = (try? System.enumerateDevices()) ?? []
    let addresses = devices.compactMap { $0.address?.ipAddress }.filter {
      !$0.hasPrefix("127.") && $0 != "::1"
    }
    return addresses.filter { !$0.contains(":") } + addresses.filter { $0.contains(":") }
  }
}
