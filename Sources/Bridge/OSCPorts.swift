import NIOCore
import NIOPosix
import SpinetPanel
import SpinetRealtime
import SpinetSession

/// Opens the two ports of one number.
struct OSCPorts {
  let handle: SessionHandle
  let address: PanelAddress
  /// Plain addresses.
  let allowed: Set<String>
  let name: String
  let counts: OSCCounts
  let loop: any EventLoop
  let tell: @Sendable (String) -> Void

  /// The largest that UDP has.
  private static let largestPacket = 65_536
  private static let waitingBytes: SocketOptionValue = 1 << 20
  /// How often a free port for datagrams may be one that is taken for connections.
  private static let mostTries = 8

  func open() throws(SpinetError) -> (any Channel, PanelServer) {
    for _ in 1..<(address.port == 0 ? Self.mostTries : 1) {
      if let both = try? openBoth() { return both }
    }
    return try openBoth()
  }

  private func openBoth() throws(SpinetError) -> (any Channel, PanelServer) {
    let senders = NIOLoopBoundBox.makeEmptyBox(valueType: OSCSenders.self, eventLoop: loop)
    let datagrams = try openDatagrams(senders)
    do throws(SpinetError) {
      return (datagrams, try openServer(at: datagrams.localAddress?.port ?? address.port, senders))
    } catch {
      try? datagrams.close().wait()
      throw error
    }
  }

  private func openDatagrams(
    _ senders: NIOLoopBoundBox<OSCSenders?>
  ) throws(SpinetError) -> any Channel {
    let (handle, counts, allowed) = (handle, counts, allowed)
    let bootstrap = DatagramBootstrap(group: loop)
      // What arrives while the thread waits for its turn. The system may grant less.
      .channelOption(.socketOption(.so_rcvbuf), value: Self.waitingBytes)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largestPacket))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let new = OSCSenders(handle, counts, on: channel.eventLoop) { bytes, address in
            OSCSocket.send(bytes, to: address, by: channel)
          }
          senders.value = new
          try channel.pipeline.syncOperations.addHandler(OSCSocket(new, allowed: allowed, counts))
        }
      }
    do {
      return try bootstrap.bind(host: address.host, port: address.port).wait()
    } catch {
      throw SpinetError(unopened: what, because: error)
    }
  }

  private var what: String { "osc \(address.host):\(address.port)" }

  private func openServer(
    at port: Int, _ senders: NIOLoopBoundBox<OSCSenders?>
  ) throws(SpinetError) -> PanelServer {
    let (address, allowed, counts) = (address, allowed, counts)
    let query = OSCQuery(handle: handle, name: name)
    let machine = address.isPublic ? PanelAddress.ofThisMachine() : []
    do throws(SpinetError) {
      return try PanelServer(
        host: address.host, port: port, on: loop, counts: PanelCounts(of: "osc", tell: tell),
        rules: { PanelRules(hosts: address.hosts(port: $0, among: machine), token: nil, visitors: allowed) },
        find: { query.answer(to: $0, port: port) },
        open: { QueryConnection(senders.value, counts, $0) })
    } catch {
      throw SpinetError(.addressUnusable, what: what, why: error.why, remedy: error.remedy)
    }
  }
}
