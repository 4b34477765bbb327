import NIOCore
import NIOPosix
import SpinetPanel
import SpinetRealtime
import SpinetSession

/// The instrument for other programs, by Open Sound Control on a UDP port. Its thread begins with the port.
///
/// A sender is a player, as a page is: it plays, moves widgets and loads what is listed, and reaches no files.
public final class OSCBridge: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let datagrams: any Channel
  private let address: PanelAddress
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
    let bootstrap = DatagramBootstrap(group: group)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largestPacket))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let senders = OSCSenders(handle, counts)
          try channel.pipeline.syncOperations.addHandler(OSCSocket(senders, allowed: Set(allowed), counts))
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

  /// Where programs send to: `127.0.0.1:9000`.
  public var place: String {
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    return "\(PanelAddress.bracketed(address.shownHost(among: machine))):\(port)"
  }

  /// Whether a text is the address of a machine, as `allowed` has them.
  public static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0)) != nil
  }

  /// Closes the port. The notes of all senders end.
  public func close() {
    try? datagrams.close().wait()
    try? group.syncShutdownGracefully()
  }
}
