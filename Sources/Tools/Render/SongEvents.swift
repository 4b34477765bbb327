import SpinetJournal
import SpinetMIDI
import SpinetMIDIFile

/// Everything that happens in a song, in the order of time: its messages, tempi and tunings, and in a take that a journal
/// has saved also moves and touches. What comes at the same time as a message comes before it.
struct SongEvents {
  enum Event {
    /// - Parameter track: nil for a song that is not a take, whose tracks all play from one port.
    case message(MIDIMessage, track: UInt16?)
    case tempo(Double)
    case exclusive([UInt8])
    case action(RecordedTake.Action)
  }

  /// The contents of a song that a journal has saved, besides its messages.
  let take: RecordedTake?
  let duration: Double
  private let song: StandardMIDIFile
  private var nextMessage = 0
  private var tempi: ArraySlice<Timed<Double>>
  private var exclusives: ArraySlice<Timed<[UInt8]>>
  private var actions: ArraySlice<Timed<RecordedTake.Action>>

  init(_ song: StandardMIDIFile) {
    self.song = song
    duration = song.duration
    take = RecordedTake(song)
    // The moves of a take set its tempo.
    tempi = take == nil ? song.tempi[...] : []
    exclusives = song.exclusives[...]
    actions = (take?.actions ?? [])[...]
    passMapped()
  }

  /// The next event, if it comes up to a moment.
  mutating func next(until end: Double) -> (seconds: Double, event: Event)? {
    let message = nextMessage < song.events.count ? song.events[nextMessage].seconds : nil
    // After the last message only a take goes on.
    let limit = if let message { min(message, end) } else { take == nil ? -Double.infinity : end }
    if let other = nextOther, other <= limit { return (other, removeOther(at: other)) }
    guard let message, message <= end else { return nil }
    defer {
      nextMessage += 1
      passMapped()
    }
    let track = take == nil ? nil : song.tracks[nextMessage]
    return (message, .message(song.events[nextMessage].value, track: track))
  }

  /// Passes over messages that a mapping took. The moves of their widgets are in the take's actions.
  private mutating func passMapped() {
    guard let take, !take.mappedTracks.isEmpty else { return }
    while nextMessage < song.events.count, take.mappedTracks.contains(song.tracks[nextMessage]) {
      nextMessage += 1
    }
  }

  private var nextOther: Double? {
    [tempi.first?.seconds, exclusives.first?.seconds, actions.first?.seconds].compactMap(\.self).min()
  }

  private mutating func removeOther(at seconds: Double) -> Event {
    if tempi.first?.seconds == seconds { return .tempo(tempi.removeFirst().value) }
    if exclusives.first?.seconds == seconds { return .exclusive(exclusives.removeFirst().value) }
    return .action(actions.removeFirst().value)
  }
}
