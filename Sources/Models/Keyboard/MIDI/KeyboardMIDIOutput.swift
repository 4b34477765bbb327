import Glibc
import SpinetEngine
import SpinetMIDI

/// Sends voices to other instruments as MIDI. It turns the events of an engine into messages.
///
/// Each voice is a note, and changes of its pitch are sent as pitch bend. Beyond the bend range, the nearest key is
/// struck again. In MPE, each note has its own channel, the one that has been free longest, and bend, CC 74 and
/// pressure are sent before the note-on. A single channel is only bent while one note sounds. With several notes, its
/// bend is centred and each note has the pitch of its key. If two voices share a key, the key is struck again.
public struct KeyboardMIDIOutput: Sendable {
  /// How voices become channels.
  public enum Form: Hashable, Sendable {
    /// All notes on one channel.
    case midi(Channel)
    /// The lower zone, with 1–15 members.
    case mpe(members: Int)
  }

  private struct Voice {
    var hertz = 440.0
    var bend = 1.0
    /// Whether the frequency or the bend has changed at this time.
    var hasMoved = false
    var velocity: UInt8 = 100
    var timbre: UInt8?
    var pressure: UInt8?
    var isSent = true
    /// Whether its key is down.
    var isOpen = false
    /// The note that sounds for it; nil if none does.
    var note: UInt8?
    var channel = Channel(status: 0)
    /// The channel on which it was played; nil if that is not known.
    var playedOn: Channel?
    var startedAt: UInt64 = 0

    /// As a MIDI note number with a fraction.
    var pitch: Double { 69 + 12 * log2(hertz * bend / 440) }
  }

  /// How voices become channels.
  public let form: Form
  /// In semitones.
  public let bendRange: Double
  private var voices: [Voice] = []
  private var channels: [Channel]
  /// The bend last sent, by channel; nil until the first.
  private var sentBends: [UInt16?] = Array(repeating: nil, count: 16)
  /// When each of `channels` was freed; nil while it is taken.
  private var freedAt: [UInt64?]
  private var clock: UInt64 = 0
  /// Whether a note must begin or a bend must be sent at the end of this time.
  private var hasWork = false
  /// Whether a note leaves on the channel on which it was played.
  private let keepsChannels: Bool

  /// Notes on one channel, for an instrument whose bends others send too: only what differs from the middle is sent.
  ///
  /// - Parameter keepsChannels: whether a note of a controller leaves on the channel on which it was played instead.
  package init(beside others: Channel, keepsChannels: Bool) {
    form = .midi(others)
    channels = [others]
    bendRange = 2
    freedAt = [0]
    sentBends = Array(repeating: 8192, count: 16)
    self.keepsChannels = keepsChannels
    voices.reserveCapacity(256)
  }

  /// - Parameter bendRange: 1–96 semitones; by default 48 in MPE, 2 on a single channel.
  public init(_ form: Form, bendRange: Double? = nil) {
    self.form = form
    switch form {
    case .midi(let channel):
      channels = [channel]
      self.bendRange = min(max(bendRange ?? 2, 1), 96)
    case .mpe(let members):
      channels = (1...min(max(members, 1), 15)).map { Channel(status: UInt8($0)) }
      self.bendRange = min(max(bendRange ?? 48, 1), 96)
    }
    freedAt = channels.map { _ in 0 }
    keepsChannels = false
    voices.reserveCapacity(256)
  }

  /// The messages that configure the receiver: the zone by RPN 6, and the bend range by RPN 0.
  public var introduction: [MIDIMessage] {
    let range = UInt8(bendRange)
    let bend = Self.parameter(RegisteredParameter.bendRange, value: range, on: channels[0])
    guard case .mpe = form else { return bend }
    let members = UInt8(channels.count)
    return Self.parameter(RegisteredParameter.mpeConfiguration, value: members, on: Channel(status: 0)) + bend
  }

