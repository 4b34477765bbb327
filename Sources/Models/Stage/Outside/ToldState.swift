import SpinetMIDI

/// What an instrument outside was told and has not been told the end of: notes, pedals, bends, pressures; and its
/// programs.
struct ToldState: Sendable {
  private struct Program: Sendable {
    var high: UInt8?
    var low: UInt8?
    var program: UInt8?
  }

  /// The ends of what holds, each under itself with no value: a note-off, a pedal that is up.
  private var held: Set<MIDIMessage> = []
  private var chosen: [Channel: Program] = [:]

  /// Takes a message that has left.
  mutating func record(_ message: MIDIMessage) {
    switch message {
    case .programChange(let channel, let program): chosen[channel, default: Program()].program = program
    case .controlChange(let channel, Controller.bankSelect, let value):
      chosen[channel, default: Program()].high = value
    case .controlChange(let channel, Controller.bankSelectLSB, let value):
      chosen[channel, default: Program()].low = value
    case .controlChange(let channel, Controller.allSoundOff, _),
      .controlChange(let channel, Controller.allNotesOff, _):
      held = held.filter { !($0.isNoteOff && $0.channel == channel) }
    case .controlChange(let channel, Controller.resetAll, _):
      held = held.filter { $0.isNoteOff || $0.channel != channel }
    default: hold(message)
    }
  }

  private mutating func hold(_ message: MIDIMessage) {
    guard let release = message.release else { return }
    if message.isAtRest { held.remove(release) } else { held.insert(release) }
  }

  /// Whether a note-off, or another end, ends anything.
  func holds(_ end: MIDIMessage) -> Bool { end.release.map(held.contains) ?? false }

  /// The ends of everything that holds, keys before pedals.
  var releases: [MIDIMessage] { held.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  /// The messages that choose its banks and programs again.
  var programs: [MIDIMessage] {
    chosen.sorted { $0.key < $1.key }.flatMap { channel, chosen in
      [
        chosen.high.map { .controlChange(channel, controller: Controller.bankSelect, value: $0) },
        chosen.low.map { .controlChange(channel, controller: Controller.bankSelectLSB, value: $0) },
        chosen.program.map { .programChange(channel, program: $0) },
      ].compactMap(\.self)
    }
  }
}

extension MIDIMessage {
  fileprivate var isNoteOff: Bool { if case .noteOff = self { true } else { false } }

  /// The message that ends what this one holds; nil for one that holds nothing.
  fileprivate var release: MIDIMessage? {
    switch self {
    case .noteOn(let channel, let key, _), .noteOff(let channel, let key, _):
      .noteOff(channel, key: key, velocity: 64)
    case .controlChange(let channel, let controller, _) where (64...69).contains(controller):
      .controlChange(channel, controller: controller, value: 0)
    case .pitchBend(let channel, _): .pitchBend(channel, value: 8192)
    case .channelPressure(let channel, _): .channelPressure(channel, pressure: 0)
    default: nil
    }
  }

  /// Whether it is such an end itself.
  fileprivate var isAtRest: Bool {
    if case .noteOff = self { return true }
    return self == release
  }
}
