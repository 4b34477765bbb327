import NIOCore
import SpinetOSC
import SpinetPanel
import SpinetRealtime
import SpinetText

/// A WebSocket of OSCQuery: what it listens to, and the packets that it sends. [bridge-thread]
final class QueryConnection: SocketUser {
  private let senders: OSCSenders?
  private let counts: OSCCounts
  private let peer: OSCPeer?

  /// - Parameter senders: nil where the instrument has not begun to listen. Then nothing is heard.
  init(_ senders: OSCSenders?, _ counts: OSCCounts, _ line: SocketLine) {
    (self.senders, self.counts, peer) = (senders, counts, senders?.join(line))
  }

  /// `{"COMMAND": "LISTEN", "DATA": "/widget/filter.cutoff"}`, or `IGNORE`.
  func received(_ text: String) {
    guard let senders, let peer else { return }
    senders.hear(peer, at: .now)
    let message = JSONValue(text)
    guard let command = message?["COMMAND"]?.text, let path = message?["DATA"]?.text,
      path.utf8.count <= OSCPattern.longest
    else { return counts.add(.unusable, text.shortened) }
    switch command {
    case "LISTEN": senders.subscribe(peer, path)
    case "IGNORE": senders.unsubscribe(peer, path)
    default: counts.add(.unusable, command.shortened)
    }
  }

  func received(_ bytes: ByteBuffer) {
    do throws(ReadingProblem) {
      guard let senders, let peer else { return }
      senders.take(try OSCPacket(Array(bytes.readableBytesView)), from: peer)
    } catch {
      counts.add(.malformed, error.why)
    }
  }

  func writable() {}

  func closed() {
    guard let peer else { return }
    senders?.drop(peer)
  }
}
