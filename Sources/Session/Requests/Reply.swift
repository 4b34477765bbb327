import SpinetRealtime
import Synchronization

/// Who waits for the answer to a request, and may leave before it comes. [any-thread]
package final class Asker: Sendable {
  private let value = Atomic<Bool>(false)

  package init() {}

  var hasLeft: Bool { value.load(ordering: .relaxed) }
  func leave() { value.store(true, ordering: .relaxed) }
}

/// The way back to the sender of a request. It is answered exactly once: a reply that is dropped refuses. [any-thread]
package struct Reply: ~Copyable, Sendable {
  let asker: Asker
  private var send: (@Sendable (Response) -> Void)?

  /// - Parameter send: called once, by the thread that has the response.
  package init(to asker: Asker = Asker(), _ send: @escaping @Sendable (Response) -> Void) {
    (self.asker, self.send) = (asker, send)
  }

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
  private let asker: Asker
  private let reply: Mutex<Reply?>

  package init(_ reply: consuming Reply) {
    asker = reply.asker
    self.reply = Mutex(reply)
  }

  /// Whether somebody still waits for the answer.
  var isWanted: Bool { !asker.hasLeft }

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
