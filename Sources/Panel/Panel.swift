import FoundationEssentials
import NIOCore
import SpinetRealtime
import SpinetSession
import Synchronization

/// The instrument in a browser: a page with its keys and widgets, served by this process.
///
/// A panel that was not opened has no thread, no memory and no port.
public final class Panel: Sendable {
  /// The version of Spinet.
  package static let version = "0.1.0"

  private struct Open {
    let server: PanelServer
    let hub: PanelHub
    let link: PanelLink
    let address: PanelAddress
    let isSecure: Bool
  }

  private let handle: SessionHandle
  private let words: PanelWords
  private let access: PanelAccess
  private let tell: @Sendable (String) -> Void
  private let open = Mutex<Open?>(nil)
  /// Held while it opens, so that two callers open one server.
  private let opening = Mutex<Void>(())
  private let lines = Mutex<[(text: String, moment: Date)]>([])
  /// The counts of refused and broken connections.
  package let counts: PanelCounts

  /// - Parameters:
  ///   - words: how the pages say what a person can do outside of them.
  ///   - access: what the pages may do, and which link opens them.
  ///   - tell: gets warnings, on any thread.
  public init(
    _ handle: SessionHandle, words: PanelWords = PanelWords(), access: PanelAccess = PanelAccess(),
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.handle = handle
    self.words = words
    self.access = access
    self.tell = tell
    counts = PanelCounts(tell: tell)
  }

  /// Serves the page, if it is not served already. [any-thread]
  ///
  /// - Parameter isSecure: whether to use TLS, with a certificate that is made once and kept.
  /// - Returns: its address, with the secret that gives access.
  @discardableResult public func serve(
    at address: PanelAddress, isSecure: Bool = false
  ) throws(SpinetError) -> PanelLink {
    try opening.withLock { _ throws(SpinetError) -> PanelLink in
      if let link { return link }
      return try begin(at: address, isSecure: isSecure, access.linkFile.flatMap(KeptLink.init), isNew: false)
    }
  }

  /// Serves the page with a new link. The old one, and every page that was opened with it, ends. [any-thread]
  @discardableResult public func renewLink() throws(SpinetError) -> PanelLink {
    try opening.withLock { _ throws(SpinetError) -> PanelLink in
      let old = open.withLock { $0 }
      let port = old?.server.port ?? access.linkFile.flatMap(KeptLink.init)?.port
      close()
      return try begin(
        at: old?.address ?? .local, isSecure: old?.isSecure ?? false,
        port.map { KeptLink(token: AccessToken(), port: $0) }, isNew: true)
    }
  }

  /// - Parameters:
  ///   - kept: the token, and the port if it is free; nil for new ones.
  ///   - isNew: whether the token is kept from now on, whatever its port.
  private func begin(
    at address: PanelAddress, isSecure: Bool, _ kept: KeptLink?, isNew: Bool
  ) throws(SpinetError) -> PanelLink {
    try checkTrust(at: address, isSecure: isSecure)
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    let tls = isSecure ? try PanelTLS.kept(for: machine) : nil
    let scheme = isSecure ? "https" : "http"
    let token = kept?.token ?? AccessToken()
    let hub = PanelHub(handle, words, access)
    func server(_ port: Int) throws(SpinetError) -> PanelServer {
      try PanelServer(
        host: address.host, port: port, tls: tls, counts: counts,
        rules: {
          PanelRules(hosts: address.hosts(port: $0, among: machine), token: token, scheme: scheme)
        },
        open: { line in hub.join(line) })
    }
    let server = try Self.first(of: address.port == 0 ? [kept?.port, 0] : [address.port], server)
    // Where another instrument has the port, the file stays as it is.
    if isNew || kept == nil || kept?.port == server.port { keep(KeptLink(token: token, port: server.port)) }
    let host = PanelAddress.bracketed(address.shownHost(among: machine))
    let link = PanelLink(
      url: "\(scheme)://\(host):\(server.port)/#\(token.text)", isForOthers: address.isPublic)
    hub.begin(on: server.loop, link)
    // So that the first visit does not wait for it.
    server.loop.execute { _ = PageFile.all }
    for (text, moment) in lines.withLock({ $0 }) { hub.log(text, at: moment) }
    open.withLock {
      $0 = Open(server: server, hub: hub, link: link, address: address, isSecure: isSecure)
    }
    return link
  }

  /// The server at the first port that is free.
  private static func first(
    of ports: [Int?], _ server: (Int) throws(SpinetError) -> PanelServer
  ) throws(SpinetError) -> PanelServer {
    let ports = ports.compactMap(\.self)
    for port in ports.dropLast() {
      if let server = try? server(port) { return server }
    }
    return try server(ports.last ?? 0)
  }

  /// A page that may do everything must not be overheard. Of a player's page it is told what listening gives away.
  private func checkTrust(at address: PanelAddress, isSecure: Bool) throws(SpinetError) {
    guard address.isPublic, !isSecure else { return }
    if access.trust == .full {
      throw SpinetError(
        .notAllowed, what: "panel \(address.host)",
        why: "whoever listens on the network could do everything that you may do",
        remedy: "serve it over https, or let pages only play")
    }
    tell(
      "panel: over http, whoever listens on this network can read the link, and then play, record and save sounds"
        + " here, but reach no files and run nothing; https hides it")
  }

  /// A link that works only until the end is told.
  private func keep(_ link: KeptLink) {
    guard let file = access.linkFile else { return }
    do throws(SpinetError) { try link.write(to: file) } catch { tell("\(error)") }
  }

  /// The address of the open panel.
  public var link: PanelLink? { open.withLock { $0?.link } }

  /// Shows a line of the log on every page. [any-thread]
  public func log(_ line: String) {
    lines.withLock {
      $0.append((line, .now))
      if $0.count > PanelHub.keptLines { $0.removeFirst() }
    }
    open.withLock { $0?.hub }?.log(line)
  }

  /// Closes every page's connection and the port. Keys and fingers of the pages are released.
  public func close() {
    guard
      let open = open.withLock({ open in
        defer { open = nil }
        return open
      })
    else { return }
    open.hub.end()
    open.server.stop()
  }
}

/// The address of an open panel.
public struct PanelLink: Hashable, Sendable {
  /// With the secret behind `#`, which browsers do not send.
  public let url: String
  /// Whether other machines can reach it.
  public let isForOthers: Bool

  /// A link that opens one of the user's own pages first: `http://127.0.0.1:8000/?page=evening#…`.
  ///
  /// - Parameter url: what a panel has given, also as JSON.
  public static func address(_ url: String, openingPage name: String) -> String {
    let escaped = name.utf8.map { byte in
      let isPlain =
        Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
      return isPlain || byte == 0x2D || byte == 0x5F
        ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return url.replacing("/#", with: "/?page=\(escaped.joined())#", maxReplacements: 1)
  }
}