  /// Sends the MSB of the value, which is sufficient for both parameters, and then the null parameter.
  private static func parameter(_ number: UInt16, value: UInt8, on channel: Channel) -> [MIDIMessage] {
    let (high, low) = (Controller.rpnMSB, Controller.rpnLSB)
    let numbers = [(high, UInt8(number >> 7)), (low, UInt8(number & 127))]
    return (numbers + [(Controller.dataEntry, value), (high, 127), (low, 127)]).map {
      .controlChange(channel, controller: $0, value: $1)
    }
  }

  /// Sends the `events` of one time as messages.
  ///
  /// - Parameter isSent: whether a new voice is sent at all. `{ keyboard.finger(of: $0) != nil }` sends only
  ///   the voices of fingers.
  public mutating func send(
    _ events: [VoiceEvent], where isSent: (VoiceNumber) -> Bool = { _ in true },
    into messages: inout [MIDIMessage]
  ) {
    for event in events {
      if case .start(let voice, _) = event { start(voice.index, isSent: isSent(voice), into: &messages) }
      take(event, into: &messages)
    }
    guard hasWork else { return }
    hasWork = false
    for index in voices.indices where voices[index].isOpen && voices[index].note == nil {
      begin(index, into: &messages)
    }
    for index in voices.indices where voices[index].hasMoved {
      voices[index].hasMoved = false
      sendBend(index, into: &messages)
    }
  }

  /// Ends every note that was sent.
  public mutating func releaseAll(into messages: inout [MIDIMessage]) {
    for index in voices.indices { end(index, into: &messages) }
  }

  // MARK: Events

  private mutating func start(_ index: Int, isSent: Bool, into messages: inout [MIDIMessage]) {
    while voices.count <= index { voices.append(Voice()) }
    end(index, into: &messages)
    voices[index] = Voice()
    voices[index].isSent = isSent
  }

  private mutating func take(_ event: VoiceEvent, into messages: inout [MIDIMessage]) {
    switch event {
    case .start: break
    case .release(let voice), .steal(let voice):
      if voices.indices.contains(voice.index) { end(voice.index, into: &messages) }
    case .set(let voice, let parameter, let value):
      if voices.indices.contains(voice.index) { set(parameter, value, of: voice.index, into: &messages) }
    }
  }

  private mutating func set(
    _ parameter: VoiceParameter, _ value: Double, of index: Int, into messages: inout [MIDIMessage]
  ) {
    switch parameter {
    case .freq:
      if value.isFinite, value > 0 { voices[index].hertz = value }
      (voices[index].hasMoved, hasWork) = (true, true)
    case .bend:
      if value.isFinite, value > 0 { voices[index].bend = value }
      (voices[index].hasMoved, hasWork) = (true, true)
    case .gain: voices[index].velocity = max(Self.seven(value), 1)
    case .channel:
      if keepsChannels, value.isFinite {
        voices[index].playedOn = Channel(number: Int(min(max(value, 1), 16)))
      }
    case .y, .timbre:
      voices[index].timbre = Self.seven(value)
      if voices[index].note != nil { sendTimbre(index, into: &messages) }
    case .pressure:
      voices[index].pressure = Self.seven(value)
      if voices[index].note != nil { sendPressure(index, into: &messages) }
    case .gate:
      end(index, into: &messages)
      voices[index].isOpen = value > 0 && voices[index].isSent
      hasWork = true
    default: break
    }
  }

