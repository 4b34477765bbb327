import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SpinetRealtime

/// A server for HTTP and WebSocket, on its own thread or on one that is given.
package final class PanelServer: Sendable {
  private let group: any EventLoopGroup
  private let hasOwnThread: Bool
  private let channel: any Channel

  static let largestMessage = 1 << 16

  /// The thread on which every `SocketUser` is called.
  var loop: any EventLoop { group.next() }
  package let port: Int

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - given: the thread; nil for one of its own.
  ///   - rules: makes the rules for the port that was granted.
  ///   - find: what there is for a path; nil for the page's files.
  ///   - open: gets each WebSocket, on the server's thread.
  package convenience init(
    host: String, port: Int, on given: (any EventLoop)? = nil, counts: PanelCounts,
    rules: @escaping @Sendable (Int) -> PanelRules, find: HTTPSource? = nil,
    open: @escaping @Sendable (SocketLine) -> any SocketUser
  ) throws(SpinetError) {
    try self.init(
      host: host, port: port, on: given, tls: nil, counts: counts, rules: rules, find: find, open: open)
  }

  /// - Parameter tls: nil for plain HTTP.
  init(
    host: String, port: Int, on given: (any EventLoop)? = nil, tls: PanelTLS?, counts: PanelCounts,
    rules: @escaping @Sendable (Int) -> PanelRules, find: HTTPSource? = nil,
    open: @escaping @Sendable (SocketLine) -> any SocketUser
  ) throws(SpinetError) {
    let connections = try Connections(counts)
    hasOwnThread = given == nil
    let group: any EventLoopGroup =
      if let given { given } else { MultiThreadedEventLoopGroup(numberOfThreads: 1) }
    self.group = group
    let find: HTTPSource = find ?? { PageFile.answer(to: $0) }
    let granted = GrantedRules(rules)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: ReadingPause.readBytes)
      )
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1 << 14, high: 1 << 16))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let rules = granted.rules(of: channel) else { return }
          guard rules.isVisitor(channel.remoteAddress) else {
            counts.refused(.address)
            return channel.close(promise: nil)
          }
          connections.join(channel)
          try tls?.begin(on: channel)
          try Self.setUp(channel, rules, connections, counts, find, open)
        }
      }
    do {
      channel = try bootstrap.bind(host: host, port: port).wait()
    } catch {
      if given == nil { try? group.syncShutdownGracefully() }
      throw SpinetError(unopened: "panel \(host):\(port)", because: error)
    }
    self.port = channel.localAddress?.port ?? port
  }

  private static func setUp(
    _ channel: any Channel, _ rules: PanelRules, _ connections: Connections, _ counts: PanelCounts,
    _ find: @escaping HTTPSource, _ open: @escaping @Sendable (SocketLine) -> any SocketUser
  ) throws {
    let (pause, limit) = (ReadingPause(), RequestLimit(counts))
    try channel.pipeline.syncOperations.addHandlers([pause, limit])
    let answers = HTTPAnswers(rules, limit, counts, find)
    let page = NIOLoopBound(pause, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: largestMessage, automaticErrorHandling: true,
      shouldUpgrade: { channel, head in
        let isAllowed = rules.socketRefusal(of: head) == nil
        if isAllowed, !connections.hasRoom { connections.turnAway() }
        return channel.eventLoop.makeSucceededFuture(isAllowed && connections.hasRoom ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          connections.letIn(channel)
          try channel.pipeline.syncOperations.addHandler(FrameRules(counts))
          try channel.pipeline.syncOperations.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
              maxAccumulatedFrameSize: largestMessage))
          try channel.pipeline.syncOperations.addHandler(SocketHandler(page.value, counts, open: open))
        }
      })
    let removal = NIOLoopBound((answers, limit), eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(removal.value.0, promise: nil)
          context.pipeline.syncOperations.removeHandler(removal.value.1, promise: nil)
        }
      ))
    try channel.pipeline.syncOperations.addHandler(answers)
  }

  /// Closes the port. Where the thread is its own, it ends, and every connection with it.
  package func stop() {
    try? channel.close().wait()
    if hasOwnThread { try? group.syncShutdownGracefully() }
  }
}

/// The rules, made when the port is known.
private final class GrantedRules: @unchecked Sendable {
  // Sendable because only the panel's one thread uses it.
  private let make: @Sendable (Int) -> PanelRules
  private var made: PanelRules?

  init(_ make: @escaping @Sendable (Int) -> PanelRules) { self.make = make }

  func rules(of channel: any Channel) -> PanelRules? {
    if made == nil { made = channel.localAddress?.port.map(make) }
    return made
  }
}
