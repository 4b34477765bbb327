import NIOCore
import NIOWebSocket

/// Gets the messages of one open WebSocket. [panel-thread]
package protocol SocketUser: AnyObject {
  func received(_ text: String)
  func received(_ bytes: ByteBuffer)
  /// The other side has read all waiting messages.
  func writable()
  func closed()
}

/// The sending side of a WebSocket. [panel-thread]
package struct SocketLine {
  private let context: ChannelHandlerContext
  private let pause: ReadingPause

  init(_ context: ChannelHandlerContext, _ pause: ReadingPause) {
    (self.context, self.pause) = (context, pause)
  }

  /// Whether the other side reads its messages.
  package var isWritable: Bool {
    pause.messages < ReadingPause.mostMessages && context.channel.isWritable && context.channel.isActive
  }

  /// Calls `body` each time the system has taken everything.
  func whenDone(_ body: @escaping () -> Void) { pause.whenDone = body }

  /// An answer is being worked out, until `endAnswer` is called once.
  func beginAnswer() { pause.beginAnswer() }
  func endAnswer() { pause.endAnswer() }

  package func send(_ text: String) { send([text]) }

  package func send(_ bytes: ByteBuffer) { send(bytes, as: .binary) }

  /// Answers a ping of the protocol.
  func answer(ping bytes: ByteBuffer) { send(bytes, as: .pong) }

  private func send(_ bytes: ByteBuffer, as opcode: WebSocketOpcode) {
    let done = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(NIOAny(WebSocketFrame(fin: true, opcode: opcode, data: bytes)), promise: done)
    pause.count(1, until: done.futureResult)
  }

  /// Sends several messages with one system call, because incoming messages have to wait for each call.
  func send(_ texts: [String]) {
    guard !texts.isEmpty else { return }
    for text in texts.dropLast() { write(text, promise: nil) }
    let last = context.eventLoop.makePromise(of: Void.self)
    write(texts[texts.count - 1], promise: last)
    pause.count(texts.count, until: last.futureResult)
    context.flush()
  }

  private func write(_ text: String, promise: EventLoopPromise<Void>?) {
    let data = context.channel.allocator.buffer(string: text)
    context.write(NIOAny(WebSocketFrame(fin: true, opcode: .text, data: data)), promise: promise)
  }

  /// The thread on which its user is called.
  var loop: any EventLoop { context.eventLoop }

  func close(_ code: WebSocketErrorCode) { SocketHandler.close(context, code) }
}

/// Reads whole messages of a WebSocket, and answers its pings.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let open: (SocketLine) -> any SocketUser
  private let pause: ReadingPause
  private let counts: PanelCounts
  private var user: (any SocketUser)?
  /// The messages of the last read that wait until the other side has read its answers.
  private var waiting: [String] = []
  private var isHearing = false

  init(_ pause: ReadingPause, _ counts: PanelCounts, open: @escaping (SocketLine) -> any SocketUser) {
    self.pause = pause
    self.counts = counts
    self.open = open
    pause.whenOpen = { [weak self] in self?.hear() }
  }

  func handlerAdded(context: ChannelHandlerContext) { user = open(SocketLine(context, pause)) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { user?.writable() }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: take(frame, context)
    case .binary: user?.received(frame.unmaskedData)
    case .ping: SocketLine(context, pause).answer(ping: frame.unmaskedData)
    case .connectionClose:
      leave()
      Self.close(context, Self.answer(toClose: frame.unmaskedData))
    case .pong: break
    default: fail(context, .unacceptableData)
    }
  }

  /// The other side's own code, or what is wrong with its close frame.
  private static func answer(toClose data: ByteBuffer) -> WebSocketErrorCode {
    var data = data
    guard data.readableBytes > 0 else { return .normalClosure }
    guard let code = data.readInteger(as: UInt16.self), isAllowed(code) else { return .protocolError }
    let isText = String(validating: data.readableBytesView, as: UTF8.self) != nil
    return isText ? WebSocketErrorCode(codeNumber: Int(code)) : .dataInconsistentWithMessage
  }

  /// The codes that may be sent: registered ones, and those of libraries and applications.
  private static func isAllowed(_ code: UInt16) -> Bool {
    [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
  }

  private func take(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    guard let text = String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) else {
      return fail(context, .dataInconsistentWithMessage)
    }
    waiting.append(text)
    hear()
  }

  /// Passes on what waits, in its order, as long as the answers are taken.
  private func hear() {
    guard !isHearing else { return }
    isHearing = true
    var heard = 0
    while heard < waiting.count, pause.isOpen {
      user?.received(waiting[heard])
      heard += 1
    }
    waiting.removeFirst(min(heard, waiting.count))
    isHearing = false
  }

  private func fail(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
    counts.broken()
    leave()
    Self.close(context, code)
  }

  private func leave() {
    user?.closed()
    user = nil
    pause.whenOpen = {}
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A lost connection is not a broken message.
    if !(error is IOError) { counts.broken() }
    leave()
    context.close(promise: nil)
  }

  /// Sends the reason and closes at once, because the other side may never answer.
  fileprivate static func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    context.writeAndFlush(NIOAny(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
      .whenComplete { _ in channel.close(promise: nil) }
  }
}

/// Closes a connection on a frame with an undefined opcode or a reserved bit.
final class FrameRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private let counts: PanelCounts
  private var hasFailed = false

  init(_ counts: PanelCounts) { self.counts = counts }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    guard !Self.isAllowed(unwrapInboundIn(data)) else { return context.fireChannelRead(data) }
    hasFailed = true
    counts.broken()
    SocketHandler.close(context, .protocolError)
  }

  private static let kinds: Set<WebSocketOpcode> = [
    .continuation, .text, .binary, .connectionClose, .ping, .pong,
  ]

  private static func isAllowed(_ frame: WebSocketFrame) -> Bool {
    kinds.contains(frame.opcode) && !frame.rsv1 && !frame.rsv2 && !frame.rsv3
  }
}
