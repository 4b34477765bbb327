import NIOCore
import NIOWebSocket
import SpinetText

/// What one page gets. News is skipped while the page reads too slowly; when it has read, it gets the whole state
/// instead, so that nothing it shows is old. Answers are always sent. [panel-thread]
final class PageOutput {
  private let line: SocketLine
  private var hasGaps = false
  private var readAgain: () -> Void = {}

  init(_ line: SocketLine) {
    self.line = line
    line.whenDone { [weak self] in self?.writable() }
  }

  /// - Parameter body: sends the whole state.
  func whenReadAgain(_ body: @escaping () -> Void) { readAgain = body }

  var loop: any EventLoop { line.loop }
  /// Whether the page reads its messages.
  var isWritable: Bool { line.isWritable }

  /// An answer is being worked out, until `endAnswer` is called once.
  func beginAnswer() { line.beginAnswer() }
  func endAnswer() { line.endAnswer() }

  func send(_ message: String) { line.send(message) }
  func send(_ messages: [String]) { line.send(messages) }

  /// Skips the messages while the page reads too slowly.
  func sendNews(_ messages: [String]) {
    hasGaps = hasGaps || !line.isWritable
    guard !hasGaps, !messages.isEmpty else { return }
    line.send(messages)
  }

  /// Sends a message that is out of date soon. A page that reads too slowly misses it.
  func sendIfRead(_ message: String) {
    if line.isWritable { line.send(message) }
  }

  /// The socket has room again.
  func writable() {
    guard hasGaps, line.isWritable else { return }
    hasGaps = false
    readAgain()
  }

  /// Tells the page what was wrong with a message.
  func fail(_ why: String) {
    var message = JSONLine()
    message.add("error", why)
    line.send(message.description)
  }

  func close() { line.close(.goingAway) }
}
