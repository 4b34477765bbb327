import NIOCore

/// Reads from a connection only while the other side takes what it is sent.
///
/// Whoever asks without reading the answers is not heard again until it has read them, so that a connection costs at
/// most what fits into one read and into its send buffer, and the answers that are being worked out. [panel-thread]
final class ReadingPause: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// The bytes of one read.
  static let readBytes = 2048
  /// A small message takes half a KB while it waits, so their number is limited too.
  static let mostMessages = 100
  /// How many answers may be worked out at once.
  static let mostAnswers = 8

  /// How many messages the system has not taken yet.
  private(set) var messages = 0
  /// How many answers are being worked out.
  private var pendingAnswers = 0
  private var isWanted = false
  private var context: ChannelHandlerContext?
  /// Called when the other side may be heard again, before more is read.
  var whenOpen: () -> Void = {}
  /// Called each time the system has taken every message.
  var whenDone: () -> Void = {}

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Whether the other side is heard.
  var isOpen: Bool {
    guard let context else { return false }
    return context.channel.isWritable && messages < Self.mostMessages && pendingAnswers < Self.mostAnswers
  }

  func read(context: ChannelHandlerContext) {
    if isOpen { context.read() } else { isWanted = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    resume()
    context.fireChannelWritabilityChanged()
  }

  private func resume() {
    if isOpen { whenOpen() }
    guard isWanted, let context, isOpen else { return }
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

  /// An answer is being worked out, until `endAnswer`.
  func beginAnswer() { pendingAnswers += 1 }

  func endAnswer() {
    pendingAnswers -= 1
    resume()
  }
}
