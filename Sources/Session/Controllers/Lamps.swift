import SpinetDevices
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetWidgets

/// Shows the widgets on the controllers' lamps and motor faders, as fast as their cables allow. Nothing is compared
/// while no widget changes and nobody plays. [control-thread]
final class Lamps {
  private let performer: Performer
  private let source: any MIDISource
  private var limiter = FeedbackRateLimiter()
  private var widgets = WidgetNews()
  /// The count of what the performer had done at the last comparison.
  private var seen = -1
  /// Whether more may have to be sent.
  private var isSending = false

  /// In seconds. A cable carries four messages in this time.
  private static let secondsBetweenMessages = 0.004

  init(of performer: Performer, on source: any MIDISource) {
    (self.performer, self.source) = (performer, source)
  }
}

extension Lamps: Service {
  func nextMoment(after now: HostTime) -> HostTime? {
    isSending ? now.advanced(bySeconds: Self.secondsBetweenMessages) : nil
  }

  func turn(at now: HostTime, isReady: Bool) {
    let hasPlayed = performer.news.count != seen
    guard widgets.popChange() || hasPlayed || isSending else { return }
    seen = performer.news.count
    let bytes = limiter.bytes(at: now)
    isSending = bytes == 0
    performer.router.feedback(bytes: bytes) { port, message in
      guard !ClientID.isPort(port) else { return }
      source.send(message, to: port)
      isSending = true
    }
  }
}
