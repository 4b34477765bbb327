import SpinetRealtime
import SpinetSession
import Synchronization

/// The instrument in a browser: a page with its keys and widgets, served by this process.
///
/// A panel that was not opened has no thread, no memory and no port.
public final class Panel: Sendable {
  private struct Open {
    let server: PanelServer
    let hub: PanelHub
    let link: PanelLink
  }

  private let handle: SessionHandle
  private let words: PanelWords
  private let tell: @Sendable (String) -> Void
  private let open = Mutex<Open?>(nil)
  /// Held while it opens, so that two callers open one server.
  private let opening = Mutex<Void>(())
  private let lines = Mutex<[String]>([])
  /// The counts of refused and broken connections.
  package let counts: PanelCounts

  /// - Parameters:
  ///   - words: how the pages say what a person can do outside of them.
  ///   - tell: gets warnings, on any thread.
  public init(
    _ handle: SessionHandle, words: PanelWords = PanelWords(),
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.handle = handle
    self.words = words
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
      return try begin(at: address, isSecure: isSecure)
    }
  }

  private func begin(at address: PanelAddress, isSecure: Bool) throws(SpinetError) -> PanelLink {
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    let tls = isSecure ? try PanelTLS.kept(for: machine) : nil
    let scheme = isSecure ? "https" : "http"
    let token = AccessToken()
    let hub = PanelHub(handle, words)
    let server = try PanelServer(
      host: address.host, port: address.port, tls: tls, counts: counts,
      rules: {
        PanelRules(hosts: address.hosts(port: $0, among: machine), token: token, scheme: scheme)
      },
      open: { line in hub.join(line) })
    let host = PanelAddress.bracketed(address.shownHost(among: machine))
    let link = PanelLink(
      url: "\(scheme)://\(host):\(server.port)/#\(token.text)", isForOthers: address.isPublic)
    hub.begin(on: server.loop)
    for line in lines.withLock({ $0 }) { hub.log(line) }
    open.withLock { $0 = Open(server: server, hub: hub, link: link) }
    return link
  }

  /// The address of the open panel.
  public var link: PanelLink? { open.withLock { $0?.link } }

  /// Shows a line of the log on every page. [any-thread]
  public func log(_ line: String) {
    lines.withLock {
      $0.append(line)
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
}