  private static func seven(_ value: Double) -> UInt8 {
    value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 127).rounded())
  }

  // MARK: Notes

  private mutating func begin(_ index: Int, into messages: inout [MIDIMessage]) {
    clock += 1
    voices[index].startedAt = clock
    voices[index].channel = voices[index].playedOn ?? chooseChannel(into: &messages)
    let note = firstNote(of: index)
    silence(note, beside: index, into: &messages)
    voices[index].note = note
    if isMPE { sentBends[voices[index].channel.index] = nil }
    sendBend(index, into: &messages)
    sendTimbre(index, into: &messages)
    sendPressure(index, into: &messages)
    messages.append(.noteOn(voices[index].channel, key: note, velocity: voices[index].velocity))
  }

  private mutating func end(_ index: Int, into messages: inout [MIDIMessage]) {
    voices[index].isOpen = false
    guard let note = voices[index].note else { return }
    voices[index].note = nil
    free(voices[index].channel)
    messages.append(.noteOff(voices[index].channel, key: note, velocity: 64))
    guard !isMPE, let last = onlyNote else { return }
    sendBend(last, into: &messages)
  }

  /// Ends another voice of the same channel that has this note.
  private mutating func silence(_ note: UInt8, beside index: Int, into messages: inout [MIDIMessage]) {
    let channel = voices[index].channel
    for other in voices.indices
    where other != index && voices[other].note == note && voices[other].channel == channel {
      end(other, into: &messages)
    }
  }

  // MARK: Channels

  /// The channel that has been free longest. If none is free, takes the one of the oldest voice.
  private mutating func chooseChannel(into messages: inout [MIDIMessage]) -> Channel {
    guard case .mpe = form else { return channels[0] }
    if !freedAt.contains(where: { $0 != nil }) { endOldest(into: &messages) }
    var best = 0
    for (index, freed) in freedAt.enumerated() {
      if let freed, freedAt[best].map({ freed < $0 }) ?? true { best = index }
    }
    freedAt[best] = nil
    return channels[best]
  }

  private mutating func endOldest(into messages: inout [MIDIMessage]) {
    var oldest: Int?
    for index in voices.indices where voices[index].note != nil {
      if oldest.map({ voices[index].startedAt < voices[$0].startedAt }) ?? true { oldest = index }
    }
    guard let oldest else { return }
    end(oldest, into: &messages)
  }

  private mutating func free(_ channel: Channel) {
    clock += 1
    guard case .mpe = form, let index = channels.firstIndex(of: channel) else { return }
    freedAt[index] = clock
  }

  // MARK: Values

  private var isMPE: Bool { if case .mpe = form { true } else { false } }

  /// The voice whose note is the only one; nil if several sound.
  private var onlyNote: Int? {
    guard let first = voices.firstIndex(where: { $0.note != nil }) else { return nil }
    return voices[(first + 1)...].contains { $0.note != nil } ? nil : first
  }

  private mutating func sendBend(_ index: Int, into messages: inout [MIDIMessage]) {
    guard let note = voices[index].note else { return }
    let isAlone = isMPE || onlyNote != nil
    let semitones = isAlone ? voices[index].pitch - Double(note) : 0
    if abs(semitones) > bendRange, Self.key(voices[index].pitch) != note {
      return strikeAgain(index, into: &messages)
    }
    let value = UInt16(min(max(8192 + (semitones / bendRange * 8192).rounded(), 0), 16383))
    guard value != sentBends[voices[index].channel.index] else { return }
    sentBends[voices[index].channel.index] = value
    messages.append(.pitchBend(voices[index].channel, value: value))
  }

  /// The key that was struck, if an MPE bend can reach the pitch from it. Otherwise the nearest key.
  private func firstNote(of index: Int) -> UInt8 {
    let struck = Self.key(voices[index].pitch - 12 * log2(voices[index].bend))
    let isReached = isMPE && abs(voices[index].pitch - Double(struck)) <= bendRange
    return isReached ? struck : Self.key(voices[index].pitch)
  }

  /// The voice continues with another key.
  private mutating func strikeAgain(_ index: Int, into messages: inout [MIDIMessage]) {
    end(index, into: &messages)
    voices[index].isOpen = true
    begin(index, into: &messages)
  }

  private static func key(_ pitch: Double) -> UInt8 { UInt8(min(max(pitch.rounded(), 0), 127)) }

  /// The middle. MPE defines it as the value while the third dimension is unknown.
  private static let timbreAtRest: UInt8 = 64

  private func sendTimbre(_ index: Int, into messages: inout [MIDIMessage]) {
    guard let timbre = voices[index].timbre ?? (isMPE ? Self.timbreAtRest : nil) else { return }
    messages.append(.controlChange(voices[index].channel, controller: Controller.brightness, value: timbre))
  }

  private func sendPressure(_ index: Int, into messages: inout [MIDIMessage]) {
    guard let pressure = voices[index].pressure ?? (isMPE ? 0 : nil) else { return }
    messages.append(.channelPressure(voices[index].channel, pressure: pressure))
  }
}
