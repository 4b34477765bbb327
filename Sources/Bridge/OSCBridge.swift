import NIOCore
import NIOPosix
import SpinetPanel
import SpinetRealtime
import SpinetSession
import Synchronization

/// The instrument for other programs, by Open Sound Control on a UDP port, and by OSCQuery on the TCP port of the same
/// number. Its thread begins with the port.
///
/// A sender is a player, as a page is: it plays, moves widgets and loads what is listed, and reaches no files.
public final class OSCBridge: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let datagrams: any Channel
  private let server: PanelServer
  private let address: PanelAddress
  private let isOpen = Atomic(true)
  /// The port that was granted.
  public let port: Int
  /// What was not carried out.
  public let counts: OSCCounts

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: where; port 0 for any that is free.
  ///   - allowed: the addresses that may send; empty for all that reach the port.
  ///   - name: the instrument's, for programs that ask.
  ///   - tell: gets warnings, on any thread.
  public init(
    _ handle: SessionHandle, at address: PanelAddress, from allowed: [String] = [], name: String = "Spinet",
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpinetError) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let ports = OSCPorts(
      handle: handle, address: address, allowed: Set(allowed.map(PanelRules.plain)), name: name,
      counts: OSCCounts(tell: tell), loop: group.next(), tell: tell)
    do throws(SpinetError) {
      (datagrams, server) = try ports.open()
    } catch {
      try? group.syncShutdownGracefully()
      throw error
    }
    (self.group, self.address, port, counts) = (group, address, server.port, ports.counts)
  }

  /// Where programs send to: `127.0.0.1:9000`.
  public var place: String {
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    return "\(PanelAddress.bracketed(address.shownHost(among: machine))):\(port)"
  }

  /// Whether a text is the address of a machine, as `allowed` has them.
  public static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0)) != nil
  }

  /// Closes the ports, once. The notes of all senders end.
  public func close() {
    guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
    server.stop()
    try? datagrams.close().wait()
    try? group.syncShutdownGracefully()
  }
}
