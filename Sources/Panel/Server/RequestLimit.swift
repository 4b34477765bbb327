import NIOCore

/// Closes a connection that sends more than a request may have. It is removed when a WebSocket is opened, which has
/// limits of its own. [panel-thread]
final class RequestLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// The bytes of a request, with its body, which is not used.
  static let mostBytes = 1 << 14
  private let counts: PanelCounts
  private var bytes = 0

  init(_ counts: PanelCounts) { self.counts = counts }

  /// A request has been answered.
  func begin() { bytes = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes > Self.mostBytes else { return context.fireChannelRead(data) }
    counts.broken()
    context.close(promise: nil)
  }
}
