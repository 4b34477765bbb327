import SpinetRealtime
import SpinetWidgets
import Synchronization

extension SetListRun {
  /// A song whose sounds are being loaded.
  struct Awaited {
    let song: Int
    let stage: String
    let answer = Answer()
    /// Whether a list that begins with it goes on with the next one, if it is missing.
    var goesOn = true
    /// Called when the song plays, or cannot.
    var completions: [Completion] = []

    /// Whether its sounds play.
    var plays: Bool {
      answer.response.withLock { if case .playing? = $0 { true } else { false } }
    }
  }

  /// Gets the widget that chooses the song, or why the song cannot play.
  typealias Completion = (Result<Widget, SpinetError>) -> Void

  /// What the loader has answered, whichever thread brings it.
  final class Answer: Sendable {
    let response = Mutex<Response?>(nil)
  }
}
