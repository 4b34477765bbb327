import SpinetLibrary
import SpinetMIDI
import SpinetRealtime

/// A note that a command plays on a running instrument.
public struct CommandNote: Equatable, Sendable {
  public var key: UInt8
  public var velocity: UInt8
  public var channel: Channel
  public var seconds: Double

  public init(key: UInt8, velocity: UInt8, channel: Channel, seconds: Double) {
    self.key = key
    self.velocity = velocity
    self.channel = channel
    self.seconds = seconds
  }
}

/// A note that sounds for a given time.
struct TimedNote {
  let note: CommandNote
  let end: HostTime
}

extension LiveSession {
  /// Begins a note that ends by itself.
  func play(_ note: CommandNote) throws(SpinetError) -> String {
    guard host.isRunning else {
      throw SpinetError(
        .engineStopped, what: instrument.name, why: "its engine is stopped",
        remedy: Remedy(.startEngine))
    }
    let now = HostTime.now
    take(.noteOn(note.channel, key: note.key, velocity: note.velocity), from: commandClient.port, at: now)
    timedNotes.append(TimedNote(note: note, end: now.advanced(bySeconds: note.seconds)))
    return NoteName(key: Int(note.key)).map(\.description) ?? ""
  }

  /// Ends the notes whose time is over.
  func endTimedNotes(at now: HostTime) {
    for timed in timedNotes where timed.end <= now {
      take(
        .noteOff(timed.note.channel, key: timed.note.key, velocity: 0), from: commandClient.port, at: now)
    }
    timedNotes.removeAll { $0.end <= now }
  }
}
