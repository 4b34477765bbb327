import NIOCore
import NIOHTTP1
import NIOWebSocket

/// What a server has for a path with its query. [panel-thread]
package typealias HTTPSource = @Sendable (String) -> HTTPAnswer?

/// Answers the requests before a WebSocket is opened, with files, what else the server has, or refusals.
final class HTTPAnswers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let rules: PanelRules
  private let limit: RequestLimit
  private let counts: PanelCounts
  private let find: HTTPSource
  private var head: HTTPRequestHead?
  private var deadline: Scheduled<Void>?

  /// - Parameter find: the answer to a path with its query; nil for none.
  init(_ rules: PanelRules, _ limit: RequestLimit, _ counts: PanelCounts, _ find: @escaping HTTPSource) {
    self.find = find
    self.rules = rules
    self.limit = limit
    self.counts = counts
  }

  /// The time within which a request must be complete, and the next one after it.
  static let timeLimit = TimeAmount.seconds(1)
  /// The time within which the other side must take an answer.
  private static let answerLimit = TimeAmount.seconds(10)

  func handlerAdded(context: ChannelHandlerContext) { wait(context.channel, Self.timeLimit) }
  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  private func wait(_ channel: any Channel, _ limit: TimeAmount) {
    deadline?.cancel()
    deadline = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      limit.begin()
      wait(context.channel, Self.answerLimit)
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let path = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    if let refusal = path == "/socket" ? rules.socketRefusal(of: head) : rules.refusal(of: head) {
      counts.refused(refusal)
      return send(.forbidden, "403: this page is not for you\n", to: head, context)
    }
    guard head.method == .GET || head.method == .HEAD else {
      return send(.methodNotAllowed, "405\n", to: head, context)
    }
    guard let found = find(head.uri) else {
      return send(.notFound, "404: there is no such file\n", to: head, context)
    }
    send(found.status, found.bytes, found.mediaType, to: head, context)
  }

  private func send(
    _ status: HTTPResponseStatus, _ text: String, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    send(status, ByteBuffer(string: text), "text/plain; charset=utf-8", to: head, context)
  }

  private func send(
    _ status: HTTPResponseStatus, _ bytes: ByteBuffer, _ type: String, to head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders()
    headers.add(name: "Content-Type", value: type)
    headers.add(name: "Content-Length", value: "\(bytes.readableBytes)")
    for (name, value) in Self.cautions { headers.add(name: name, value: value) }
    let isLast = !head.isKeepAlive || status != .ok
    if isLast { headers.add(name: "Connection", value: "close") }
    let answer = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    let body = head.method == .HEAD ? ByteBuffer() : bytes
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body)))).whenComplete { _ in
      let (answers, context) = own.value
      answers.end(context, isLast: isLast)
    }
  }

  /// Ends an answer that the system has taken. Only then is the next request of the connection looked at: however many
  /// were sent at once, one answer waits.
  private func end(_ context: ChannelHandlerContext, isLast: Bool) {
    let channel = context.channel
    wait(channel, Self.timeLimit)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if isLast { channel.close(promise: nil) }
    }
  }

  /// The page loads from its own address only, and cannot be put into a frame.
  private static let cautions = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
  ]

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A WebSocket that is refused arrives here as a request next.
    if error is NIOWebSocketUpgradeError { return }
    // A lost connection is not a broken message.
    if !(error is IOError) { counts.broken() }
    context.close(promise: nil)
  }
}
