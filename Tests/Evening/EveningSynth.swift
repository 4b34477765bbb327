import SpinetDevices
import SpinetMIDI

/// The synthesizer that the stage leads. It keeps what it was told, also while its cable is out.
final class EveningSynth {
  static let port = MIDIPort(
    id: PortID(rawValue: 90 << 8), client: "Synth", name: "MIDI 1", address: "90:0", isHardware: true,
    sends: false, receives: true)

  var isThere = true
  /// The notes and the pedals that it was told and not told the end of.
  private(set) var notes: Set<MIDIMessage> = []
  private(set) var pedals: Set<MIDIMessage> = []
  /// How many note-ons it got.
  private(set) var strikes = 0
  /// What was wrong first.
  private(set) var wrong: String?
  /// Whether a system exclusive message has begun.
  private var isInside = false

  func take(_ message: MIDIMessage) {
    guard isThere else { return }
    if isInside { wrong = wrong ?? "\(message) came in the middle of a system exclusive message" }
    switch message {
    case .noteOn(let channel, let key, _):
      strikes += 1
      notes.insert(.noteOn(channel, key: key, velocity: 1))
    case .noteOff(let channel, let key, _): notes.remove(.noteOn(channel, key: key, velocity: 1))
    case .controlChange(let channel, 64, let value):
      let pedal = MIDIMessage.controlChange(channel, controller: 64, value: 127)
      if value < 64 { pedals.remove(pedal) } else { pedals.insert(pedal) }
    case .controlChange(_, 120, _), .controlChange(_, 123, _): notes = []
    default: break
    }
  }

  func take(exclusive bytes: [UInt8]) {
    guard isThere else { return }
    if (bytes.first == 0xF0) == isInside {
      wrong = wrong ?? "a system exclusive message begins or goes on wrongly"
    }
    isInside = bytes.last != 0xF7
  }

  /// Its cable is out: what had begun is over.
  func leave() { (isThere, isInside) = (false, false) }
}
