import NIOCore
import NIOPosix
import SpinetPanel
import SpinetRealtime
import SpinetSession
import Synchronization

/// The instrument for other programs, by Open Sound Control on a UDP port. Its thread begins with the port.
///
/// A sender is a player, as a page is: it plays, moves widgets and loads what is listed, and reaches no files.
public final class OSCBridge: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let datagrams: any Channel
  private let address: PanelAddress
  private let isOpen = Mutex(true)
  /// The port that was granted.
  public let port: Int
  /// What was not carried out.
  public let counts: OSCCounts

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: where; port 0 for any that is free.
  ///   - allowed: the addresses that may send; empty for all that reach the port.
  ///   - tell: gets warnings, on any thread.
  public init(
    _ handle: SessionHandle, at address: PanelAddress, from allowed: [String] = [],
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpinetError) {
    let counts = OSCCounts(tell: tell)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    (self.counts, self.address, self.group) = (counts, address, group)
    let allowed = Set(allowed.map(Self.plain))
    let bootstrap = DatagramBootstrap(group: group)
      // What arrives while the thread waits for its turn. The system may grant less.
      .channelOption(.socketOption(.so_rcvbuf), value: Self.waitingBytes)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largestPacket))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let senders = OSCSenders(handle, counts)
          try channel.pipeline.syncOperations.addHandler(OSCSocket(senders, allowed: allowed, counts))
        }
      }
    do {
      datagrams = try bootstrap.bind(host: address.host, port: address.port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw SpinetError(
        .addressUnusable, what: "osc \(address.host):\(address.port)", why: "\(error)",
        remedy: "choose another port")
    }
    port = datagrams.localAddress?.port ?? address.port
  }

  /// The largest that UDP has.
  private static let largestPacket = 65_536
  private static let waitingBytes: SocketOptionValue = 1 << 20

  /// Where programs send to: `127.0.0.1:9000`.
  public var place: String {
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    return "\(PanelAddress.bracketed(address.shownHost(among: machine))):\(port)"
  }

  /// Whether a text is the address of a machine, as `allowed` has them.
  public static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0)) != nil
  }

  /// An address as the system writes it. A sender with IPv4 has `::ffff:` before its address at a port for both.
  static func plain(_ address: String) -> String {
    let written = (try? SocketAddress(ipAddress: address, port: 0).ipAddress) ?? address
    return written.hasPrefix("::ffff:") && written.contains(".") ? String(written.dropFirst(7)) : written
  }

  /// Closes the port, once. The notes of all senders end.
  public func close() {
    guard
      isOpen.withLock({ isOpen in
        defer { isOpen = false }
        return isOpen
      })
    else { return }
    try? datagrams.close().wait()
    try? group.syncShutdownGracefully()
  }
}
