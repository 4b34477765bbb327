import NIOCore

/// Reads from a connection only while the other side takes what it is sent.
///
/// Whoever asks without reading the answers is not heard again until it has read them, so that a connection costs at
/// most what fits into one read and into its send buffer. [panel-thread]
final class ReadingPause: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// The bytes of one read. Their messages are all answered before reading can pause.
  static let readBytes = 2048
  /// A small message takes half a KB while it waits, so their number is limited too.
  static let mostMessages = 100

  /// How many messages the system has not taken yet.
  private(set) var messages = 0
  private var isWanted = false
  private var context: ChannelHandlerContext?
  /// Called each time the system has taken every message.
  var whenDone: () -> Void = {}

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  private func isOpen(_ context: ChannelHandlerContext) -> Bool {
    context.channel.isWritable && messages < Self.mostMessages
  }

  func read(context: ChannelHandlerContext) {
    if isOpen(context) { context.read() } else { isWanted = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    resume()
    context.fireChannelWritabilityChanged()
  }

  private func resume() {
    guard isWanted, let context, isOpen(context) else { return }
    isWanted = false
    context.read()
  }

  /// Counts messages that are written, until `promise` is kept.
  func count(_ number: Int, until done: EventLoopFuture<Void>) {
    messages += number
    done.assumeIsolated().whenComplete { _ in
      self.messages -= number
      self.resume()
      if self.messages == 0 { self.whenDone() }
    }
  }
}
