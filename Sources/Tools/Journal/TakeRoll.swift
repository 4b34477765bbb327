import SpinetJournal
import SpinetMIDI

/// The notes of a take, to be drawn or played again.
package struct TakeRoll: Sendable {
  package struct Note: Hashable, Sendable {
    package let key: UInt8
    /// From the take's begin.
    package let begin: Double
    package let seconds: Double
    package let velocity: UInt8
    package let channel: Channel
  }

  /// More notes than a picture can show.
  package static let mostNotes = 4000

  package let seconds: Double
  /// In the order in which they begin.
  package let notes: [Note]

  init(of take: Take) {
    seconds = take.seconds
    var held: [Held: (begin: Double, velocity: UInt8)] = [:]
    var notes: [Note] = []
    func end(_ key: Held, at moment: Double) {
      guard let note = held.removeValue(forKey: key) else { return }
      notes.append(
        Note(
          key: key.key, begin: note.begin, seconds: max(0, moment - note.begin), velocity: note.velocity,
          channel: key.channel))
    }
    for entry in take.entries {
      let moment = Double(entry.moment - take.begin) * 1e-9
      guard case .message(let message, let source, true) = entry.event else { continue }
      switch message {
      case .noteOn(let channel, let key, let velocity) where velocity > 0:
        end(Held(source, channel, key), at: moment)
        held[Held(source, channel, key)] = (moment, velocity)
      case .noteOn(let channel, let key, _), .noteOff(let channel, let key, _):
        end(Held(source, channel, key), at: moment)
      default: break
      }
    }
    for key in held.keys { end(key, at: take.seconds) }
    self.notes = Array(notes.sorted { $0.begin < $1.begin }.prefix(Self.mostNotes))
  }

  private struct Held: Hashable {
    let source: UInt32
    let channel: Channel
    let key: UInt8

    init(_ source: UInt32, _ channel: Channel, _ key: UInt8) {
      (self.source, self.channel, self.key) = (source, channel, key)
    }
  }
}
