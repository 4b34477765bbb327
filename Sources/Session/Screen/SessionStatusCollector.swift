import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

/// Collects the status of a running instrument.
struct SessionStatusCollector {
  private var latest = SessionStatus()
  /// The last message and its effect. The text is only made for a status, not for every message of a burst.
  private var lastNews: (message: AnyMIDIMessage, outcome: Performer.Outcome)?
  /// The tempo of the clock that was last shown, in beats per minute.
  private var toldTempo = 0
  private var lastPeak = HostTime(nanoseconds: 0)

  init(instrument: String) { latest.instrument = instrument }

  /// Remembers the last message. Of a clock, it remembers its start and end and the tempo: 24 messages in a beat would
  /// hide all others.
  mutating func record(_ message: AnyMIDIMessage, _ outcome: Performer.Outcome) {
    switch (message, outcome) {
    case (_, _) where message.channel != nil: lastNews = (message, outcome)
    case (.midi1(.start), _), (.midi1(.stop), _), (.midi1(.continue), _), (.midi1(.systemReset), _),
      (.midi1(.songSelect), _):
      lastNews = (message, outcome)
    case (.midi1(.timingClock), .tempo(let beatsPerMinute)):
      let beats = Int(beatsPerMinute.rounded())
      if beats != toldTempo { lastNews = (message, outcome) }
      toldTempo = beats
    default: break
    }
  }

  /// The same, with the control's name on the controller: `Cutoff: cc 74 ch 1 → filter.cutoff 1552 Hz`.
  static func text(_ message: AnyMIDIMessage, _ outcome: Performer.Outcome, named name: String?) -> String {
    (name.map { "\($0): " } ?? "") + text(message, outcome)
  }

  /// `cc 74 ch 1 → filter.cutoff 1552 Hz`
  static func text(_ message: AnyMIDIMessage, _ outcome: Performer.Outcome) -> String {
    switch outcome {
    case .moved(let widget): "\(message.control) → \(widget.name) \(widget.text)"
    case .waiting(let widget, let turn): "\(message.control) → \(widget.name) waits, turn \(turn)"
    case .keyboard: valued(message)
    case .chosen(let choice): "\(valued(message)) → \(choice)"
    case .tempo(let beatsPerMinute): "\(message.control) → \(Int(beatsPerMinute.rounded())) BPM"
    case .unmapped where message.channel == nil: message.control
    case .unmapped: "\(message.control) → unmapped"
    case .tuned: message.control
    }
  }

  /// The control with its value, unless it is a note: `bend ch 1 -2048`, `program ch 1 5`.
  private static func valued(_ message: AnyMIDIMessage) -> String {
    message.isNote ? message.control : "\(message.control) \(message.valueText)"
  }

  /// Remembers a system exclusive message that did something.
  mutating func record(_ outcome: Performer.Outcome) {
    if case .tuned = outcome { latest.lastEvent = "sysex → tuning" }
  }

  mutating func status(
    host: SoundOutput, performer: Performer, source: any MIDISource, setList: SessionStatus.SetList?,
    at now: HostTime
  ) -> SessionStatus {
    if let news = lastNews { latest.lastEvent = Self.text(news.message, news.outcome) }
    lastNews = nil
    latest.instrument = performer.instrument.name
    latest.setList = setList
    latest.sound = host.state
    latest.standIn = host.standIn ?? ""
    latest.controllers = source.connectedPorts.map(\.client)
    latest.format = host.description
    latest.voices = host.voices
    latest.xruns = host.xruns
    latest.latencyMilliseconds = host.latencyMilliseconds
    latest.timing = host.timing
    latest.recording = host.recordings.current.map(\.fileName)
    latest.lateCommands = performer.delayedCommands + host.lateCommands
    latest.lostReports = host.lostReports
    // The peak is shown for a tenth of a second, so that it can be seen.
    if now.nanoseconds(since: lastPeak) >= 100_000_000 || !host.isPlaying {
      lastPeak = now
      latest.peakDecibels = host.popPeakDecibels()
    }
    return latest
  }
}
