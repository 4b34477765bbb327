import SpinetRealtime
import Synchronization

/// The way back to the sender of a request. It is answered exactly once: a reply that is dropped refuses. [any-thread]
package struct Reply: ~Copyable, Sendable {
  private var send: (@Sendable (Response) -> Void)?

  /// - Parameter send: called once, by the thread that has the response.
  package init(_ send: @escaping @Sendable (Response) -> Void) { self.send = send }

  deinit { send?(.refused(Self.dropped)) }

  /// Answers with a response, or refuses with the error that is thrown instead.
  package consuming func answer(_ response: @autoclosure () throws(SpinetError) -> Response) {
    send.take()?(Response(of: response))
  }

  private static let dropped = SpinetError(
    .noAnswer, what: "instrument", why: "it has ended without an answer", remedy: "start it again")
}

/// A reply that waits among values that are copied. It is answered by the first who does it, and refuses when its last
/// owner drops it. [any-thread]
package final class WaitingReply: Sendable {
  private let reply: Mutex<Reply?>

  package init(_ reply: consuming Reply) { self.reply = Mutex(reply) }

  /// The reply itself; nil after the first call.
  func pop() -> Reply? { reply.withLock { $0.take() } }

  /// Does nothing if it has been answered.
  func answer(_ response: Response) {
    if let reply = pop() { reply.answer(response) }
  }
}

extension Response {
  /// What `work` returns, or a refusal with the error that it throws.
  init(of work: () throws(SpinetError) -> Response) {
    do throws(SpinetError) { self = try work() } catch { self = .refused(error) }
  }
}
